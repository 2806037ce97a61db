/** ONLINE-5: the receiver pays the amount due online, before the rider arrives or while the rider waits. */
import { plainField } from "../../platform/http/fields.ts";
import { everybody } from "../../access/by.server.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { bookingOf, openDoorOf } from "./door-online.server.ts";
import { refuse } from "./messages.ts";
import {
  newestAttempt,
  openProblem,
  startAttempt,
  wayBack,
  type OnlineAttempt,
  type PayOnline,
} from "./online-payments.server.ts";

export type PayAtDoor = {
  pay: PayOnline | null;
  attempt: OnlineAttempt | null;
  provider: string;
  code: string;
};

/**
 * Reads the online payment for a receiver. Null if online payments are off, or if there is neither an amount due nor
 * an attempt.
 */
export async function payAtDoorOf({ db, online }: Services, bookingId: string): Promise<PayAtDoor | null> {
  if (!online) return null;
  const [booking, door, attempt, problems] = await Promise.all([
    bookingOf(db, bookingId),
    openDoorOf(db, bookingId),
    newestAttempt(db, bookingId, "door"),
    openProblem(db, bookingId),
  ]);
  const { name: provider, test } = online;
  const pay = door && problems.length === 0 ? { provider, test, leftKobo: door.totalKobo } : null;
  return booking && (pay || attempt) ? { pay, attempt, provider, code: booking.code } : null;
}

/**
 * Starts a payment of the whole amount due at the receiver's door, which is read from the database. Refuses for the
 * reasons of `startOnlinePayment`, and if nothing is due there.
 */
export const startDoorPayment = operation({
  name: "payments.start_at_door",
  by: everybody,
  // No idempotency key is needed: for half an hour the provider's page of the first attempt is returned again.
  keyless: true,
  input: wayBack.omit({ code: true }).extend({ payCode: plainField().max(40) }),
  perform: async (work, { payCode: code, ...way }) => {
    // The provider requires an email address. Few receivers have one, so the company's address is used.
    const company = (await work.services.company()).emails[0];
    return startAttempt(work, { code, ...way }, "door", async (tx, account) => {
      const door = await openDoorOf(tx, account.id);
      const booking = await bookingOf(tx, account.id);
      const email = booking?.receiverEmail ?? company;
      if (!door) return refuse("conflict", "nothing_at_door");
      return email ? { ok: true, kobo: door.totalKobo, email } : refuse("conflict", "no_receipt_email");
    });
  },
});
