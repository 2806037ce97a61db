/** BOOK-27: a sender cancels a pending booking. */
import { addEvents } from "../../history/add-events.server.ts";
import { eq } from "drizzle-orm";
import * as z from "zod";
import { plainField } from "../../platform/http/fields.ts";
import type { Customer, Guest } from "../../access/actor.ts";
import { everybody } from "../../access/by.server.ts";
import { CANCELLED, failureReason } from "../../domain/failure-reasons.ts";
import { endRunPlaces } from "../custody/move-pieces.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { pieces } from "../../platform/db/schema.ts";
import { operation, type Work } from "../../platform/operations/operation.server.ts";
import { tellRiders } from "../../money/payments/door-online.server.ts";
import { listToPayBack } from "../../money/payments/list-to-pay-back.server.ts";
import { lockAccount } from "../../money/prices/lock-account.server.ts";
import { dropPrice } from "../../money/prices/change-price.server.ts";
import { bookingTopics } from "./change-booking.server.ts";
import { type BookingOnRuns, lockPending } from "./lock-while-sender-holds.server.ts";

/**
 * Cancels a booking for its sender in one transaction. The booking becomes Failed with a reason that only senders can
 * set. This does not count as a failed delivery attempt. The price becomes 0, and a mail is queued. Staff pay back the
 * payments (PAY-7). A store's order can be booked again. The pieces leave their runs, and riders who were to pick them
 * up see this on their phones.
 *
 * Refuses a booking that is no longer pending, and a booking with a piece that has left the sender. The caller must
 * take `code` from a mailed URL or from the sender's own browser.
 */
export const cancelBooking = operation({
  name: "bookings.cancel",
  by: everybody,
  act: "cancelled",
  input: z.object({ code: plainField().max(40) }),
  on: lockPending,
  run: (work, _, booking) => cancelLocked(work, booking),
  publish: (_, __, booking) => ["money", "runs", ...bookingTopics({ changed: true }, booking)],
});

/** Cancels the booking that `lockPending` has found and locked. */
export async function cancelLocked(work: Work<Customer | Guest>, booking: BookingOnRuns) {
  const { tx, at } = work;
  const { code: trackingCode } = booking;
  const account = await lockAccount({ tx }, { code: trackingCode });
  if ("ok" in account) return account;
  const { label } = failureReason(CANCELLED);
  await addEvents(work, [
    { bookingId: booking.id, kind: "cancelled", reason: CANCELLED, set: { orderId: null } },
  ]);
  await endRunPlaces(tx, await piecesOf(tx, booking.id), "removed", at);
  await tellRiders(tx, booking.runIds);
  await dropPrice(work, account, label);
  await listToPayBack(tx, booking.id, "over");
  const isBrought = booking.dropOffHubId !== null;
  return { ok: true as const, trackingCode, paidKobo: account.paidKobo, isBrought };
}

async function piecesOf(tx: Tx, bookingId: string): Promise<string[]> {
  const own = await tx.select({ id: pieces.id }).from(pieces).where(eq(pieces.bookingId, bookingId));
  return own.map(({ id }) => id);
}
