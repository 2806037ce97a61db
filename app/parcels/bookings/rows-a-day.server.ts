/** BULK-6, API-4: how many parcels a person or a business may book a day by tables and by programs together. */
import { sql, type SQL } from "drizzle-orm";
import { startOfLagosDay } from "../../domain/dates.ts";
import { DELIVERED } from "../../domain/delivery-status.ts";
import type { Db, Tx } from "../../platform/db/client.server.ts";
import { namedStatement } from "../../platform/db/prepared.server.ts";
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
  if (businessId !== null) {
    const { rows } = await countOfBusiness(db, { businessId, today });
    const { most = 0, used = 0 } = rows[0] ?? {};
    return { most, left: Math.max(0, most - used) };
  }
  const { rows } = await countOfPerson(db, { userId, today });
  const { hasSent = false, used = 0 } = rows[0] ?? {};
  const most = isStaff || hasSent ? ROWS_A_DAY : NEW_ROWS_A_DAY;
  return { most, left: Math.max(0, most - used) };
}

const today = sql`${sql.placeholder("today")}::timestamptz`;
const userId = sql`${sql.placeholder("userId")}::uuid`;
const businessId = sql`${sql.placeholder("businessId")}::uuid`;

/** The rows chosen of the day's tables, and the bookings by keys of the owners. */
const used = (ofTables: SQL, owners: SQL) => sql`(
    (select count(*) from ${bookingBatchRows} r join ${bookingBatches} t on t.id = r.batch_id
      where ${ofTables} and r.chosen_at >= ${today})
    + (select count(*) from ${apiBookings} a where a.owner_id in (${owners}) and a.created_at >= ${today}))::int`;

/** Counts the keys of the person and of the person's stores, without those of businesses. `hasSent`: one of the person's parcels was delivered and is paid. */
const countOfPerson = namedStatement<{ hasSent: boolean; used: number }>(
  "rows_of_person",
  () => sql`select
    coalesce((select true from ${bookings} b join ${bookingBalances} p on p.booking_id = b.id
      where b.customer_id = ${userId} and b.status = ${wordOf(DELIVERED)} and p.price_kobo > 0 and p.paid_kobo >= p.price_kobo
      order by b.created_at limit 1), false
    ) as "hasSent",
    ${used(
      sql`t.user_id = ${userId} and t.business_id is null`,
      sql`select ${userId} union all select s.id from ${stores} s where s.user_id = ${userId}`,
    )} as used`,
);

const countOfBusiness = namedStatement<{ most: number; used: number }>(
  "rows_of_business",
  () => sql`select b.rows_a_day as most, ${used(sql`t.business_id = ${businessId}`, businessId)} as used
    from ${businesses} b where b.id = ${businessId}`,
);
