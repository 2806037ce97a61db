/** COD-4 to COD-6: staff record collections from a booking's receiver. Rows are added, never changed. */
import { and, desc, eq, ne } from "drizzle-orm";
import { recordOnBooking } from "../../access/record-activity.server.ts";
import { staff } from "../../access/by.server.ts";
import { DELIVERED } from "../../domain/delivery-status.ts";
import { formatNaira } from "../../domain/money.ts";
import { PAYMENT_METHOD_LABELS } from "../../domain/payment.ts";
import { typedTrackingCode } from "../../domain/codes-in-text.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { cashOnDelivery, bookings, settlementEntries } from "../../platform/db/schema.ts";
import { ofBooking } from "../../platform/http/fields.ts";
import { withSeen } from "../../platform/http/seen-field.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { holderValue } from "../cash-ledger/holder-field.ts";
import { holderChoices, isHolder, whoDelivered } from "../cash-ledger/holders.server.ts";
import { reverseCollected, codTermsOf } from "../payments/collection-entries.server.ts";
import { settleAtDoor } from "../../domain/door-amount.ts";
import { doorOf } from "../payments/door.server.ts";
import { moneyMeanwhile, moneySeen } from "../payments/money-meanwhile.server.ts";
import { addTaken } from "../payments/add-payment.server.ts";
import { lockAccount, moneyTopics } from "../prices/lock-account.server.ts";
import { refuse } from "./messages.ts";
import { collectionForm, entryReversalForm } from "./settlement-forms.ts";

export type SettlementEntry = typeof settlementEntries.$inferSelect;

/** Reads the COD request and its entries, newest first, for staff. Null without a COD request. */
export async function readCollection(db: Pick<Db, "select">, bookingId: string) {
  const [terms] = await db.select().from(cashOnDelivery).where(eq(cashOnDelivery.bookingId, bookingId));
  if (!terms) return null;
  const entries = await db
    .select()
    .from(settlementEntries)
    .where(and(eq(settlementEntries.bookingId, bookingId), ne(settlementEntries.method, "deducted")))
    .orderBy(desc(settlementEntries.id));
  return { terms, entries };
}

/**
 * Reads the money due at the door for a booking: the unpaid delivery and the amount for the goods (COD-9), and the
 * recorded collections. `terms` is null without cash on delivery. The result is null without such a booking, or if
 * nothing is due.
 */
export async function readCollectionOf(db: Pick<Db, "select">, rawCode: string) {
  const code = typedTrackingCode(rawCode);
  const [booking] = await db
    .select({ id: bookings.id, code: bookings.trackingCode, status: bookings.status })
    .from(bookings)
    .where(eq(bookings.trackingCode, code));
  const money = booking && (await doorOf(db, { id: booking.id }));
  if (!money || (money.collectKobo === null && money.paysDelivery !== "receiver")) return null;
  const { terms = null, entries = [] } = (await readCollection(db, booking.id)) ?? {};
  const [holders, delivered] = await Promise.all([
    holderChoices(db, booking.id),
    whoDelivered(db, booking.id),
  ]);
  const holder = delivered?.holder ? holderValue(delivered.holder) : "";
  const seen = await moneySeen(db, booking.id);
  return { holders, holder, terms, entries, seen, code: booking.code, status: booking.status, money };
}

/**
 * Records money taken at the receiver's door, in kobo, with log rows. If the receiver pays the delivery, the unpaid
 * part of the delivery is paid first (COD-9). The remaining amount, minus the COD fee, is owed to the payee at once.
 * Refuses:
 * - a booking with nothing to collect, and a returning booking,
 * - an undelivered booking, unless the amount is 0,
 * - more than is due, and an amount of 0 if nothing is due for the goods,
 * - less than is due for the goods without a reason (COD-5),
 * - a reference that is already recorded (COD-4), and an unknown holder of the cash.
 */
export const recordCollection = operation({
  name: "settlements.record_collection",
  by: staff("recordPayments"),
  act: "collected",
  input: ofBooking(withSeen(collectionForm)),
  on: lockAccount,
  meanwhile: moneyMeanwhile,
  run: async (work, { amount: sumKobo, holder, ...collected }, account) => {
    const { tx, at } = work;
    const money = await doorOf(tx, { id: account.id });
    const terms = await codTermsOf(tx, account.id);
    if (!money || (!terms && money.door.totalKobo === 0)) return refuse("not_found", "nothing_to_collect");
    if (money.returning) return refuse("conflict", "goes_back");
    if (sumKobo > 0 && account.status !== DELIVERED) return refuse("invalid", "not_delivered");
    const { totalKobo: leftKobo, codKobo: leftOfCod } = money.door;
    if (sumKobo > leftKobo)
      return leftKobo > 0
        ? refuse("invalid", "more_than_left", { leftKobo })
        : refuse("invalid", "all_collected");
    const { codKobo } = settleAtDoor(sumKobo, money.door);
    if (codKobo < leftOfCod && !collected.reason) return refuse("invalid", "less_without_reason");
    if (sumKobo === 0 && leftOfCod === 0)
      return leftKobo > 0 ? refuse("invalid", "nothing_paid") : refuse("invalid", "all_collected");
    const delivered = await whoDelivered(tx, account.id);
    if (holder && !(await isHolder(tx, holder))) return refuse("invalid", "unknown_holder");
    const written = await addTaken(
      work,
      account,
      { door: money.door, sumKobo },
      {
        ...collected,
        // Older forms and programs do not send the holder. Then the rider or hub that handed the parcel over is the
        // holder.
        holder: holder === undefined ? (delivered?.holder ?? null) : holder,
        occurredAt: delivered?.at ?? at,
        runId: delivered?.runId ?? null,
      },
    );
    return written.ok ? { ok: true } : written;
  },
  publish: moneyTopics,
});

/**
 * Reverses a collection by a negative entry. The amount owed to the payee falls at once, below 0 if the collection
 * was already paid out. Refuses an entry of another booking, an entry that is no collection, and a reversed entry.
 */
export const reverseCollection = operation({
  name: "settlements.reverse_collection",
  by: staff("reversePayments"),
  act: "collection_reversed",
  input: ofBooking(entryReversalForm),
  on: lockAccount,
  run: async ({ tx, actor, at, act }, { code, entryId, reversalReason: note }, { id }) => {
    const terms = await codTermsOf(tx, id);
    const [entry] = await tx
      .select()
      .from(settlementEntries)
      .where(and(eq(settlementEntries.id, entryId), eq(settlementEntries.bookingId, id)));
    if (!terms || entry?.kind !== "collected") return refuse("not_found", "unknown_collection");
    const reversed = await reverseCollected({ tx, act }, terms, entry, note);
    if (!reversed) return refuse("conflict", "reversed_before");
    const text = `reversed ${formatNaira(entry.grossKobo)} collected, ${PAYMENT_METHOD_LABELS[entry.method]}`;
    await recordOnBooking({ tx, actor, at }, { id, code }, "reverse_collection", text);
    return { ok: true };
  },
  publish: moneyTopics,
});
