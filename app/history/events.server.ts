/** HISTORY-1: the types of an event before and after it is written to a booking's history. */
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
  /** The number of the piece. Without a number, the event is about all pieces. */
  piece?: number | null;
  kind: Kind;
  /** The status that staff set by hand. */
  toStatus?: BookingStatus;
  /** The status before the event; by default the present status. */
  fromStatus?: BookingStatus;
  /** The time of the event; by default the time of the act. */
  occurredAt?: Date;
  /** The act of this event. Needed only if events of several acts are written together. */
  act?: Act;
  hubId?: string | null;
  runId?: string | null;
  reason?: FailureReason | null;
  note?: string | null;
  incident?: IncidentKind | null;
  changes?: Corrections;
  /** STATUS-10: the parcel's new promised day, a Lagos day, and the reason. */
  newDay?: string;
  newDayWhy?: NewDayReason;
  /** True if the sender and the receiver learn of the event from another message. */
  quiet?: boolean;
  /** The event that an event of kind `undone` undoes. */
  undoes?: number | null;
  set?: BookingColumns;
  /** The mail and the message are sent after this many seconds. Until then staff can undo the event. */
  newsWaits?: number;
};

/** An event of a parcel whose piece and time are known, such as a scan or a delivery. */
export type EventAtTime = NewEvent & { piece: number | null; occurredAt: Date };

export type DoneBooking = {
  id: string;
  code: string;
  before: BookingStatus;
  status: BookingStatus;
  version: number;
  /** The newest written event of the booking. */
  eventId: number;
};

export type EventRow = Omit<typeof bookingEvents.$inferInsert, "kind"> & {
  kind: EventKind;
  toStatus: BookingStatus;
};

export type Written = {
  id: number;
  row: EventRow;
  event: NewEvent;
  act: Act;
  /**
   * The temporary id that the event has while the state is derived. Null for an event that does not affect the state.
   */
  unsaved: number | null;
};
