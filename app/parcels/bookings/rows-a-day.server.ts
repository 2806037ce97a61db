/** BULK-6, API-4: the daily limit of parcels that come from tables and API keys together. */
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
import { literalWord } from "../../platform/db/schema/columns.ts";

/** The lower daily limit is for a person who has no parcel that was delivered and paid. */
export const NEW_ROWS_A_DAY = 50;
export const ROWS_A_DAY = 2_000;

/** The person or business to whom the limit applies. All members of a business share one limit. */
export type RowsOf = { userId: string; businessId: string | null; isStaff: boolean };

/**
 * Returns the daily limit, and the unused part of the limit on the Lagos day of `at`. Counts rows of tables and
 * bookings by API keys, except test keys. A business has the limit of its terms. Staff have the higher limit.
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

const used = (ofTables: SQL, owners: SQL) => sql`(
    (select count(*) from ${bookingBatchRows} r join ${bookingBatches} t on t.id = r.batch_id
      where ${ofTables} and r.chosen_at >= ${today})
    + (select count(*) from ${apiBookings} a where a.owner_id in (${owners}) and a.created_at >= ${today}))::int`;

/**
 * Counts a person's table rows of today and the bookings made today with the person's API keys. Leaves out rows and
 * bookings of businesses. `hasSent` is true if a paid parcel of the person was delivered (see NEW_ROWS_A_DAY).
 */
const countOfPerson = namedStatement<{ hasSent: boolean; used: number }>(
  "rows_of_person",
  () => sql`select
    coalesce((select true from ${bookings} b join ${bookingBalances} p on p.booking_id = b.id
      where b.customer_id = ${userId} and b.status = ${literalWord(DELIVERED)} and p.price_kobo > 0 and p.paid_kobo >= p.price_kobo
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
