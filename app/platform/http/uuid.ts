const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a text is a UUID as the database writes it: any other text would be an error there. */
export function isUuid(text: unknown): text is string {
  return typeof text === "string" && UUID.test(text);
}
