/** The data that `readersOnly` throws for the page 'Access Restricted'. `name` is the name of the refused person. */
export type RestrictedData = { restricted: true; name: string };

export function isRestricted(data: unknown): data is RestrictedData {
  return typeof data === "object" && data !== null && (data as RestrictedData).restricted === true;
}
