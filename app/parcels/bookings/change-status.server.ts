/** Changes the status of a booking, and undoes such a change. */
import { mailJobOf } from "../../history/follow.server.ts";
import { addEvents } from "../../history/add-events.server.ts";
import { staff } from "../../access/by.server.ts";
import type { Admin } from "../../access/actor.ts";
import { bookingState } from "../../domain/booking-state.ts";
import type { CustodyMethod } from "../../domain/custody.ts";
import {
  BOOKING_STATUS_LABELS,
  type BookingStatus,
  DELIVERED,
  isOnTheWay,
  needsReason,
} from "../../domain/delivery-status.ts";
import { failureReason, type FailureReason } from "../../domain/failure-reasons.ts";
import type { ReportedEvent } from "../../domain/receiver-question.ts";
import { queueOf } from "../../notifications/notify.server.ts";
import type { Topic } from "../../platform/live/live.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { partKey } from "../../platform/operations/operation-key.server.ts";
import { operation, type Work } from "../../platform/operations/operation.server.ts";
import {
  bookingTopics,
  lastEvent,
  lockBooking,
  logBookingChange,
  refuseChanged,
  type Changed,
  type LockedBooking,
} from "./change-booking.server.ts";
import { deliverByHand } from "../custody/deliver-by-hand.server.ts";
import { stateEventsOf } from "../../history/state-events.server.ts";
import { newestAfter, newestStatusAt, type NewerEvent } from "../../history/newest-after.server.ts";
import { readAct } from "../taking-back/read-act.server.ts";
import { takeBackAct } from "../taking-back/take-back.server.ts";
import { mailStatus, newsWaitsSeconds } from "./tell-of-status.server.ts";
import { changedBefore, refuse } from "./messages.ts";
import { statusForm, selectedForm, undoForm, undoSelectedForm } from "./status-forms.ts";
import type { ChangedRow, RowChange } from "./status-response.ts";

/**
 * Sets the status of a booking in one transaction: row, event, activity-log row and the job of the sender's
 * mail (STATUS-2). Refuses roles that only read (STAFF-4), Failed without a reason (STATUS-6), and an
 * outdated version (STATUS-3). Setting the current status again changes nothing (STATUS-4). Publishes the
 * topics of the pages that show the booking or its store's order. The mail waits until the undo time is over.
 */
export const changeStatus = operation({
  name: "bookings.change_status",
  by: staff("changeStatus"),
  act: "status_set",
  input: statusForm,
  varying: ["version", "together"],
  on: lockBooking,
  run: async (work, { version, ...change }, booking) =>
    booking.version === version
      ? setStatus(work, await withEvents(work.tx, booking), change, { occurredAt: work.at, method: "typed" })
      : refuseChanged(work.tx, booking),
  conflict: (_, { status }) => notSet(status),
  publish: (done, _, booking) => statusTopics(done, booking),
});

/** Returns the live topics. If the booking had already ended, the new status may also open or close exceptions. */
const statusTopics = (done: { changed: boolean; status: BookingStatus }, booking: LockedBooking): Topic[] => {
  const topics = bookingTopics(done, booking);
  return topics.length > 0 && !isOnTheWay(booking.status) ? [...topics, "exceptions"] : topics;
};

/** Returns the message for a form that is sent again with another status but the same idempotency key. */
export const notSet = (status: BookingStatus) =>
  changedBefore(`${BOOKING_STATUS_LABELS[status]} was not set`);

type NewStatus = {
  status: BookingStatus;
  reason: FailureReason | null;
  note: string;
  together?: number | undefined;
};

type ReadBooking = LockedBooking & { events: ReportedEvent[] };

const withEvents = async (tx: Tx, booking: LockedBooking): Promise<ReadBooking> => ({
  ...booking,
  events: (await stateEventsOf(tx, [booking.id])).get(booking.id) ?? [],
});

/**
 * Sets the status of a booking. Only Failed stores a reason. Delivered gives the pieces to the receiver (CUSTODY-3).
 * The status overrules all known events, so its event gets a later time than the newest known event.
 */
async function setStatus(
  work: Work<Admin>,
  booking: ReadBooking,
  change: NewStatus,
  deed: HandDeed,
): Promise<Changed> {
  if (booking.status === change.status) return notChanged(booking);
  const newest = newestStatusAt(booking.events);
  const occurredAt = newest && newest >= deed.occurredAt ? new Date(newest.getTime() + 1) : deed.occurredAt;
  return writeStatus(work, booking, change, { ...deed, occurredAt, before: booking.status });
}

/**
 * Sets the status by a deed that may be reported late, such as a scan without a network. The event stores the time of
 * the deed. Deeds that happened later stay valid: `newer` is the newest later deed, or null. If a wrong clock gives a
 * time before the booking was made, the time of the booking is stored.
 */
