/** COD-4 to COD-6: what staff collected from the receiver of a booking. Rows are added, never changed. */
import { and, desc, eq } from "drizzle-orm";
import { recordActivity } from "../../access/record-activity.server.ts";
import { staff } from "../../access/by.server.ts";
import { formatNaira } from "../../domain/money.ts";
import { PAYMENT_METHOD_LABELS } from "../../domain/payment.ts";
import { COLLECTION_REASON_LABELS, codFeeOf } from "../../domain/settlement.ts";
import { normaliseTrackingCode } from "../../domain/tracking-code.ts";
import { by } from "../prices/money-events.server.ts";
import { freeReference } from "../payments/free-reference.server.ts";
import type { Db, Tx } from "../../platform/db/client.server.ts";
import { cashOnDelivery, bookings, settlementEntries } from "../../platform/db/schema.ts";
import { ofBooking } from "../../platform/http/fields.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { lockAccount, moneyTopics } from "../prices/booking-account.server.ts";
import { refuse } from "./messages.ts";
import { collectionForm, entryReversalForm } from "./settlement-forms.ts";
import { addReversal } from "./reversed-entries.server.ts";
import { DELIVERED } from "../../domain/delivery-status.ts";

export type Entry = typeof settlementEntries.$inferSelect;
type Terms = typeof cashOnDelivery.$inferSelect;

/** The amount to collect of a booking with its entries, newest first, for staff; null where none was asked for. */
export async function readCollection(db: Pick<Db, "select">, bookingId: string) {
  const [terms] = await db.select().from(cashOnDelivery).where(eq(cashOnDelivery.bookingId, bookingId));
  if (!terms) return null;
  const entries = await db
    .select()
    .from(settlementEntries)
    .where(eq(settlementEntries.bookingId, bookingId))
    .orderBy(desc(settlementEntries.id));
  return { terms, entries };
}

/** The same by the code of the booking, with its status; null where there is no such booking, or nothing to collect. */
export async function readCollectionOf(db: Pick<Db, "select">, rawCode: string) {
  const code = normaliseTrackingCode(rawCode);
  const [booking] = await db
    .select({ id: bookings.id, code: bookings.trackingCode, status: bookings.status })
    .from(bookings)
    .where(eq(bookings.trackingCode, code));
  const collection = booking && (await readCollection(db, booking.id));
  return collection ? { ...collection, code: booking.code, status: booking.status } : null;
}

/**
 * Records what was collected, in kobo, with its log row; the payee is owed it less handling at once. Refuses a booking without
 * an amount to collect, one that is not delivered yet (but that nothing was collected may be said of any), more than is left to
 * collect, less without a reason, and a reference that is recorded already (COD-4).
 */
export const recordCollection = operation({
  name: "settlements.record_collection",
  by: staff("recordPayments"),
  input: ofBooking(collectionForm),
  on: lockAccount,
  run: async ({ tx, actor, at }, { code, method, amount: kobo, reference, reason, note }, { id, status }) => {
    const terms = await termsOf(tx, id);
    if (!terms) return refuse("not_found", "nothing_to_collect");
    if (kobo > 0 && status !== DELIVERED) return refuse("invalid", "not_delivered");
    const leftKobo = terms.amountKobo - terms.collectedKobo;
    if (kobo > leftKobo)
      return leftKobo > 0
        ? refuse("invalid", "more_than_left", { leftKobo })
        : refuse("invalid", "all_collected");
    if (kobo < leftKobo && !reason) return refuse("invalid", "less_without_reason");
    const paidBy = kobo > 0 ? reference : null;
    const [made] = await tx
      .insert(settlementEntries)
      .values({
        payeeId: terms.payeeId,
        bookingId: id,
        kind: kobo > 0 ? "collected" : "not_collected",
        method,
        grossKobo: kobo,
        codFeeKobo: codFeeAfter(terms, kobo),
        reference: paidBy && (await freeReference(tx, settlementEntries, method, paidBy)),
        reason: kobo < leftKobo ? reason : null,
        note: note || null,
        at,
        ...by(actor),
      })
      .onConflictDoNothing({ target: [settlementEntries.method, settlementEntries.reference] })
      .returning({ id: settlementEntries.id });
    if (!made) return refuse("conflict", "reference_recorded");
    const why = kobo < leftKobo && reason ? ` (${COLLECTION_REASON_LABELS[reason]})` : "";
    await recordActivity(tx, actor, at, {
      action: "record_collection",
      description: `${code}: ${kobo > 0 ? `collected ${formatNaira(kobo)}, ${PAYMENT_METHOD_LABELS[method]}` : "nothing collected"}${why}`,
      entityType: "booking",
      entityId: id,
    });
    return { ok: true };
  },
  publish: moneyTopics,
});

/** The handling that an entry of `kobo` adds, so that the sum is always the handling of all that was collected. */
function codFeeAfter(terms: Terms, kobo: number): number {
  const { collectedKobo, codFeeKobo, codFeePerMille: perMille, codFeeMinimumKobo: minimumKobo } = terms;
  return codFeeOf(collectedKobo + kobo, { perMille, minimumKobo }) - codFeeKobo;
}

async function termsOf(tx: Tx, bookingId: string): Promise<Terms | null> {
  const [terms] = await tx.select().from(cashOnDelivery).where(eq(cashOnDelivery.bookingId, bookingId));
  return terms ?? null;
}

/**
 * Takes back a collection by an entry of the same amount below 0; what the payee is owed falls at once, below 0 where it was paid
 * out. Refuses an entry of another booking, one that is no collection, and one that was reversed before.
 */
export const reverseCollection = operation({
  name: "settlements.reverse_collection",
  by: staff("reversePayments"),
  input: ofBooking(entryReversalForm),
  on: lockAccount,
  run: async ({ tx, actor, at }, { code, entryId, reversalReason: note }, { id }) => {
    const terms = await termsOf(tx, id);
    const [entry] = await tx
      .select()
      .from(settlementEntries)
      .where(and(eq(settlementEntries.id, entryId), eq(settlementEntries.bookingId, id)));
    if (!terms || entry?.kind !== "collected") return refuse("not_found", "unknown_collection");
    const reversed = await addReversal(tx, actor, {
      payeeId: terms.payeeId,
      bookingId: id,
      method: entry.method,
      grossKobo: -entry.grossKobo,
      codFeeKobo: codFeeAfter(terms, -entry.grossKobo),
      reverses: entry.id,
      note,
      at,
    });
    if (!reversed) return refuse("conflict", "reversed_before");
    await recordActivity(tx, actor, at, {
      action: "reverse_collection",
      description: `${code}: reversed ${formatNaira(entry.grossKobo)} collected, ${PAYMENT_METHOD_LABELS[entry.method]}`,
      entityType: "booking",
      entityId: id,
    });
    return { ok: true };
  },
  publish: moneyTopics,
});
