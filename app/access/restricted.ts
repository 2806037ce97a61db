/** The value that readersOnly throws: the refused actor. */
export type RestrictedData = { restricted: true; name: string };

export function isRestricted(data: unknown): data is RestrictedData {
  return typeof data === "object" && data !== null && (data as RestrictedData).restricted === true;
}
