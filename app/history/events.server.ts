/** HISTORY-1: an event before and after it is written into the history of a booking. */
import type { BookingStatus } from "../domain/delivery-status.ts";
import type { Corrections, EventKind } from "../domain/event-kinds.ts";
import type { FailureReason } from "../domain/failure-reasons.ts";
import type { NewDayReason } from "../domain/new-day.ts";
import type { IncidentKind } from "../domain/run.ts";
import { bookingEvents } from "../platform/db/schema.ts";
import type { Act } from "../platform/operations/act.server.ts";
import type { BookingColumns } from "./booking-rows.server.ts";

export type NewEvent<Kind extends EventKind = EventKind> = {
  bookingId: string;
  /** The number of the piece; left out or null for an event about all pieces. */
  piece?: number | null;
  kind: Kind;
  /** The status that staff set by hand; left out for other kinds of events. */
  toStatus?: BookingStatus;
  /** The status before the event; by default the present one. */
  fromStatus?: BookingStatus;
  /** The time of the event; by default that of its act. */
  occurredAt?: Date;
  /** The act of this event, if it is written together with those of other acts. */
  act?: Act;
  hubId?: string | null;
  runId?: string | null;
  reason?: FailureReason | null;
  note?: string | null;
  incident?: IncidentKind | null;
  changes?: Corrections;
  /** STATUS-10: the new day of the parcel, a Lagos day, and why it moved. */
  newDay?: string;
  newDayWhy?: NewDayReason;
  /** True if another message informs sender and receiver of the event. */
  quiet?: boolean;
  /** The event that an event of kind `undone` undoes. */
  undoes?: number | null;
  set?: BookingColumns;
  /** How many seconds mail and message wait, so that the event can be undone before they go out. */
  newsWaits?: number;
};

/** An event of the parcel with the time when it happened, such as a scan or a delivery. */
export type Deed = NewEvent & { piece: number | null; occurredAt: Date };

export type DoneBooking = {
  id: string;
  code: string;
  before: BookingStatus;
  status: BookingStatus;
  version: number;
  /** The newest event that was written for the booking. */
  eventId: number;
};

export type EventRow = Omit<typeof bookingEvents.$inferInsert, "kind"> & {
  kind: EventKind;
  toStatus: BookingStatus;
};

/** An event that was written, with its id. */
export type Written = {
  id: number;
  row: EventRow;
  event: NewEvent;
  act: Act;
  /** The id of the event in the derivation of the state; null for an event that states none. */
  unsaved: number | null;
};
