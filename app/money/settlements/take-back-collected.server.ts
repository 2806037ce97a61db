/** CASH-2: what takes an act back also reverses the money that the act recorded as taken. */
import { and, eq, inArray } from "drizzle-orm";
import { bookings, payments, settlementEntries } from "../../platform/db/schema.ts";
import { reverseCash } from "../cash-ledger/cash-ledger.server.ts";
import { reverseCollected, termsOf } from "../payments/collection-entries.server.ts";
import { addReversal as reversePayment, type PaymentWork } from "../payments/payment-entries.server.ts";
import { accountsOf } from "../prices/booking-account.server.ts";
import { takenCash } from "./taken-cash.server.ts";

/**
 * Reverses the money that these acts took: cash entries, payments and collections. Entries that are already reversed stay unchanged. Returns true if there was anything to reverse.
 */
export async function takeBackCollected(
  work: Pick<PaymentWork, "tx" | "actor" | "act">,
  { actIds, reason }: { actIds: readonly number[]; reason: string },
): Promise<boolean> {
  const { tx } = work;
  const found = await takenCash(tx, actIds);
  if (found.length === 0) return false;
  const codes = await tx
    .select({ id: bookings.id, code: bookings.trackingCode })
    .from(bookings)
    .where(inArray(bookings.id, [...new Set(found.flatMap(({ bookingId }) => bookingId ?? []))]));
  const accounts = await accountsOf(
    tx,
    codes.map(({ code }) => code),
  );
  for (const account of accounts.values()) {
    const ids = found.filter(({ bookingId }) => bookingId === account.id).map(({ id }) => id);
    const [paid] = await tx.select().from(payments).where(inArray(payments.cashEntryId, ids));
    if (paid) await reversePayment(work, account, { paid, reference: null, note: reason });
    const [entry] = await tx
      .select()
      .from(settlementEntries)
      .where(and(inArray(settlementEntries.cashEntryId, ids), eq(settlementEntries.kind, "collected")));
    const terms = entry && (await termsOf(tx, account.id));
    if (entry && terms) await reverseCollected(work, terms, entry, reason);
  }
  // An excess, and cash for a parcel without a booking, are only in the cash account.
  for (const one of found.filter(({ part }) => part === "over" || part === "unbooked"))
    await reverseCash(work, one, reason);
  return true;
}
