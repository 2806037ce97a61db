/** A UUID as the database writes it, for patterns of which it is a part. */
export const UUID_PATTERN = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const UUID = new RegExp(`^${UUID_PATTERN}$`);

/** Whether a text is a UUID as the database writes it: any other text would be an error there. */
export function isUuid(text: unknown): text is string {
  return typeof text === "string" && UUID.test(text);
}

/** The id that an address or a form names, or null: what cannot be one names nothing. */
export function uuidParam(text: unknown): string | null {
  return isUuid(text) ? text : null;
}
