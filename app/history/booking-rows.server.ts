/** CUSTODY-2: locks the rows of bookings, and stores the changes that events make to these rows. */
import { eq, sql } from "drizzle-orm";
import { pickColumns, type Tx } from "../platform/db/client.server.ts";
import { bookings } from "../platform/db/schema.ts";
import type { BookingState } from "../domain/booking-state.ts";

export const lockedForDeeds = {
  id: bookings.id,
  code: bookings.trackingCode,
  ...pickColumns(bookings, "status", "version", "pieces", "deliveredAt"),
};
export type LockedForDeeds = Pick<
  typeof bookings.$inferSelect,
  "id" | "status" | "version" | "pieces" | "deliveredAt"
> & { code: string };

/** Locks the rows of bookings in order of code. Returns the rows by id. */
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

/**
 * The columns that an event can change. Status and time of delivery are left out, because they follow from all events.
 */
export type BookingColumns = Partial<
  Omit<typeof bookings.$inferInsert, "id" | "status" | "deliveredAt" | "version">
>;

/** Stores the states of these bookings in one statement. */
export async function setStates(tx: Tx, at: Date, changed: readonly [string, BookingState][]): Promise<void> {
  if (changed.length === 0) return;
  const column = <T>(values: T[]) => sql.param(values);
  await tx.execute(sql`
    update ${bookings} set status = new.status, delivered_at = new.delivered_at, version = version + 1, updated_at = ${at.toISOString()}::timestamptz
    from unnest(${column(changed.map(([id]) => id))}::uuid[], ${column(changed.map(([, { status }]) => status))}::text[],
      ${column(changed.map(([, { deliveredAt }]) => deliveredAt?.toISOString() ?? null))}::timestamptz[]) as new (id, status, delivered_at)
    where ${eq(bookings.id, sql`new.id`)}`);
}

/** Stores columns and the next version of bookings. `setStates` has stored the next version of those in `counted`. */
export async function setColumns(
  tx: Tx,
  at: Date,
  columns: ReadonlyMap<string, BookingColumns>,
  counted: ReadonlySet<string>,
): Promise<void> {
  for (const [id, own] of [...columns].filter(
    (one) => !counted.has(one[0]) || Object.keys(one[1]).length > 0,
  ))
    await tx
      .update(bookings)
      .set({
        ...own,
        updatedAt: at,
        ...(!counted.has(id) && { version: sql`${bookings.version} + 1` }),
      })
      .where(eq(bookings.id, id));
}
