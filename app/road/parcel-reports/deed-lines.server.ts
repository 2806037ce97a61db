/** REPORT-12, REPORT-13: reads riders' counts, and the attempts that receivers deny. */
import { sql } from "drizzle-orm";
import type { AttemptAnswer } from "../../domain/choices.ts";
import type { FailureReason } from "../../domain/failure-reasons.ts";
import { startOfPeriod, type Period } from "../../money/reports/period.ts";
import type { Db } from "../../platform/db/client.server.ts";
import {
  acts,
  attemptAnswers,
  bookingEvents,
  bookings,
  hubs,
  riderDeeds,
  riders,
  runs,
} from "../../platform/db/schema.ts";
import { countRiders } from "../devices/rider-numbers.server.ts";

/** Returns the counts of each rider who has any on these days. For staff with `readParcelReports`. */
export const readRiderLines = (db: Db, period: Period) => countRiders(db, period);

export type DeniedLine = {
  key: number;
  at: Date;
  code: string;
  rider: string | null;
  hub: string | null;
  reason: FailureReason | null;
  answer: AttemptAnswer;
  answeredAt: Date;
};

/**
 * A denied attempt, with the number of answers and of denials. Without any denied attempt, the result is one row with
 * only these two counts.
 */
type Row = { answered: number; denied: number } & Omit<DeniedLine, "at" | "answeredAt"> & {
    at: string;
    answeredAt: string;
  };

/**
 * Returns the newest attempts that receivers deny, at most `most`, and how many receivers answered and denied. Only
 * attempts on these Lagos days count. Undone attempts do not count. For staff with `readParcelReports`.
 */
export async function readDenied(db: Db, period: Period, most: number | null) {
  const { from, end } = startOfPeriod(period);
  const { rows } = await db.execute<Row>(sql`
    with asked as materialized (
      select event_id, attempted_at, answer from ${attemptAnswers}
      where attempted_at >= ${from}::timestamptz and attempted_at < ${end}::timestamptz
        and not exists (select from ${bookingEvents} u where u.undoes = event_id)
    ), denied as materialized (
      select event_id as key, attempted_at as at, a.answer, answered_at from asked join ${attemptAnswers} a using (event_id, attempted_at)
      where asked.answer <> 'right' order by at desc, key desc limit ${most}
    )
    select answered, counted.denied, denied.key::float8 as key, at::text, answered_at::text as "answeredAt", b.tracking_code as code,
      w.name as rider, h.name as hub, ${bookingEvents.reason} as reason, answer
    from (select count(*)::int as answered, (count(*) filter (where answer <> 'right'))::int as denied from asked) counted
      left join denied on true left join ${bookingEvents} on ${bookingEvents.id} = denied.key left join ${bookings} b on b.id = ${bookingEvents.bookingId}
      left join ${runs} on ${runs.id} = ${bookingEvents.runId} left join ${hubs} h on h.id = coalesce(${bookingEvents.hubId}, ${runs.hubId})
      left join ${acts} on ${acts.id} = ${bookingEvents.actId} left join ${riderDeeds} on ${riderDeeds.deedId} = ${acts.deedId} and ${bookingEvents.runId} is not null
      left join ${riders} w on w.id = coalesce(${riderDeeds.riderId}, ${runs.riderId})
    order by at desc, denied.key desc`);
  const { answered = 0, denied = 0 } = rows[0] ?? {};
  const lines = rows
    .filter((row) => row.key !== null)
    .map(({ key, at, code, rider, hub, reason, answer, answeredAt }): DeniedLine => ({
      ...{ key, at: new Date(at), code, rider, hub, reason, answer, answeredAt: new Date(answeredAt) },
    }));
  return { answered, denied, lines };
}
