/** COD-7: staff change the COD request of a booking until the parcel is delivered or the money is collected. */
import { and, eq, ne } from "drizzle-orm";
import { formatNaira } from "../../domain/money.ts";
import { MAX_COLLECT_KOBO, TOO_MUCH_TO_COLLECT, type CodFeeTerms } from "../../domain/settlement.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { cashOnDelivery, settlementEntries } from "../../platform/db/schema.ts";
import { payeeOfBooking } from "../payments/payee-of-booking.server.ts";
import { findPayee, storeCollection } from "./cod-request.server.ts";

/**
 * A change of a COD request, or null. `shown` has the texts before and after the change, for the history. `write`
 * stores the change. Call `write` once the form's idempotency key is reserved.
 */
export type CollectionChange = { shown: [string, string]; write: (at: Date) => Promise<void> } | null;
type Corrected = { collect: CollectionChange } | { error: string };

const NONE = "none";

/**
 * Checks staff's correction of a COD request. The caller must first lock the booking's row. `kobo` is the new amount: 0
 * removes the request, and undefined changes nothing. A corrected request keeps its payee and COD fee. A new request
 * gets the current COD fee (`handling`). Returns a field error for:
 * - an amount out of bounds,
 * - a request for which money was already collected,
 * - the removal of a request that has a ledger entry,
 * - a new request without a current COD fee, or without a payee.
 */
export async function correctCollection(
  tx: Tx,
  booking: { id: string },
  kobo: number | undefined,
  handling: CodFeeTerms | null,
): Promise<Corrected> {
  if (kobo === undefined) return { collect: null };
  const of = eq(cashOnDelivery.bookingId, booking.id);
  const [terms] = await tx.select().from(cashOnDelivery).where(of);
  if (kobo === (terms?.amountKobo ?? 0)) return { collect: null };
  if (kobo > MAX_COLLECT_KOBO) return { error: TOO_MUCH_TO_COLLECT };
  if (!terms) return add(tx, booking.id, kobo, handling);
  if (terms.collectedKobo > 0)
    return {
      error: `${formatNaira(terms.collectedKobo)} was collected already. The amount can no longer be changed.`,
    };
  const before = formatNaira(terms.amountKobo);
  if (kobo > 0) {
    const write = async () => {
      await tx.update(cashOnDelivery).set({ amountKobo: kobo, recordedAt: null }).where(of);
    };
    return { collect: { shown: [before, formatNaira(kobo)], write } };
  }
  const [entry] = await tx
    .select({ id: settlementEntries.id })
    .from(settlementEntries)
    .where(and(eq(settlementEntries.bookingId, booking.id), ne(settlementEntries.kind, "deducted")))
    .limit(1);
  if (entry)
    return { error: "Staff already recorded what happened at the door, so you cannot remove the amount." };
  const write = async () => {
    await tx.delete(cashOnDelivery).where(of);
  };
  return { collect: { shown: [before, NONE], write } };
}

async function add(
  tx: Tx,
  bookingId: string,
  kobo: number,
  handling: CodFeeTerms | null,
): Promise<Corrected> {
  if (!handling) return { error: "We do not collect money from receivers now." };
  const payeeId = await findPayee(tx, payeeOfBooking(bookingId));
  if (!payeeId)
    return { error: "The sender or store has no bank account here yet, so we could not pay it out." };
  return {
    collect: {
      shown: [NONE, formatNaira(kobo)],
      write: (at) => storeCollection(tx, bookingId, { payeeId, kobo, handling }, at),
    },
  };
}
