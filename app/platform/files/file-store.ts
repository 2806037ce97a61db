/** The interface of the store for uploaded files. */
export type Files = {
  /**
   * Stores a file under a key that the server generated. If the disk is full or the bucket is unavailable, throws
   * FileNotStored and stores nothing.
   */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** Returns the bytes of a file; null if there is no such file. */
  get(key: string): Promise<Uint8Array | null>;
  remove(key: string): Promise<void>;
  /** Lists the keys of all files, in any order. */
  list(): AsyncIterable<string>;
};

/** The error if the store of files has no space or is unavailable. A later try may succeed. */
export class FileNotStored extends Error {
  override readonly name = "FileNotStored";
  readonly code: unknown;
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.code = (cause as { code?: unknown }).code;
  }
}
/** True for FileNotStored. The name is compared, because the server and the built routes have separate classes. */
export const isFileNotStored = (error: unknown): boolean =>
  error instanceof Error && error.name === "FileNotStored";
export const NOT_STORED_NOW =
  "There is no room for files on our server now, so nothing was saved. Try again later.";