export async function setStatusAt(
  work: Work<Admin>,
  locked: LockedBooking,
  change: NewStatus,
  deed: HandDeed,
): Promise<Changed & { occurredAt: Date; newer: NewerEvent | null }> {
  const occurredAt = new Date(Math.max(locked.createdAt.getTime(), deed.occurredAt.getTime()));
  const own = { ...deed, occurredAt };
  const booking = await withEvents(work.tx, locked);
  const newest = newestStatusAt(booking.events);
  const newer = newest && newest > occurredAt ? await newestAfter(work.tx, booking.id, occurredAt) : null;
  if (!newer) return { ...(await setStatus(work, booking, change, own)), occurredAt, newer };
  const then = booking.events.filter((one) => one.occurredAt <= occurredAt);
  const before = bookingState(booking.pieces, then).status;
  const isSame = [before, booking.status].includes(change.status);
  const done = isSame ? notChanged(booking) : await writeStatus(work, booking, change, { ...own, before });
  return { ...done, occurredAt, newer };
}

type HandDeed = { occurredAt: Date; method: CustodyMethod };
type Step = HandDeed & { before: BookingStatus };

const notChanged = ({ code: trackingCode, version, status }: LockedBooking): Changed => ({
  ok: true,
  changed: false,
  trackingCode,
  version,
  status,
});

async function writeStatus(
  work: Work<Admin>,
  booking: ReadBooking,
  { status, note, together, ...change }: NewStatus,
  { occurredAt, method, before }: Step,
): Promise<Changed> {
  const reason = needsReason(status) ? change.reason : null;
  const event = {
    ...{
      bookingId: booking.id,
      kind: "status_set" as const,
      toStatus: status,
      fromStatus: before,
      occurredAt,
    },
    ...{ note: note || null, reason, newsWaits: newsWaitsSeconds(together), set: {} },
  };
  const done = await addEvents(work, [event], new Map([[booking.id, booking]]));
  const { status: now, version } = done.get(booking.id)!;
  const why = reason ? ` (${failureReason(reason).label})` : "";
  await logBookingChange(
    work,
    booking,
    `${step(before, status)}${why}${now === status ? "" : ", heard of late"}`,
  );
  if (status === DELIVERED) await deliverByHand(work, booking.id, { occurredAt, method });
  return { ok: true, changed: true, trackingCode: booking.code, version, status: now };
}

const step = (from: BookingStatus, to: BookingStatus) =>
  `${BOOKING_STATUS_LABELS[from]} → ${BOOKING_STATUS_LABELS[to]}`;

/**
 * STATUS-8: undoes the change that made the given version of a booking. A new event restores the earlier
 * status, and the mail about the change is withdrawn. If that mail was already sent, another mail tells the
 * sender the restored status. Refuses roles that only read, and a booking with a newer version.
 */
export const undoStatus = operation({
  name: "bookings.undo_status",
  by: staff("changeStatus"),
  input: undoForm,
  varying: ["version"],
  on: lockBooking,
  run: async (work, change, booking) => {
    const { services, tx } = work;
    const last = await lastEvent(tx, booking.id);
    if (booking.version !== change.version || last?.kind !== "status_set") return refuseChanged(tx, booking);
    const taken = await takeBackAct(work, await readAct(tx, last.actId), { words: "The status was undone" });
    if (!taken.ok)
      return taken.newer.why === "correct_instead"
        ? refuse("conflict", "correct_instead")
        : refuseChanged(tx, booking);
    const { eventId, version, status } = taken.bookings.get(booking.id)!;
    await logBookingChange(work, booking, `${step(last.toStatus, status)}, undone`);
    // A mail can be withdrawn only before its sending begins.
    const withdrawn = await services.jobs.withdraw(tx, queueOf("status_changed"), mailJobOf(last.id));
    // If a newer event had overruled the undone status, the booking's status stays the same, and no mail ever reported
    // the undone status. Then no mail is needed.
    if (!withdrawn && status !== booking.status) await mailStatus(work, { bookingId: booking.id, eventId });
    return { ok: true, changed: true, trackingCode: booking.code, version, status };
  },
  conflict: () => changedBefore("it was not undone"),
  publish: (done, _, booking) => statusTopics(done, booking),
});

/** Sets a status on several bookings, each with its own idempotency key. `missed`: the ids of refused bookings. */
export const changeSelected = operation({
  name: "bookings.change_ticked",
  by: staff("changeStatus"),
  input: selectedForm,
  perform: ({ services, actor, key }, { rows, to: status, ...why }) =>
    each(rows, key, ({ id, version }, part) =>
      changeStatus(services, actor, { id, version, status, ...why, together: rows.length }, part),
    ),
});

/** STATUS-8: undoes the last change of one booking, or of the bookings that were changed together. */
export const undoSelected = operation({
  name: "bookings.undo_ticked",
  by: staff("changeStatus"),
  input: undoSelectedForm,
  perform: ({ services, actor, key }, { rows }) =>
    each(rows, key, ({ id, version }, part) => undoStatus(services, actor, { id, version }, part)),
});

async function each(
  rows: RowChange[],
  key: string | undefined,
  change: (row: RowChange, part: string | undefined) => ReturnType<typeof changeStatus>,
) {
  const done: ChangedRow[] = [];
  const back: RowChange[] = [];
  const missed: string[] = [];
  for (const row of rows) {
    const result = await change(row, key && partKey(key, row.id));
    if (!result.ok) missed.push(row.id);
    else if (result.changed) {
      const { version, status, trackingCode } = result;
      done.push({ id: row.id, version, status, trackingCode });
      back.push({ ...row, version });
    }
  }
  return { ok: true as const, done, back, missed };
}
