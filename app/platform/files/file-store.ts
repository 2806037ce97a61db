/** The port for uploaded files. */
export type Files = {
  /** Stores bytes under a key that the server generated. They are stored completely or not at all. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** The bytes of a file; null if there is no such file. */
  get(key: string): Promise<Uint8Array | null>;
  remove(key: string): Promise<void>;
  /** The keys of all files, in any order. */
  list(): AsyncIterable<string>;
};
