/** BULK-6, API-4: how many parcels a person or a business may book a day by tables and by programs together. */
import { and, eq, gte, inArray, isNull, sql } from "drizzle-orm";
import { startOfLagosDay } from "../../domain/dates.ts";
import { DELIVERED } from "../../domain/delivery-status.ts";
import type { Db, Tx } from "../../platform/db/client.server.ts";
import {
  apiBookings,
  bookingBalances,
  bookingBatches,
  bookingBatchRows,
  bookings,
  businesses,
  stores,
} from "../../platform/db/schema.ts";
import { wordOf } from "../../platform/db/schema/columns.ts";

/** The rows a day of somebody without a delivered and paid parcel, and of others. */
export const NEW_ROWS_A_DAY = 50;
export const ROWS_A_DAY = 2_000;

/** For whom is booked: a person, or the business of a member, whose parcels of all members count together. */
export type RowsOf = { userId: string; businessId: string | null; isStaff: boolean };

/**
 * The most rows of tables and bookings by live keys in the Lagos day of `at`, and how many of them are left. A business has
 * the number of its terms. A test key books in another database, and so counts nothing. Staff have the higher number at once.
 */
export async function rowsLeft(
  db: Db | Tx,
  { userId, businessId, isStaff }: RowsOf,
  at: Date,
): Promise<{ most: number; left: number }> {
  const today = startOfLagosDay(at);
  if (businessId !== null) return rowsOfBusiness(db, businessId, today);
  const most = isStaff || (await hasSent(db, userId)) ? ROWS_A_DAY : NEW_ROWS_A_DAY;
  const [ofTables] = await db
    .select({ rows: sql<number>`count(*)::int` })
    .from(bookingBatchRows)
    .innerJoin(bookingBatches, eq(bookingBatches.id, bookingBatchRows.batchId))
    .where(
      and(
        eq(bookingBatches.userId, userId),
        isNull(bookingBatches.businessId),
        gte(bookingBatchRows.chosenAt, today),
      ),
    );
  // By keys of the person and of the person's stores, without those of businesses. One list of owners, so that the index is used.
  const owners = sql`(select ${userId}::uuid union all select ${stores.id} from ${stores} where ${stores.userId} = ${userId})`;
  const byKeys = await db.$count(
    apiBookings,
    and(inArray(apiBookings.ownerId, owners), gte(apiBookings.createdAt, today)),
  );
  return { most, left: Math.max(0, most - (ofTables?.rows ?? 0) - byKeys) };
}

async function rowsOfBusiness(db: Db | Tx, businessId: string, today: Date) {
  const [terms] = await db
    .select({ most: businesses.rowsADay })
    .from(businesses)
    .where(eq(businesses.id, businessId));
  const [ofTables] = await db
    .select({ rows: sql<number>`count(*)::int` })
    .from(bookingBatchRows)
    .innerJoin(bookingBatches, eq(bookingBatches.id, bookingBatchRows.batchId))
    .where(and(eq(bookingBatches.businessId, businessId), gte(bookingBatchRows.chosenAt, today)));
  const byKeys = await db.$count(
    apiBookings,
    and(eq(apiBookings.ownerId, businessId), gte(apiBookings.createdAt, today)),
  );
  const most = terms?.most ?? 0;
  return { most, left: Math.max(0, most - (ofTables?.rows ?? 0) - byKeys) };
}

/** True if one of the person's parcels was delivered and is paid. */
async function hasSent(db: Db | Tx, userId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from ${bookings} b join ${bookingBalances} p on p.booking_id = b.id
    where b.customer_id = ${userId} and b.status = ${wordOf(DELIVERED)} and p.price_kobo > 0 and p.paid_kobo >= p.price_kobo
    limit 1`);
  return rows.length > 0;
}
