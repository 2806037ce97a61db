/** Changing the status of a booking, and taking a change back. */
import type { Admin } from "../domain/actor.ts";
import { DELIVERY_STATUS_LABELS, type DeliveryStatus } from "../domain/booking.ts";
import { failureReason, missingForFailed, type FailureReason } from "../domain/failure-reasons.ts";
import type { Tx } from "../platform/db/client.server.ts";
import { refuse, type Refusal } from "../platform/http/result.ts";
import { partKey } from "../platform/idempotency/idempotency.server.ts";
import type { Services } from "../platform/services.server.ts";
import {
  changeBooking,
  lastEvent,
  lastEventTo,
  whoWasFaster,
  writeChange,
  type ChangeResult,
} from "./change-booking.server.ts";

export type StatusChange = {
  id: string;
  version: number;
  status: DeliveryStatus;
  note: string;
  /** Required for Failed, else ignored. */
  reason?: FailureReason | null;
  /** How many are changed together; one without. */
  together?: number;
};
/**
 * STATUS-8: for so long the mail about a status waits, so that nobody is notified of a change that was undone. The ten seconds begin
 * where the response is shown: a slow line comes before and after them, and of many bookings the first waits for the last.
 */
const mailWaitsSeconds = (together = 1) => 12 + Math.floor(together / 10);

/** The mail job of an event has an id of its own, by which an undo withdraws it. */
const mailJobOf = (eventId: number) => partKey("status_changed", String(eventId));

/**
 * Sets the status of a booking: row, event, activity-log row and the sender's mail job in one transaction (STATUS-2).
 * Refuses roles that only read (STAFF-4), Failed without a reason (STATUS-6), and a change on a version that somebody
 * else has changed meanwhile (STATUS-3). The same status is no change (STATUS-4). The same idempotency key again returns
 * the first result; with other content it is refused. Notifies the pages that show the booking or the store's order. The
 * mail waits as long as the change can be undone.
 */
export function changeStatus(
  services: Services,
  admin: Admin,
  change: StatusChange,
  key: string,
): Promise<ChangeResult> {
  const { id, status, note } = change;
  const reason = status === "failed" ? (change.reason ?? null) : null;
  const content = { id, status, note, ...(reason && { reason }) };
  const what = `${DELIVERY_STATUS_LABELS[status]} was not set`;
  const of = { permission: "changeStatus", id, content, key, what } as const;
  return changeBooking(services, admin, of, async (tx, booking, form) => {
    const wrong = reasonProblem(status, reason, note);
    if (wrong) return wrong;
    if (booking.version !== change.version) return refuse("conflict", await whoWasFaster(tx, booking));
    const { code: trackingCode } = booking;
    if (booking.status === status)
      return { ok: true, changed: false, trackingCode, version: booking.version };
    const written = await writeChange(services, tx, {
      admin,
      booking,
      form,
      row: { status, deliveredAt: status === "delivered" ? services.now() : null },
      event: { toStatus: status, note: note || null, reason },
      description: `${step(booking.status, status)}${reason ? ` (${failureReason(reason).label})` : ""}`,
    });
    if (!written) return null;
    await addMail(services, tx, id, written.eventId, change.together);
    return { ok: true, changed: true, trackingCode, version: written.version };
  });
}

const step = (from: DeliveryStatus, to: DeliveryStatus) =>
  `${DELIVERY_STATUS_LABELS[from]} → ${DELIVERY_STATUS_LABELS[to]}`;

/**
 * Takes back the change that made this version: the status before it, as an event of its own (STATUS-8). Its mail is
 * withdrawn and none is sent; where it went out already, the sender is notified of the status again. Refuses roles that only
 * read, and a booking that was changed since.
 */
export function undoStatus(
  services: Services,
  admin: Admin,
  change: { id: string; version: number },
  key: string,
): Promise<ChangeResult> {
  const { id } = change;
  const of = {
    permission: "changeStatus",
    id,
    content: { undo: id },
    key,
    what: "it was not undone",
  } as const;
  return changeBooking(services, admin, of, async (tx, booking, form) => {
    const last = await lastEvent(tx, id);
    const from = last?.kind === "status_set" ? last.fromStatus : null;
    if (booking.version !== change.version || !last || !from)
      return refuse("conflict", await whoWasFaster(tx, booking));
    const before = await lastEventTo(tx, id, from);
    const written = await writeChange(services, tx, {
      admin,
      booking,
      form,
      row: { status: from, deliveredAt: from === "delivered" ? (before?.at ?? services.now()) : null },
      event: {
        kind: "undone",
        toStatus: from,
        reason: from === "failed" ? (before?.reason ?? null) : null,
        undoes: last.id,
      },
      description: `${step(booking.status, from)}, undone`,
    });
    if (!written) return null;
    if (!(await services.jobs.withdraw(tx, "mail", mailJobOf(last.id))))
      await addMail(services, tx, id, written.eventId);
    return { ok: true, changed: true, trackingCode: booking.code, version: written.version };
  });
}

/** What is wrong with the reason of a change; null where it may be written. */
export function reasonProblem(
  status: DeliveryStatus,
  reason: FailureReason | null,
  note: string,
): Refusal<"invalid"> | null {
  const missing = status === "failed" ? missingForFailed(reason, note) : null;
  return missing && refuse("invalid", missing);
}

const addMail = ({ jobs }: Services, tx: Tx, deliveryId: string, eventId: number, together?: number) =>
  jobs.add(
    tx,
    "mail",
    { kind: "status_changed", deliveryId, eventId },
    { id: mailJobOf(eventId), afterSeconds: mailWaitsSeconds(together) },
  );
