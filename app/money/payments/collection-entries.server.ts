/** COD-4: the entries for money collected for the goods of a booking. */
import { eq } from "drizzle-orm";
import { recordOnBooking } from "../../access/record-activity.server.ts";
import { formatNaira } from "../../domain/money.ts";
import { PAYMENT_METHOD_LABELS, type PaymentMethod } from "../../domain/payment.ts";
import { codFeeAdded, COLLECTION_REASON_LABELS, type CollectionReason } from "../../domain/settlement.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { cashOnDelivery, settlementEntries } from "../../platform/db/schema.ts";
import type { Acting } from "../../platform/operations/act.server.ts";
import { reverseCashOf } from "../cash-ledger/cash-ledger.server.ts";
import type { BookingAccount } from "../prices/booking-account.server.ts";
import { freeReference, type PaymentWork } from "./payment-entries.server.ts";

export type Terms = typeof cashOnDelivery.$inferSelect;

export type Collected = {
  kobo: number;
  leftKobo: number;
  method: PaymentMethod;
  reference: string | null;
  reason: CollectionReason | null;
  note: string;
  /** The cash entry of this collection (CASH-2). */
  cashEntryId?: number;
};

/** Adds a collection for the goods with its log row. Returns false if the reference is already recorded. */
export async function addCollection(
  { tx, actor, act }: Pick<PaymentWork, "tx" | "actor" | "act">,
  terms: Terms,
  { id, code }: Pick<BookingAccount, "id" | "code">,
  { kobo, leftKobo, method, reference, reason, note, cashEntryId }: Collected,
): Promise<boolean> {
  const [made] = await tx
    .insert(settlementEntries)
    .values({
      payeeId: terms.payeeId,
      bookingId: id,
      kind: kobo > 0 ? "collected" : "not_collected",
      method,
      grossKobo: kobo,
      codFeeKobo: codFeeAdded(terms, kobo),
      reference: await freeReference(tx, settlementEntries, method, kobo > 0 ? reference : null),
      reason: kobo < leftKobo ? reason : null,
      note: note || null,
      cashEntryId,
      actId: await act.id(),
      at: act.at,
      ...act.by,
    })
    .onConflictDoNothing({ target: [settlementEntries.method, settlementEntries.reference] })
    .returning({ id: settlementEntries.id });
  if (!made) return false;
  const why = kobo < leftKobo && reason ? ` (${COLLECTION_REASON_LABELS[reason]})` : "";
  const text = `${kobo > 0 ? `collected ${formatNaira(kobo)}, ${PAYMENT_METHOD_LABELS[method]}` : "nothing collected"}${why}`;
  await recordOnBooking({ tx, actor, at: act.at }, { id, code }, "record_collection", text);
  return true;
}

export async function codTermsOf(tx: Tx, bookingId: string): Promise<Terms | null> {
  const [terms] = await tx.select().from(cashOnDelivery).where(eq(cashOnDelivery.bookingId, bookingId));
  return terms ?? null;
}

/** Reverses a collection. The caller must first lock the booking's row. Returns false if already reversed. */
export async function reverseCollected(
  work: Acting,
  terms: Terms,
  entry: typeof settlementEntries.$inferSelect,
  note: string,
): Promise<boolean> {
  // The row of the cash account is locked before the payee's row, as in every other write.
  await reverseCashOf(work, entry.cashEntryId, note);
  return addCollectionReversal(work, {
    payeeId: terms.payeeId,
    bookingId: entry.bookingId,
    method: entry.method,
    grossKobo: -entry.grossKobo,
    codFeeKobo: codFeeAdded(terms, -entry.grossKobo),
    reverses: entry.id,
    cashEntryId: entry.cashEntryId,
    note,
  });
}

type Reversal = Omit<typeof settlementEntries.$inferInsert, "kind" | "actId" | "at" | "byUserId" | "byName">;

/** Adds an entry in kobo that reverses the entry `reverses`. Returns false if that entry was already reversed. */
export async function addCollectionReversal({ tx, act }: Acting, entry: Reversal): Promise<boolean> {
  const made = await tx
    .insert(settlementEntries)
    .values({ ...entry, kind: "reversed", actId: await act.id(), at: act.at, ...act.by })
    .onConflictDoNothing({ target: settlementEntries.reverses })
    .returning({ id: settlementEntries.id });
  return made.length > 0;
}
