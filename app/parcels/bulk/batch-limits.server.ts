/** BULK-6: how many rows a person may book a day, and whether the same rows were booked in the last seven days. */
import { and, desc, eq, gt, isNotNull, ne, sql } from "drizzle-orm";
import { DELIVERED } from "../../domain/delivery-status.ts";
import { formatNearDate, startOfLagosDay } from "../../domain/dates.ts";
import type { Db, Tx } from "../../platform/db/client.server.ts";
import { bookingBalances, bookingBatches, bookingBatchRows, bookings } from "../../platform/db/schema.ts";
import { wordOf } from "../../platform/db/schema/columns.ts";
import { againQuestion } from "./messages.ts";
import type { Batch } from "./check-batch.server.ts";

/** The rows a day of somebody without a delivered and paid parcel, and of others. */
export const NEW_ROWS_A_DAY = 50;
export const ROWS_A_DAY = 2_000;

/** The most rows a day of this person, and how many of them are left today. */
export async function rowsLeft(
  db: Db | Tx,
  { userId, kind }: Pick<Batch, "userId" | "kind">,
  at: Date,
): Promise<{ most: number; left: number }> {
  const most = kind === "staff" || (await hasSent(db, userId)) ? ROWS_A_DAY : NEW_ROWS_A_DAY;
  const [today] = await db
    .select({ rows: sql<number>`count(*)::int` })
    .from(bookingBatchRows)
    .innerJoin(bookingBatches, eq(bookingBatches.id, bookingBatchRows.batchId))
    .where(
      and(
        eq(bookingBatches.userId, userId),
        sql`${bookingBatchRows.chosenAt} >= ${startOfLagosDay(at).toISOString()}`,
      ),
    );
  return { most, left: Math.max(0, most - (today?.rows ?? 0)) };
}

/** True if one of the person's parcels was delivered and is paid. */
async function hasSent(db: Db | Tx, userId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from ${bookings} b join ${bookingBalances} p on p.booking_id = b.id
    where b.customer_id = ${userId} and b.status = ${wordOf(DELIVERED)} and p.price_kobo > 0 and p.paid_kobo >= p.price_kobo
    limit 1`);
  return rows.length > 0;
}

const REPEAT_DAYS = 7;
const DAY_MS = 24 * 60 * 60 * 1000;

/** The question about another batch of the person with the same rows in the last seven days; null without one. */
export async function sameRowsQuestion(db: Db | Tx, batch: Batch, at: Date): Promise<string | null> {
  const [same] = await db
    .select({
      confirmedAt: bookingBatches.confirmedAt,
      booked: sql<number>`(select count(*)::int from ${bookingBatchRows} r
        where r.batch_id = ${bookingBatches}.id and r.chosen_at is not null)`,
    })
    .from(bookingBatches)
    .where(
      and(
        eq(bookingBatches.userId, batch.userId),
        eq(bookingBatches.rowsHash, batch.rowsHash),
        ne(bookingBatches.id, batch.id),
        isNotNull(bookingBatches.confirmedAt),
        gt(bookingBatches.confirmedAt, new Date(at.getTime() - REPEAT_DAYS * DAY_MS)),
      ),
    )
    .orderBy(desc(bookingBatches.confirmedAt))
    .limit(1);
  if (!same?.confirmedAt || same.booked === 0) return null;
  return againQuestion(same.booked, formatNearDate(same.confirmedAt));
}
