/** PAY-1: the entries of the ledger of payments and their effects. Rows are added, never changed, only reversed. */
import { sql } from "drizzle-orm";
import type { Admin, Rider, System } from "../../access/actor.ts";
import { recordActivities, recordOnBooking } from "../../access/record-activity.server.ts";
import { formatNaira } from "../../domain/money.ts";
import {
  freeSpelling,
  numberedReferences,
  PAYMENT_METHOD_LABELS,
  type PaymentMethod,
} from "../../domain/payment.ts";
import { notifyAll } from "../../notifications/notify.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { payments, transferNotices, type settlementEntries } from "../../platform/db/schema.ts";
import type { Work } from "../../platform/operations/operation.server.ts";
import { reverseCashOf } from "../cash-ledger/cash-ledger.server.ts";
import { addMoneyEvents, type BookingAccount } from "../prices/booking-account.server.ts";

export type Payment = typeof payments.$inferSelect;

/** The parts of a work that staff, a rider's phone or the online provider need to write entries about money. */
export type PaymentWork = Pick<Work<Admin | Rider | System>, "services" | "tx" | "actor" | "act">;

export type NewPayment = {
  method: PaymentMethod;
  kobo: number;
  reference: string | null;
  note: string;
  /** The cash entry of this payment (CASH-2). */
  cashEntryId?: number;
};

/**
 * Adds a payment in kobo with its log row. Mails the receipt once the price is paid. Closes a transfer notice that
 * the payment settles (PAY-6). The caller must first lock the account (`accountOf`). Returns false if the reference
 * is already recorded.
 */
export async function writePayment(
  work: PaymentWork,
  account: BookingAccount,
  { method, kobo, reference, note, cashEntryId }: NewPayment,
): Promise<boolean> {
  const { tx, act } = work;
  const [made] = await tx
    .insert(payments)
    .values({
      bookingId: account.id,
      method,
      direction: "in",
      kobo,
      reference: await freeReference(tx, payments, method, reference),
      note: note || null,
      cashEntryId,
      actId: await act.id(),
      at: act.at,
      ...act.by,
    })
    .onConflictDoNothing({ target: [payments.method, payments.reference] })
    .returning({ id: payments.id });
  if (made) await afterPayments(work, [{ account, method, kobo, paidBefore: account.paidKobo }]);
  return made !== undefined;
}

export type RecordedPayment = {
  account: BookingAccount;
  method: PaymentMethod;
  kobo: number;
  /** The sum of the booking's earlier payments. */
  paidBefore: number;
};

const settlesAll = ({ account, paidBefore, kobo }: RecordedPayment) =>
  paidBefore + kobo === account.priceKobo;

/**
 * Completes recorded payments: adds events and log rows, closes the transfer notices that the payments settle, and
 * mails the receipt once the price is paid. A transfer of the notice's amount, or the payment that completes the
 * price, settles a notice (PAY-6).
 */
export async function afterPayments(
  { services, tx, actor, act }: PaymentWork,
  payments: readonly RecordedPayment[],
): Promise<void> {
  await recordActivities(
    tx,
    actor,
    act.at,
    payments.map(({ account, method, kobo }) => ({
      action: "record_payment",
      description: `${account.code}: ${formatNaira(kobo)}, ${PAYMENT_METHOD_LABELS[method]}`,
      entityType: "booking",
      entityId: account.id,
    })),
  );
  await addMoneyEvents(
    { tx, act },
    payments.map(({ account, paidBefore, kobo }) => ({
      account,
      kind: "paid" as const,
      before: paidBefore,
      after: paidBefore + kobo,
    })),
  );
  const settling = payments.map((payment) => ({
    id: payment.account.id,
    kobo: settlesAll(payment) ? null : payment.kobo,
    closes: settlesAll(payment) || payment.method === "transfer",
  }));
  await tx
    .update(transferNotices)
    .set({ state: "confirmed", closedAt: act.at, ...act.by })
    .where(
      sql`${transferNotices.state} = 'open' and exists (
        select from jsonb_to_recordset(${JSON.stringify(settling.filter(({ closes }) => closes))}::jsonb) as paid (id uuid, kobo bigint)
        where paid.id = ${transferNotices.bookingId} and coalesce(paid.kobo, ${transferNotices.kobo}) = ${transferNotices.kobo})`,
    );
  const paid = payments.filter(settlesAll);
  await notifyAll(
    services,
    tx,
    "booking_paid",
    paid.map(({ account }) => ({ bookingId: account.id })),
  );
}

/**
 * Adds the reversal of a payment with its log row. The caller must first lock the account (`accountOf`). Returns
 * false if the payment was reversed before.
 */
export async function addPaymentReversal(
  { tx, actor, act }: Pick<PaymentWork, "tx" | "actor" | "act">,
  account: BookingAccount,
  { paid, reference, note }: { paid: Payment; reference: string | null; note: string },
): Promise<boolean> {
  const [made] = await tx
    .insert(payments)
    .values({
      bookingId: account.id,
      method: paid.method,
      direction: paid.direction === "in" ? "out" : "in",
      kobo: paid.kobo,
      reference,
      reverses: paid.id,
      note,
      actId: await act.id(),
      at: act.at,
      ...act.by,
    })
    .onConflictDoNothing({ target: payments.reverses })
    .returning({ id: payments.id });
  if (!made) return false;
  await reverseCashOf({ tx, act }, paid.cashEntryId, note);
  const after = account.paidKobo + (paid.direction === "in" ? -paid.kobo : paid.kobo);
  await addMoneyEvents({ tx, act }, [{ account, kind: "paid", before: account.paidKobo, after }]);
  const text = `reversed ${formatNaira(paid.kobo)}, ${PAYMENT_METHOD_LABELS[paid.method]}`;
  await recordOnBooking({ tx, actor, at: act.at }, account, "reverse_payment", text);
  return true;
}

/**
 * Returns the text that is stored as a payment's reference, or null without a reference. A reference is unique within
 * a payment method, and rows stay in the ledger. So a reference that is used again after a reversal gets a number at
 * its end. The company makes the references of online payments and never uses a reference twice.
 */
export async function freeReference<Reference extends string | null>(
  tx: Tx,
  ledger: typeof payments | typeof settlementEntries,
  method: PaymentMethod,
  reference: Reference,
): Promise<string | Reference> {
  if (!reference || method === "online") return reference;
  const { rows } = await tx.execute<{ reference: string }>(sql`
    select entry.reference from ${ledger} entry join ${ledger} reversal on reversal.reverses = entry.id
    where entry.method = ${method} and entry.reference in ${[reference, ...numberedReferences(reference)]}`);
  return freeSpelling(
    reference,
    rows.map((row) => row.reference),
  );
}
