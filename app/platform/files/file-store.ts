/** The port for uploaded files. */
export type Files = {
  /** The server generates keys. Throws FileNotStored, and stores nothing, if the disk is full or the bucket is away. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** The bytes of a file; null if there is no such file. */
  get(key: string): Promise<Uint8Array | null>;
  remove(key: string): Promise<void>;
  /** The keys of all files, in any order. */
  list(): AsyncIterable<string>;
};

/** The store of files has no space, or is away. A later try may succeed. */
export class FileNotStored extends Error {
  override readonly name = "FileNotStored";
  readonly code: unknown;
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.code = (cause as { code?: unknown }).code;
  }
}
/** Compares the error's name, because the server and the built routes each have their own class. */
export const isFileNotStored = (error: unknown): boolean =>
  error instanceof Error && error.name === "FileNotStored";
export const NOT_STORED_NOW =
  "There is no room for files on our server now, so nothing was saved. Try again later.";
