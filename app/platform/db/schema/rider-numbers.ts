/**
 * The work of each rider on each day, in numbers (docs/decisions/0010-counters-and-totals.md). The tables are not in
 * schema.ts, because only SQL text names them: migrations/0001_riders_by_day.sql, the riders' report and the check of
 * backups.
 */
import * as pg from "drizzle-orm/pg-core";

/**
 * A rider's results for a booking on a Lagos day. `did` is a bit mask of the results: 1 delivered, 2 on time, 4
 * attempted, 8 denied by the receiver. It is calculated again when the booking changes, and the difference is then
 * added to `rider_days`.
 */
export const riderFacts = pg.pgTable(
  "rider_facts",
  {
    bookingId: pg.uuid("booking_id").notNull(),
    riderId: pg.uuid("rider_id").notNull(),
    day: pg.date("day", { mode: "string" }).notNull(),
    did: pg.integer().notNull(),
  },
  (t) => [pg.primaryKey({ columns: [t.bookingId, t.riderId, t.day] })],
);

/**
 * The number of bookings (`n`) for which a rider had a result (`did`) on a day. `since` is the last earlier day on
 * which the rider had the same result for the booking, or '-infinity'. Bookings with another `since` are in another
 * row.
 *
 * A report about a period adds up the rows of its days whose `since` is before the period. So a booking counts once,
 * even if it had the result on several days of the period.
 */
export const riderDays = pg.pgTable(
  "rider_days",
  {
    riderId: pg.uuid("rider_id").notNull(),
    did: pg.integer().notNull(),
    day: pg.date("day", { mode: "string" }).notNull(),
    since: pg.date("since", { mode: "string" }).notNull(),
    n: pg.integer().notNull(),
  },
  (t) => [pg.primaryKey({ columns: [t.riderId, t.day, t.did, t.since] })],
);
