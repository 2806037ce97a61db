/** BULK-6, API-4: how many parcels a person may book a day by tables and by programs together. */
import { and, eq, gte, sql } from "drizzle-orm";
import { startOfLagosDay } from "../../domain/dates.ts";
import { DELIVERED } from "../../domain/delivery-status.ts";
import type { Db, Tx } from "../../platform/db/client.server.ts";
import {
  apiBookings,
  bookingBalances,
  bookingBatches,
  bookingBatchRows,
  bookings,
} from "../../platform/db/schema.ts";
import { wordOf } from "../../platform/db/schema/columns.ts";

/** The rows a day of somebody without a delivered and paid parcel, and of others. */
export const NEW_ROWS_A_DAY = 50;
export const ROWS_A_DAY = 2_000;

/**
 * The most rows of tables and bookings by live keys of this person in the Lagos day of `at`, and how many of them are
 * left. A test key books in another database, and so counts nothing. Staff have the higher number at once.
 */
export async function rowsLeft(
  db: Db | Tx,
  { userId, isStaff }: { userId: string; isStaff: boolean },
  at: Date,
): Promise<{ most: number; left: number }> {
  const most = isStaff || (await hasSent(db, userId)) ? ROWS_A_DAY : NEW_ROWS_A_DAY;
  const today = startOfLagosDay(at);
  const [ofTables] = await db
    .select({ rows: sql<number>`count(*)::int` })
    .from(bookingBatchRows)
    .innerJoin(bookingBatches, eq(bookingBatches.id, bookingBatchRows.batchId))
    .where(and(eq(bookingBatches.userId, userId), gte(bookingBatchRows.chosenAt, today)));
  const [byKeys] = await db
    .select({ rows: sql<number>`count(*)::int` })
    .from(apiBookings)
    .innerJoin(bookings, eq(bookings.id, apiBookings.bookingId))
    .where(and(eq(bookings.customerId, userId), gte(apiBookings.createdAt, today)));
  return { most, left: Math.max(0, most - (ofTables?.rows ?? 0) - (byKeys?.rows ?? 0)) };
}

/** True if one of the person's parcels was delivered and is paid. */
async function hasSent(db: Db | Tx, userId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from ${bookings} b join ${bookingBalances} p on p.booking_id = b.id
    where b.customer_id = ${userId} and b.status = ${wordOf(DELIVERED)} and p.price_kobo > 0 and p.paid_kobo >= p.price_kobo
    limit 1`);
  return rows.length > 0;
}
