/** CUSTODY-2: locks the rows of bookings whose histories are written. */
import { sql } from "drizzle-orm";
import type { Tx } from "../platform/db/client.server.ts";
import { bookings } from "../platform/db/schema.ts";

/** The columns of a row-locked booking that deeds need. */
export const lockedForDeeds = {
  id: bookings.id,
  code: bookings.trackingCode,
  status: bookings.status,
  version: bookings.version,
  pieces: bookings.pieces,
  deliveredAt: bookings.deliveredAt,
};
export type LockedForDeeds = Pick<
  typeof bookings.$inferSelect,
  "id" | "status" | "version" | "pieces" | "deliveredAt"
> & { code: string };

/** Locks the rows of bookings in order of code, by id. */
export async function lockForDeeds(tx: Tx, ids: readonly string[]): Promise<Map<string, LockedForDeeds>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select(lockedForDeeds)
    .from(bookings)
    .where(sql`${bookings.id} = any(${sql.param(ids)}::uuid[])`)
    .orderBy(bookings.trackingCode)
    .for("no key update");
  return new Map(rows.map((row) => [row.id, row]));
}
