/** BOOK-27: a sender cancels a pending booking. */
import * as z from "zod";
import { everybody } from "../../access/by.server.ts";
import { CANCELLED_STATUS } from "../../domain/delivery-status.ts";
import { CANCELLED, failureReason } from "../../domain/failure-reasons.ts";
import { notify } from "../../notifications/notify.server.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { lockAccount } from "../../money/prices/booking-account.server.ts";
import { dropPrice } from "../../money/prices/change-price.server.ts";
import { bookingTopics, writeChange } from "./change-booking.server.ts";
import { lockPending } from "./own-booking.server.ts";

/**
 * Cancels a booking for its sender: Failed with a reason of its own and no attempt, its price taken back, and the mail that says so, in
 * one transaction. What was paid is left to staff, who pay it back (PAY-7). A store's order can be booked again. `code` comes from
 * an address or a browser that only the sender has. Refuses a booking that is not pending any more.
 */
export const cancelBooking = operation({
  name: "bookings.cancel",
  by: everybody,
  input: z.object({ code: z.string().max(40) }),
  on: lockPending,
  run: async (work, _, booking) => {
    const { services, tx } = work;
    const { code: trackingCode } = booking;
    const account = await lockAccount({ tx }, { code: trackingCode });
    if ("ok" in account) return account;
    const { label } = failureReason(CANCELLED);
    const { eventId } = await writeChange(work, {
      booking,
      row: { status: CANCELLED_STATUS, orderId: null },
      event: { kind: "cancelled", toStatus: CANCELLED_STATUS, reason: CANCELLED },
      description: label,
    });
    await dropPrice(work, account, label);
    await notify(services, tx, { event: "status_changed", about: { bookingId: booking.id, eventId } });
    return { ok: true, trackingCode, paidKobo: account.paidKobo };
  },
  publish: (_, __, booking) => ["money", ...bookingTopics({ changed: true }, booking)],
});
