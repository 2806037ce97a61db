/**
 * PRICE-13: charges a return at its start. The charge is paid first from the money that the company owes the sender. A
 * waiver reverses the charge and this payment.
 */
import { and, eq, isNull, sql } from "drizzle-orm";
import * as z from "zod";
import { staff } from "../../access/by.server.ts";
import { recordActivity } from "../../access/record-activity.server.ts";
import type { Admin } from "../../access/actor.ts";
import { formatNaira } from "../../domain/money.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { cashOnDelivery, payees, payments, settlementEntries } from "../../platform/db/schema.ts";
import { ofBooking, requiredText } from "../../platform/http/fields.ts";
import { operation, type Work } from "../../platform/operations/operation.server.ts";
import type { BookingAccount } from "../prices/booking-account.server.ts";
import { lockAccount, moneyTopics } from "../prices/lock-account.server.ts";
import { chargeReturn, waiveReturnFee, type ReturnTerms } from "../prices/return-fee.server.ts";
import { payeeOfBooking } from "./payee-of-booking.server.ts";
import { addPayment } from "./add-payment.server.ts";
import { addPaymentReversal, type PaymentWork } from "./payment-entries.server.ts";

/**
 * Charges the return of a booking once. The caller must first lock the booking's row. The charge is deducted from the
 * cash on delivery that the sender or the store is owed, as far as that money is enough. The sender must pay the rest
 * before the parcel is handed back. Returns the charge and the deducted part in kobo.
 */
export async function startReturn(
  work: PaymentWork,
  account: BookingAccount,
  terms: ReturnTerms,
): Promise<{ feeKobo: number; takenKobo: number }> {
  const feeKobo = await chargeReturn(work, account, terms);
  if (feeKobo === 0) return { feeKobo, takenKobo: 0 };
  const { tx, act } = work;
  const priced = { ...account, priceKobo: (account.priceKobo ?? 0) + feeKobo };
  const payee = await lockPayeeOf(tx, account.id);
  const takenKobo = Math.min(feeKobo, priced.priceKobo - account.paidKobo, payee?.owedKobo ?? 0);
  if (!payee || takenKobo <= 0) return { feeKobo, takenKobo: 0 };
  const payment = { method: "deducted" as const, kobo: takenKobo, reference: null, note: "" };
  const paid = await addPayment(work, priced, payment);
  if (!paid.ok) throw new Error("a return was not taken from what its sender is owed");
  await tx.insert(settlementEntries).values({
    ...{ payeeId: payee.id, bookingId: account.id, kind: "deducted", method: "deducted" },
    ...{ grossKobo: -takenKobo, actId: await act.id(), at: act.at, ...act.by },
  });
  return { feeKobo, takenKobo };
}

/**
 * Locks the row of the payee who gets the booking's collected money. The booking's row must be locked before. Null
 * without a payee.
 */
async function lockPayeeOf(tx: Tx, bookingId: string) {
  const [row] = await tx
    .select({ id: payees.id, owedKobo: payees.owedKobo })
    .from(payees)
    .where(
      sql`${payees.id} = coalesce(
        (select c.payee_id from ${cashOnDelivery} c where c.booking_id = ${bookingId}),
        (select ${payees.id} from ${payees} where ${payeeOfBooking(bookingId)} limit 1))`,
    )
    .for("update");
  return row ?? null;
}

const waiverForm = z.object({ note: requiredText("Say why the return costs nothing", 200) });

/**
 * Waives the return of a booking with a reason: the price is again the price without the return. The deducted cash on
 * delivery is owed again. Other payments above the price are to be paid back (PAY-7). Refuses roles that may not set
 * prices, and a price without a return.
 */
export const waiveReturn = operation({
  name: "prices.waive_return",
  by: staff("setPrice"),
  act: "return_fee",
  input: ofBooking(waiverForm),
  on: lockAccount,
  run: async (work, { note }, account) => {
    const done = await waiveReturnFee(work, account, note);
    if (done.ok) await giveBack(work, account, note);
    return done;
  },
  publish: moneyTopics,
});

async function giveBack(work: Work<Admin>, account: BookingAccount, note: string): Promise<void> {
  const { tx, actor, at, act } = work;
  const [taken] = await tx
    .select()
    .from(payments)
    .where(
      and(eq(payments.bookingId, account.id), eq(payments.method, "deducted"), isNull(payments.reverses)),
    );
  const [entry] = await tx
    .select()
    .from(settlementEntries)
    .where(and(eq(settlementEntries.bookingId, account.id), eq(settlementEntries.kind, "deducted")));
  if (!taken || !entry) return;
  const reversed = await addPaymentReversal(work, account, { paid: taken, reference: null, note });
  if (!reversed) return;
  const { payeeId, bookingId, method, grossKobo } = entry;
  await tx.insert(settlementEntries).values({
    ...{ payeeId, bookingId, method, kind: "reversed", grossKobo: -grossKobo, reverses: entry.id, note },
    ...{ actId: await act.id(), at, ...act.by },
  });
  await recordActivity(tx, actor, at, {
    action: "reverse_deduction",
    description: `${account.code}: ${formatNaira(-grossKobo)} of the return is owed again`,
    entityType: "payee",
    entityId: payeeId,
  });
}
