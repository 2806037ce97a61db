/** Daily counts of parcels. Triggers of events maintain them (docs/decisions/0010-counters-and-totals.md). */
import * as pg from "drizzle-orm/pg-core";
import { LANE_SPANS } from "../../../domain/money-kinds.ts";
import { columnOf, type ParcelNumber } from "../../../domain/parcel-numbers.ts";
import { bigNumber, countedId, oneOf } from "./columns.ts";

const count = (name: ParcelNumber) => pg.integer(columnOf(name)).notNull();
const numbers = () => ({
  pickedUp: count("pickedUp"),
  arrived: count("arrived"),
  departed: count("departed"),
  sentOut: count("sentOut"),
  delivered: pg.integer().notNull(),
  onTime: count("onTime"),
  firstTries: count("firstTries"),
  firstDelivered: count("firstDelivered"),
  attempts: count("attempts"),
  missing: count("missing"),
  returned: count("returned"),
});
const lagosDate = (name: string) => pg.date(name, { mode: "string" }).notNull();
/**
 * Declares the hub of a daily count; `runId` declares the run. The value is `NONE` if the deed has no hub or no run.
 * No foreign keys, so that an update of a count does not wait for a lock on the hub's row.
 */
const hubId = () => pg.uuid("hub_id").notNull();
const runId = () => pg.uuid("run_id").notNull();

/**
 * The changes of bookings since `roll_up_parcel_changes` last ran. Rows are only added, so that scans never wait for
 * a lock. The daily counts are calculated from these rows later. A row is one of these changes:
 * - A new event.
 * - A booking's values before a correction.
 * - A new exception about a missing piece (`missing` is 1), or such an exception that was closed as a wrong count (-1).
 * - A booking without other values: only the numbers of its riders are calculated again.
 */
export const parcelChanges = pg.pgTable("parcel_changes", {
  id: countedId(),
  bookingId: pg.uuid("booking_id").notNull(),
  eventId: bigNumber("event_id"),
  fromState: pg.text("from_state"),
  toState: pg.text("to_state"),
  pieces: pg.integer("pieces"),
  /** The Lagos day of the estimated delivery before a correction. */
  due: pg.date("due", { mode: "string" }),
  day: pg.date("day", { mode: "string" }),
  hubId: pg.uuid("hub_id"),
  runId: pg.uuid("run_id"),
  missing: pg.integer("missing"),
});

/** The counts of a hub's parcels on a Lagos day. */
export const parcelHubDays = pg.pgTable(
  "parcel_hub_days",
  { day: lagosDate("day"), hubId: hubId(), ...numbers() },
  (t) => [pg.primaryKey({ columns: [t.day, t.hubId] })],
);

/** The running totals of a lane, as in `lane_totals`: the sum of a period is the difference of a few totals. */
export const parcelLaneTotals = pg.pgTable(
  "parcel_lane_totals",
  {
    span: pg.text("span", { enum: LANE_SPANS }).notNull(),
    starts: lagosDate("starts"),
    fromState: pg.text("from_state").notNull(),
    toState: pg.text("to_state").notNull(),
    ...numbers(),
  },
  (t) => [
    pg.primaryKey({ columns: [t.span, t.starts, t.fromState, t.toState] }),
    pg.check("parcel_lane_totals_span", oneOf(t.span, LANE_SPANS)),
  ],
);

export const parcelRuns = pg.pgTable("parcel_runs", {
  runId: runId().primaryKey(),
  ...numbers(),
});
