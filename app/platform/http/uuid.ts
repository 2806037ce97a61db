/** A UUID in the database's spelling, for use inside other patterns. */
export const UUID_PATTERN = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const UUID = new RegExp(`^${UUID_PATTERN}$`);

/** True for a UUID in the database's spelling. A database query with any other text as an id would fail. */
export function isUuid(text: unknown): text is string {
  return typeof text === "string" && UUID.test(text);
}

/** Returns the id from a URL or a form; null if it is no UUID. */
export function uuidParam(text: unknown): string | null {
  return isUuid(text) ? text : null;
}
