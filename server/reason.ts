/** The reason of a failure, in one line for the operator. */

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

/** Plain words and the code (for a search), if known. Otherwise the message, without a URL's password. */
export function reasonOf(error: unknown): string {
  const { message, code, cause } = error as { message?: string; code?: string; cause?: unknown };
  // An error of the mail library has its own code, and the system's code in its message.
  const known = [code, /^(?:\w+ )?(E[A-Z_]{4,})\b/.exec(message ?? "")?.[1]].find(
    (name) => name && name in WORDS,
  );
  if (known) return `${WORDS[known]} (${known})`;
  if (!message && cause) return reasonOf(cause);
  return (message || code || String(error)).replace(/\/\/[^@\s/]+@/g, "//").split("\n", 1)[0] ?? "";
}
