/**
 * The consequences of every recorded payment: event, log row, closed transfer notices, and the receipt's mail once all is
 * paid.
 */
import { sql } from "drizzle-orm";
import type { Admin, Rider, System } from "../../access/actor.ts";
import { recordActivities } from "../../access/record-activity.server.ts";
import { formatNaira } from "../../domain/money.ts";
import { PAYMENT_METHOD_LABELS, type PaymentMethod } from "../../domain/payment.ts";
import { notifyAll } from "../../notifications/notify.server.ts";
import { transferNotices } from "../../platform/db/schema.ts";
import type { Acting } from "../../platform/operations/act.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { addMoneyEvents, type BookingAccount } from "../prices/booking-account.server.ts";

export type RecordedPayment = {
  account: BookingAccount;
  method: PaymentMethod;
  kobo: number;
  /** The sum of the booking's payments before this payment. */
  paidBefore: number;
};

type AfterWork = Acting & { services: Pick<Services, "jobs">; actor: Admin | Rider | System };

const settlesAll = ({ account, paidBefore, kobo }: RecordedPayment) =>
  paidBefore + kobo === account.priceKobo;

/**
 * Completes any number of payments in kobo that the caller's transaction recorded: adds their events and log rows,
 * closes the transfer notices that they settle, and mails the receipt once all is paid. A notice is settled by a
 * transfer of its amount, or by the payment that completes the price (PAY-6).
 */
export async function afterPayments(
  { services, tx, actor, act }: AfterWork,
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
