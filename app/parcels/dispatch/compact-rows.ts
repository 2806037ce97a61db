/**
 * Packs rows into one text for the browser. React Router inspects each value that a page loads, and the 750
 * values of a page of rows would make this slow (docs/decisions/0003-page-rendering.md).
 */
import type { BookingRow } from "./list-bookings.server.ts";

const NAMES = [
  "id", "trackingCode", "createdAt", "senderName", "senderPhone", "receiverName", "receiverPhone", "senderState", "receiverState",
  "packageType", "packageWeight", "promisedDay", "status", "version", "collectKobo", "staffNote", "assignee", "plan",
] as const satisfies (keyof BookingRow)[]; // prettier-ignore
type Compact = { [K in keyof BookingRow]: BookingRow[K] extends Date ? number : BookingRow[K] };

/** Every load makes a new object, so that the page notices the load even if the text is the same. */
export type CompactRows = { compact: string };

export function compactRows(rows: readonly BookingRow[]): CompactRows {
  const values = rows.map((row) =>
    NAMES.map((name) => {
      const value = row[name];
      return value instanceof Date ? value.getTime() : value;
    }),
  );
  return { compact: JSON.stringify(values) };
}

export function unpackRows({ compact }: CompactRows): BookingRow[] {
  return (JSON.parse(compact) as Compact[keyof Compact][][]).map((values) => {
    const row = Object.fromEntries(NAMES.map((name, at) => [name, values[at]])) as Compact;
    return { ...row, createdAt: new Date(row.createdAt), promisedDay: new Date(row.promisedDay) };
  });
}
