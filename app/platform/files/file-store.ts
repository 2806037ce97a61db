/** The port for uploaded files. */
export type Files = {
  /** Stores bytes under a key that the server generated. If storing fails, nothing is stored. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** The bytes of a file; null if there is no such file. */
  get(key: string): Promise<Uint8Array | null>;
  remove(key: string): Promise<void>;
  /** The keys of all files, in any order. */
  list(): AsyncIterable<string>;
};
