/** PAY-1: the entries of the ledger of payments. Rows are added, never changed. A mistake is reversed by another row. */
import { eq, sql } from "drizzle-orm";
import type { Admin, Rider, System } from "../../access/actor.ts";
import { recordActivity } from "../../access/record-activity.server.ts";
import { formatNaira } from "../../domain/money.ts";
import { freeSpelling, numbered, PAYMENT_METHOD_LABELS, type PaymentMethod } from "../../domain/payment.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { payments, type settlementEntries } from "../../platform/db/schema.ts";
import type { Work } from "../../platform/operations/operation.server.ts";
import { reverseCashOf } from "../cash-ledger/cash-ledger.server.ts";
import { addMoneyEvents, type BookingAccount } from "../prices/booking-account.server.ts";
import { afterPayments } from "./after-payments.server.ts";

export type Payment = typeof payments.$inferSelect;

/** The context in which money is written: staff, a rider's deed, or the provider of online payments. */
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
 * Adds a payment in kobo to a booking, with its log row, and mails the receipt once all is paid. The caller must
 * row-lock the account first. Closes a transfer notice that the payment settles (PAY-6). False if its reference is
 * already recorded.
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

/**
 * Adds the reversal of a payment, with its log row. The caller must row-lock the booking's account first. Does nothing
 * and returns false if the payment was reversed before.
 */
export async function addReversal(
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
  await recordActivity(tx, actor, act.at, {
    action: "reverse_payment",
    description: `${account.code}: reversed ${formatNaira(paid.kobo)}, ${PAYMENT_METHOD_LABELS[paid.method]}`,
    entityType: "booking",
    entityId: account.id,
  });
  return true;
}

/**
 * The spelling under which a reference is stored; null for money without one. A reference is unique within a payment
 * method, and rows stay in the ledger. So a reference that is used again after a reversal gets a number at its end.
 * Online payments have references of our own, which are never used twice.
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
    where entry.method = ${method} and entry.reference in ${[reference, ...numbered(reference)]}`);
  return freeSpelling(
    reference,
    rows.map((row) => row.reference),
  );
}
