/** What every recorded payment brings with it: log row, closed claims, and the receipt's mail once all is paid. */
import { sql } from "drizzle-orm";
import { recordActivities, type Doer } from "../activity-log/activity-log.server.ts";
import { formatNaira } from "../domain/money.ts";
import { PAYMENT_METHOD_LABELS, type PaymentMethod } from "../domain/payment.ts";
import type { Tx } from "../platform/db/client.server.ts";
import { paymentClaims } from "../platform/db/schema.ts";
import type { Services } from "../platform/services.server.ts";
import type { BookingAccount } from "../prices/booking-account.server.ts";

/** Who recorded or closed something about money: staff, or the provider of online payments. */
export function by(doer: Doer): { byUserId: string | null; byName: string } {
  if ("program" in doer) return { byUserId: null, byName: doer.program };
  const { id, fullName, email } = doer.person;
  return { byUserId: id, byName: fullName ?? email };
}

export type RecordedPayment = {
  account: Pick<BookingAccount, "id" | "code">;
  method: PaymentMethod;
  kobo: number;
  /** Whether it pays the last of what was owed. */
  settles: boolean;
};

/**
 * Completes payments in kobo that the caller's transaction recorded, however many: their log rows, the claims that they
 * settle (PAY-6: the claimed amount by transfer, or the last payment), and the mail of the receipt once all is paid.
 */
export async function afterPayments(
  services: Pick<Services, "jobs">,
  tx: Tx,
  doer: Doer,
  at: Date,
  payments: readonly RecordedPayment[],
): Promise<void> {
  await recordActivities(
    tx,
    doer,
    at,
    payments.map(({ account, method, kobo }) => ({
      action: "record_payment",
      description: `${account.code}: ${formatNaira(kobo)}, ${PAYMENT_METHOD_LABELS[method]}`,
      entityType: "delivery",
      entityId: account.id,
    })),
  );
  const settling = payments.map(({ account, method, kobo, settles }) => ({
    id: account.id,
    kobo: settles ? null : kobo,
    closes: settles || method === "transfer",
  }));
  await tx
    .update(paymentClaims)
    .set({ state: "confirmed", closedAt: at, ...by(doer) })
    .where(
      sql`${paymentClaims.state} = 'open' and exists (
        select from jsonb_to_recordset(${JSON.stringify(settling.filter(({ closes }) => closes))}::jsonb) as paid (id uuid, kobo bigint)
        where paid.id = ${paymentClaims.deliveryId} and coalesce(paid.kobo, ${paymentClaims.kobo}) = ${paymentClaims.kobo})`,
    );
  const paid = payments.filter(({ settles }) => settles);
  await services.jobs.addAll(
    tx,
    "mail",
    paid.map(({ account }) => ({ kind: "booking_paid", deliveryId: account.id })),
  );
}
