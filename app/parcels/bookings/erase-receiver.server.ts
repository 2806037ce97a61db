/** RECEIVER-10: a super admin erases the receiver of a booking if the receiver asks for it. */
import { addEvents } from "../../history/add-events.server.ts";
import { and, eq, isNull, notInArray } from "drizzle-orm";
import * as z from "zod";
import { staff } from "../../access/by.server.ts";
import { DELIVERED, isOnTheWay } from "../../domain/delivery-status.ts";
import { NOT_STORED } from "../../domain/erased.ts";
import { typedTrackingCode } from "../../domain/codes-in-text.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { bookings, claims, pieces } from "../../platform/db/schema.ts";
import { plainField, uuidField } from "../../platform/http/fields.ts";
import { queueStatistics } from "../../people/profile/forget-statistics.server.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { bookingTopics, lockBooking, logBookingChange } from "./change-booking.server.ts";
import { eraseReceiverOf, recordErasedReceiver } from "./erased-receivers.server.ts";
import { changedBefore, refuse } from "./messages.ts";

/**
 * RECEIVER-10: erases the receiver now, as retention would do later. Triggers erase the link, PIN, consent,
 * place, messages, proofs, and the texts of choices and claims. The operation also erases the notes about the
 * booking, the mails about it, and the buyer of its order. The sender's data stay. A second erasure changes
 * nothing. Refuses a wrong code, a parcel on its way, and an undecided claim.
 */
export const eraseReceiver = operation({
  name: "bookings.erase_receiver",
  by: staff("eraseReceivers"),
  act: "receiver_erased",
  input: z.object({ id: uuidField, typedCode: plainField().max(40) }),
  on: lockBooking,
  run: async ({ services, tx, actor, at, act }, { typedCode }, booking) => {
    const { id, code, status, orderId } = booking;
    if (typedTrackingCode(typedCode) !== code) return refuse("invalid", "other_code");
    if (isOnTheWay(status) || (status !== DELIVERED && (await mayGoOutAgain(tx, id))))
      return refuse("conflict", "still_on_the_way");
    const undecided = and(eq(claims.bookingId, id), isNull(claims.decidedAt));
    if ((await tx.$count(claims, undecided)) > 0) return refuse("conflict", "claim_is_open");
    const [row] = await tx
      .select({ phone: bookings.receiverPhone })
      .from(bookings)
      .where(eq(bookings.id, id));
    if (row?.phone === NOT_STORED) return { ok: true, changed: false };
    await recordErasedReceiver(tx, id, at);
    await eraseReceiverOf(tx, services, { id, orderId });
    await queueStatistics(tx, services);
    await addEvents({ tx, act }, [
      { bookingId: id, kind: "noted", note: "The receiver was erased on request." },
    ]);
    await logBookingChange({ tx, actor, at }, booking, "receiver erased on request", "erase_receiver");
    return { ok: true, changed: true };
  },
  conflict: () => changedBefore("nothing was erased"),
  publish: (done, _, booking) => bookingTopics(done, booking),
});

/** True if a hub, a rider or a transport partner still holds a piece. A second attempt or a return may then follow. */
async function mayGoOutAgain(tx: Tx, bookingId: string): Promise<boolean> {
  const ended = notInArray(pieces.holderKind, ["receiver", "sender", "lost"]);
  return (await tx.$count(pieces, and(eq(pieces.bookingId, bookingId), ended))) > 0;
}
