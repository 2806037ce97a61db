/** PAY-1: the payments of a booking. Staff record and reverse payments. */
import { desc, eq } from "drizzle-orm";
import { staff } from "../../access/by.server.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { payments } from "../../platform/db/schema.ts";
import { ofBooking } from "../../platform/http/fields.ts";
import { withSeen } from "../../platform/http/seen-field.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { isHolder, whoTookCash } from "../cash-ledger/holders.server.ts";
import { addCash } from "../cash-ledger/cash-ledger.server.ts";
import { lockAccount, moneyTopics } from "../prices/lock-account.server.ts";
import { moneyMeanwhile } from "./money-meanwhile.server.ts";
import { refuse } from "./messages.ts";
import { paymentForm, reversalForm } from "./money-form.ts";
import { addPayment } from "./add-payment.server.ts";
import { addPaymentReversal, type Payment } from "./payment-entries.server.ts";

/** Lists the payments of a booking, newest first. */
export function paymentsOf(db: Pick<Db, "select">, bookingId: string): Promise<Payment[]> {
  return db
    .select()
    .from(payments)
    .where(eq(payments.bookingId, bookingId))
    .orderBy(desc(payments.at), desc(payments.id));
}

/**
 * Records a payment in kobo with its log row, and mails the receipt once the price is paid. Refuses a booking without
 * a price, more than is owed, and a reference that is already recorded for the payment method (PAY-1).
 */
export const recordPayment = operation({
  name: "payments.record",
  by: staff("recordPayments"),
  act: "paid",
  input: ofBooking(withSeen(paymentForm)),
  on: lockAccount,
  meanwhile: moneyMeanwhile,
  run: async ({ services, tx, actor, act }, { amount: kobo, holder: sent, ...payment }, account) => {
    if (sent && !(await isHolder(tx, sent))) return refuse("invalid", "unknown_holder");
    const holder =
      payment.method !== "cash" ? null : sent === undefined ? await whoTookCash(tx, account.id, actor) : sent;
    // The row of the cash account is locked before the ledger of payments, as in every other write. If the payment is
    // refused, the cash entry is rolled back.
    const [cashEntryId] = holder
      ? await addCash({ tx, act }, [
          { holder, kind: "collected", kobo, part: "delivery", bookingId: account.id },
        ])
      : [];
    return addPayment({ services, tx, actor, act }, account, {
      kobo,
      ...payment,
      ...(cashEntryId && { cashEntryId }),
    });
  },
  publish: moneyTopics,
});

/**
 * PAY-2: reverses a payment by an opposite row. Refuses a payment of another booking, a reversal, a reversed payment
 * and a payment for a claim. Refuses a deduction from the sender's cash on delivery: only waiving the return reverses a
 * deduction.
 */
export const reversePayment = operation({
  name: "payments.reverse",
  by: staff("reversePayments"),
  act: "payment_reversed",
  input: ofBooking(reversalForm),
  on: lockAccount,
  run: async (work, { paymentId, reason }, account) => {
    const { tx } = work;
    const [paid] = await tx.select().from(payments).where(eq(payments.id, paymentId));
    if (!paid || paid.bookingId !== account.id || paid.reverses)
      return refuse("not_found", "unknown_payment");
    if (paid.method === "deducted") return refuse("conflict", "deducted");
    if (paid.claimId) return refuse("conflict", "for_claim");
    const done = await addPaymentReversal(work, account, { paid, reference: null, note: reason });
    return done ? { ok: true } : refuse("conflict", "reversed_before");
  },
  publish: moneyTopics,
});
