/** SCAN-1: setting a status by scanning. */
import { and, desc, eq, notInArray } from "drizzle-orm";
import { changeStatus, reasonProblem, undoStatus } from "../bookings/change-status.server.ts";
import type { Admin } from "../domain/actor.ts";
import { DELIVERY_STATUS_LABELS, type DeliveryStatus } from "../domain/booking.ts";
import { scannedTrackingCode } from "../domain/tracking-code.ts";
import { MONEY_EVENT_KINDS } from "../domain/event-kinds.ts";
import type { FailureReason } from "../domain/failure-reasons.ts";
import { placeText } from "../domain/states.ts";
import { deliveries, deliveryEvents } from "../platform/db/schema.ts";
import { refuse, type Result } from "../platform/http/result.ts";
import type { Services } from "../platform/services.server.ts";
import type { Back, ScanResponse } from "./scan.ts";

export type ScanInput = {
  /** What was read or typed. */
  code: string;
  status: DeliveryStatus;
  /** Required for Failed (STATUS-6). */
  reason: FailureReason | null;
  note: string;
  /** How long ago it was scanned, in milliseconds: a scan may have waited for the network. */
  agedMs: number;
};
type Scanned = Result<ScanResponse, "invalid" | "forbidden" | "not_found" | "conflict">;

/** No booking has this version, so that a change on it is a conflict; a key that was used before still gets its answer. */
const OUTDATED = 0;

/**
 * Sets the status of the scanned parcel, as `changeStatus` does, on the booking as it was when it was scanned: refuses
 * (`conflict`) where a colleague has changed it since. Refuses what is no code (`invalid`), a code that no booking has
 * (`not_found`), and roles that only read (`forbidden`). A status that it has already is no change. The same key again
 * returns the first result.
 */
export async function scanParcel(
  services: Services,
  admin: Admin,
  input: ScanInput,
  key: string,
): Promise<Scanned> {
  const code = scannedTrackingCode(input.code);
  if (!code)
    return refuse(
      "invalid",
      "This is not a tracking code. Scan the barcode of our label, or type the code below it.",
    );
  const { status, note } = input;
  const reason = status === "failed" ? input.reason : null;
  const wrong = reasonProblem(status, reason, note);
  if (wrong) return wrong;
  const booking = await findScanned(services, code);
  if (!booking)
    return refuse(
      "not_found",
      "No booking has this code. Check the label, and type the code below its barcode.",
    );
  const { id, last, was, to } = booking;
  const scannedAt = services.now().getTime() - input.agedMs;
  const byColleague = last.byUserId !== null && last.byUserId !== admin.person.id;
  const version = byColleague && last.at.getTime() > scannedAt ? OUTDATED : booking.version;
  const result = await changeStatus(services, admin, { id, version, status, reason, note }, key);
  if (!result.ok) return result;
  const label = DELIVERY_STATUS_LABELS[status];
  const text = result.changed
    ? `${label}. To ${placeText(to)}. It was ${DELIVERY_STATUS_LABELS[was]}.`
    : `It is ${label} already. To ${placeText(to)}.`;
  return {
    ok: true,
    code,
    text,
    known: true,
    back: result.changed ? { id, version: result.version, status: was } : null,
  };
}

async function findScanned({ db }: Services, code: string) {
  const { id, version, status: was, receiverTown: town, receiverState: state } = deliveries;
  const { at, byUserId } = deliveryEvents;
  const [row] = await db
    .select({ id, version, was, to: { town, state }, last: { at, byUserId } })
    .from(deliveries)
    .innerJoin(deliveryEvents, eq(deliveryEvents.deliveryId, deliveries.id))
    .where(and(eq(deliveries.trackingCode, code), notInArray(deliveryEvents.kind, [...MONEY_EVENT_KINDS])))
    .orderBy(desc(deliveryEvents.id))
    .limit(1);
  return row ?? null;
}

/** Takes a scan back, unless somebody has changed the booking since. */
export async function undoScan(services: Services, admin: Admin, back: Back, key: string): Promise<Scanned> {
  const result = await undoStatus(services, admin, back, key);
  if (!result.ok) return result;
  return {
    ok: true,
    code: result.trackingCode,
    text: "Undone. The previous status is back.",
    known: true,
    back: null,
  };
}
