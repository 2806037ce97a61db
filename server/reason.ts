/** Explains the reason of a failure to the operator, in one line. */

const WORDS: Record<string, string> = {
  ENOENT: "there is no such file or folder",
  ENOTDIR: "it is below a file, not a folder",
  EISDIR: "it is a folder",
  EACCES: "this user has no right to it",
  EPERM: "this user has no right to it",
  EROFS: "it can only be read there",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk's quota is used up",
  ECONNREFUSED: "nothing answers there",
  ECONNRESET: "the connection was cut",
  EHOSTUNREACH: "its network cannot be reached",
  ENETUNREACH: "its network cannot be reached",
  ENOTFOUND: "its name is not known",
  EAI_AGAIN: "its name cannot be looked up now",
  ETIMEDOUT: "it does not answer in time",
};

/**
 * Returns the error in plain words with its code, so that the operator can search for the code. If the code has no
 * plain words, returns the error's message with any password in a URL removed.
 */
export function reasonOf(error: unknown): string {
  const { message, code, cause } = error as { message?: string; code?: string; cause?: unknown };
  // The mail library's errors have a code of the library. The operating system's error code is in their message.
  const known = [code, /^(?:\w+ )?(E[A-Z_]{4,})\b/.exec(message ?? "")?.[1]].find(
    (name) => name && name in WORDS,
  );
  if (known) return `${WORDS[known]} (${known})`;
  if (!message && cause) return reasonOf(cause);
  return (message || code || String(error)).replace(/\/\/[^@\s/]+@/g, "//").split("\n", 1)[0] ?? "";
}
