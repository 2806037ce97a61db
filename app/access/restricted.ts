/** The value that readersOnly throws: who was refused. */
export type RestrictedData = { restricted: true; name: string };

export function isRestricted(data: unknown): data is RestrictedData {
  return typeof data === "object" && data !== null && (data as RestrictedData).restricted === true;
}
