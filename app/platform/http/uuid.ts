/** A UUID as the database writes it, for patterns of which it is a part. */
export const UUID_PATTERN = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const UUID = new RegExp(`^${UUID_PATTERN}$`);

/** True if a text is a UUID in the database's spelling. Any other text would be an error there. */
export function isUuid(text: unknown): text is string {
  return typeof text === "string" && UUID.test(text);
}

/** The id in an address or a form; null if it cannot be one. */
export function uuidParam(text: unknown): string | null {
  return isUuid(text) ? text : null;
}
