/** COD-4 to COD-6: what staff collected from the receiver of a booking. Rows are added, never changed. */
import { and, desc, eq } from "drizzle-orm";
import { recordActivity } from "../activity-log/activity-log.server.ts";
import type { Admin, SuperAdmin } from "../domain/actor.ts";
import { formatNaira } from "../domain/money.ts";
import { normaliseReference, PAYMENT_METHOD_LABELS } from "../domain/payment.ts";
import { refusal } from "../domain/permissions.ts";
import {
  COLLECTION_REASON_LABELS,
  handlingOf,
  type CollectionMethod,
  type CollectionReason,
} from "../domain/settlement.ts";
import { by } from "../prices/money-events.server.ts";
import { freeReference } from "../payments/free-reference.server.ts";
import { onAccount, type PaymentResult } from "../payments/payments.server.ts";
import type { Db, Tx } from "../platform/db/client.server.ts";
import { cashOnDelivery, deliveries, settlementEntries } from "../platform/db/schema.ts";
import { refuse } from "../platform/http/result.ts";
import type { Services } from "../platform/services.server.ts";
import { addReversal } from "./reversed-entries.server.ts";

export type Entry = typeof settlementEntries.$inferSelect;
type Terms = typeof cashOnDelivery.$inferSelect;

/** The amount to collect of a booking with its entries, newest first, for staff; null where none was asked for. */
export async function readCollection(db: Pick<Db, "select">, deliveryId: string) {
  const [terms] = await db.select().from(cashOnDelivery).where(eq(cashOnDelivery.deliveryId, deliveryId));
  if (!terms) return null;
  const entries = await db
    .select()
    .from(settlementEntries)
    .where(eq(settlementEntries.deliveryId, deliveryId))
    .orderBy(desc(settlementEntries.id));
  return { terms, entries };
}

export type Collected = {
  code: string;
  method: CollectionMethod;
  /** 0 where nothing was collected. */
  kobo: number;
  reference: string;
  reason: CollectionReason | null;
  note: string;
};

/**
 * Records what was collected, in kobo, with its log row; the payee is owed it less handling at once. Refuses roles that may not, a
 * booking without an amount to collect, one that is not delivered yet (but that nothing was collected may be said of any), more
 * than is left to collect, less without a reason, and a POS payment without a reference or with one that is recorded already.
 */
export async function recordCollection(
  services: Services,
  admin: Admin,
  input: Collected,
  key: string,
): Promise<PaymentResult> {
  const refused = refusal(admin.role, "recordPayments");
  if (refused) return refuse("forbidden", refused);
  const { code, method, kobo, reason, note } = input;
  const reference = (kobo > 0 && normaliseReference(input.reference)) || null;
  if (method === "pos" && kobo > 0 && !reference)
    return refuse("invalid", { reference: "Enter the reference on the slip." });
  if (reason === "other" && !note) return refuse("invalid", { note: "Write in a few words what happened." });
  const content = { method, kobo, reference, reason, note };
  return onAccount(services, code, key, content, async (tx, { id }, at) => {
    const terms = await termsOf(tx, id);
    if (!terms) return refuse("not_found", "There is nothing to collect for this booking.");
    const [booking] = await tx
      .select({ status: deliveries.status })
      .from(deliveries)
      .where(eq(deliveries.id, id));
    if (kobo > 0 && booking?.status !== "delivered")
      return refuse("invalid", { amount: "Set the booking to Delivered first." });
    const left = terms.amountKobo - terms.collectedKobo;
    if (kobo > left)
      return refuse("invalid", {
        amount:
          left > 0
            ? `This is more than is left to collect: ${formatNaira(left)}.`
            : "Everything has been collected.",
      });
    if (kobo < left && !reason)
      return refuse("invalid", { reason: "Choose why less was collected than asked." });
    const [made] = await tx
      .insert(settlementEntries)
      .values({
        payeeId: terms.payeeId,
        deliveryId: id,
        kind: kobo > 0 ? "collected" : "not_collected",
        method,
        grossKobo: kobo,
        handlingKobo: handlingAfter(terms, kobo),
        reference: reference && (await freeReference(tx, settlementEntries, method, reference)),
        reason: kobo < left ? reason : null,
        note: note || null,
        at,
        ...by(admin),
      })
      .onConflictDoNothing({ target: [settlementEntries.method, settlementEntries.reference] })
      .returning({ id: settlementEntries.id });
    if (!made) return refuse("conflict", { reference: "This reference is recorded already." });
    const why = kobo < left && reason ? ` (${COLLECTION_REASON_LABELS[reason]})` : "";
    await recordActivity(tx, admin, at, {
      action: "record_collection",
      description: `${code}: ${kobo > 0 ? `collected ${formatNaira(kobo)}, ${PAYMENT_METHOD_LABELS[method]}` : "nothing collected"}${why}`,
      entityType: "delivery",
      entityId: id,
    });
    return { ok: true };
  });
}

/** The handling that an entry of `kobo` adds, so that the sum is always the handling of all that was collected. */
function handlingAfter(terms: Terms, kobo: number): number {
  const { collectedKobo, handlingKobo, handlingPerMille: perMille, handlingMinimumKobo: minimumKobo } = terms;
  return handlingOf(collectedKobo + kobo, { perMille, minimumKobo }) - handlingKobo;
}

async function termsOf(tx: Tx, deliveryId: string): Promise<Terms | null> {
  const [terms] = await tx.select().from(cashOnDelivery).where(eq(cashOnDelivery.deliveryId, deliveryId));
  return terms ?? null;
}

/**
 * Takes back a collection by an entry of the same amount below 0; what the payee is owed falls at once, below 0 where it was paid
 * out. Refuses a missing reason, an entry of another booking, one that is no collection, and one that was reversed before.
 */
export async function reverseCollection(
  services: Services,
  admin: SuperAdmin,
  input: { code: string; entryId: number; reason: string },
  key: string,
): Promise<PaymentResult> {
  const { code, entryId, reason } = input;
  if (reason === "") return refuse("invalid", { reversalReason: "Say why it is reversed." });
  return onAccount(services, code, key, { entryId, reason }, async (tx, { id }, at) => {
    const terms = await termsOf(tx, id);
    const [entry] = await tx
      .select()
      .from(settlementEntries)
      .where(and(eq(settlementEntries.id, entryId), eq(settlementEntries.deliveryId, id)));
    if (!terms || entry?.kind !== "collected")
      return refuse("not_found", "This collection does not belong to this booking.");
    const reversed = await addReversal(tx, admin, {
      payeeId: terms.payeeId,
      deliveryId: id,
      method: entry.method,
      grossKobo: -entry.grossKobo,
      handlingKobo: handlingAfter(terms, -entry.grossKobo),
      reverses: entry.id,
      note: reason,
      at,
    });
    if (!reversed) return refuse("conflict", "This collection was reversed already.");
    await recordActivity(tx, admin, at, {
      action: "reverse_collection",
      description: `${code}: reversed ${formatNaira(entry.grossKobo)} collected, ${PAYMENT_METHOD_LABELS[entry.method]}`,
      entityType: "delivery",
      entityId: id,
    });
    return { ok: true };
  });
}
