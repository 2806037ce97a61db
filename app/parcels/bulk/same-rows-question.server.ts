/**
 * BULK-6: finds a batch with the same rows that was booked in the last seven days, by the same person or for the same
 * business.
 */
import { and, desc, eq, gt, isNotNull, ne, or, sql } from "drizzle-orm";
import { formatNearDate } from "../../domain/dates.ts";
import type { Db, Tx } from "../../platform/db/client.server.ts";
import { bookingBatches, bookingBatchRows } from "../../platform/db/schema.ts";
import { againQuestion } from "./messages.ts";
import type { Batch } from "./check-batch.server.ts";

const REPEAT_DAYS = 7;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Returns the question whether to book these rows again. Null if no batch with the same rows was booked in the last
 * seven days, by the same person or for the same business.
 */
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
        or(
          eq(bookingBatches.userId, batch.userId),
          batch.businessId === null ? undefined : eq(bookingBatches.businessId, batch.businessId),
        ),
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
