/** REPORT-12, REPORT-13: what riders did, and the attempts that receivers deny. For staff with `readParcelReports`. */
import { sql } from "drizzle-orm";
import type { AttemptAnswer } from "../../domain/choices.ts";
import type { FailureReason } from "../../domain/failure-reasons.ts";
import { notUndone } from "../../history/state-events.server.ts";
import { startOfPeriod, type Period } from "../../money/reports/period.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { attemptAnswers, bookingEvents, bookings, hubs, riders, runs } from "../../platform/db/schema.ts";
import { countRiders, riderEvents, type Between } from "../devices/rider-numbers.server.ts";

function betweenOf(period: Period): Between {
  const { from, end } = startOfPeriod(period);
  return { from: new Date(from), end: new Date(end) };
}

/** The numbers of each rider with any on these days, as the rider's own page counts them. */
export const readRiderLines = (db: Db, period: Period) => countRiders(db, betweenOf(period));

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

/** A line with the counts, or the counts alone. */
type Row = { answered: number; denied: number } & Omit<DeniedLine, "at" | "answeredAt"> & {
    at: string;
    answeredAt: string;
  };

/**
 * The attempts of these Lagos days that receivers deny, the newest first, at most `most`, and how many attempts receivers
 * answered at all. An undone attempt is no attempt.
 */
export async function readDenied(db: Db, period: Period, most: number | null) {
  const between = betweenOf(period);
  const { from, end } = startOfPeriod(period);
  const ofDenied = sql`events.id in (select key from denied)`;
  const { rows } = await db.execute<Row>(sql`
    with asked as materialized (
      select ${bookingEvents.id} as key, ${bookingEvents.occurredAt} as at, ${bookingEvents.bookingId} as booking_id,
        ${bookingEvents.hubId} as hub_id, ${bookingEvents.runId} as run_id, ${bookingEvents.reason} as reason,
        ${attemptAnswers.answer} as answer, ${attemptAnswers.answeredAt} as answered_at
      from ${attemptAnswers} join ${bookingEvents} on ${bookingEvents.id} = ${attemptAnswers.eventId}
      where ${bookingEvents.occurredAt} >= ${from}::timestamptz and ${bookingEvents.occurredAt} < ${end}::timestamptz and ${notUndone}
    ), denied as materialized (
      select * from asked where answer <> 'right' order by at desc, key desc limit ${most}
    )
    select answered, counted.denied, denied.key::float8 as key, at::text, answered_at::text as "answeredAt", b.tracking_code as code,
      w.name as rider, h.name as hub, reason, answer
    from (select count(*)::int as answered, (count(*) filter (where answer <> 'right'))::int as denied from asked) counted
      left join denied on true left join ${bookings} b on b.id = denied.booking_id
      left join ${runs} on ${runs.id} = denied.run_id left join ${hubs} h on h.id = coalesce(denied.hub_id, ${runs.hubId})
      left join ${riderEvents(between, null, ofDenied)} done on done.id = denied.key left join ${riders} w on w.id = done.rider_id
    order by at desc, denied.key desc`);
  const { answered = 0, denied = 0 } = rows[0] ?? {};
  const lines = rows
    .filter((row) => row.key !== null)
    .map(({ key, at, code, rider, hub, reason, answer, answeredAt }): DeniedLine => ({
      ...{ key, at: new Date(at), code, rider, hub, reason, answer, answeredAt: new Date(answeredAt) },
    }));
  return { answered, denied, lines };
}
