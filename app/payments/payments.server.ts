/** PAY-1: the ledger of payments. Rows are added, never changed: a mistake is reversed by another row. */
import { desc, eq } from "drizzle-orm";
import { recordActivity, type Doer } from "../activity-log/activity-log.server.ts";
import type { Admin, SuperAdmin } from "../domain/actor.ts";
import { formatNaira } from "../domain/money.ts";
import { refusal } from "../domain/permissions.ts";
import type { Db, Tx } from "../platform/db/client.server.ts";
import { deliveries, payments } from "../platform/db/schema.ts";
import { refuse, type Result } from "../platform/http/result.ts";
import { transactOnce } from "../platform/idempotency/idempotency.server.ts";
import type { Services } from "../platform/services.server.ts";
import { accountOf, type BookingAccount } from "../prices/booking-account.server.ts";
import { addMoneyEvents, by } from "../prices/money-events.server.ts";
import {
  normaliseReference,
  PAYMENT_METHOD_LABELS,
  type DeskMethod,
  type PaymentMethod,
} from "../domain/payment.ts";
import { afterPayments } from "./after-payments.server.ts";
import { freeReference } from "./free-reference.server.ts";

export type Payment = typeof payments.$inferSelect;
export type PaymentResult = Result<unknown, "invalid" | "forbidden" | "not_found" | "conflict">;

/** Every payment of a booking, newest first. */
export function paymentsOf(db: Pick<Db, "select">, deliveryId: string): Promise<Payment[]> {
  return db
    .select()
    .from(payments)
    .where(eq(payments.deliveryId, deliveryId))
    .orderBy(desc(payments.at), desc(payments.id));
}

/**
 * Records a payment at the desk, in kobo, with its log row, and the receipt's mail once all is paid. Refuses roles that may
 * not, a booking without a price, an amount of 0 or of more than is owed, a transfer or POS payment without a reference, and
 * a reference that this method has already.
 */
export async function recordPayment(
  services: Services,
  admin: Admin,
  input: { code: string; method: DeskMethod; kobo: number; reference: string; note: string },
  key: string,
): Promise<PaymentResult> {
  const refused = refusal(admin.role, "recordPayments");
  if (refused) return refuse("forbidden", refused);
  const { method, kobo, note } = input;
  const reference = normaliseReference(input.reference) || null;
  if (kobo <= 0) return refuse("invalid", { amount: "An amount is above ₦0." });
  if (method !== "cash" && !reference)
    return refuse("invalid", { reference: "Enter the reference on the slip or the bank's message." });
  const content = { method, kobo, reference, note };
  return onAccount(services, input.code, key, content, (tx, account, at) =>
    addPayment(services, tx, admin, account, at, content),
  );
}

type NewPayment = { method: PaymentMethod; kobo: number; reference: string | null; note: string };

/**
 * Adds a payment in kobo to a locked account, with its log row, and the receipt's mail once all is paid; a claim that it
 * settles is closed (PAY-6). Refuses a booking without a price, more than is owed, and a reference that is recorded already.
 */
export async function addPayment(
  services: Services,
  tx: Tx,
  doer: Doer,
  account: BookingAccount,
  at: Date,
  { method, kobo, reference, note }: NewPayment,
): Promise<Result<unknown, "invalid" | "conflict">> {
  if (account.priceKobo === null) return refuse("invalid", { amount: "Set a price first." });
  const owed = account.priceKobo - account.paidKobo;
  if (kobo > owed)
    return refuse("invalid", {
      amount: owed > 0 ? `This is more than is owed: ${formatNaira(owed)}.` : "Everything has been paid.",
    });
  const free =
    reference && method !== "online" ? await freeReference(tx, payments, method, reference) : reference;
  const [made] = await tx
    .insert(payments)
    .values({
      deliveryId: account.id,
      method,
      direction: "in",
      kobo,
      reference: free,
      note: note || null,
      at,
      ...by(doer),
    })
    .onConflictDoNothing({ target: [payments.method, payments.reference] })
    .returning({ id: payments.id });
  if (!made)
    return refuse("conflict", {
      reference: `This reference is recorded already, on ${await bookingOf(tx, method, free ?? "")}.`,
    });
  await afterPayments(services, tx, doer, at, [{ account, method, kobo, paidBefore: account.paidKobo }]);
  return { ok: true };
}

/**
 * Reverses a payment by a row of the same amount in the other direction. Refuses a missing reason, a payment of another
 * booking, one that is a reversal, and one that was reversed before.
 */
export async function reversePayment(
  services: Services,
  admin: SuperAdmin,
  input: { code: string; paymentId: string; reason: string },
  key: string,
): Promise<PaymentResult> {
  const { paymentId, reason } = input;
  if (reason === "") return refuse("invalid", { reason: "Say why it is reversed." });
  return onAccount(services, input.code, key, { paymentId, reason }, async (tx, account, at) => {
    const [paid] = await tx.select().from(payments).where(eq(payments.id, paymentId));
    if (!paid || paid.deliveryId !== account.id || paid.reverses)
      return refuse("not_found", "This payment is not one of this booking.");
    const done = await addReversal(tx, admin, account, at, { paid, reference: null, note: reason });
    return done ? { ok: true } : refuse("conflict", "This payment was reversed already.");
  });
}

/** Adds the reversal of a payment to its locked account, with its log row. False, and nothing done, where it was reversed before. */
export async function addReversal(
  tx: Tx,
  doer: Doer,
  account: BookingAccount,
  at: Date,
  { paid, reference, note }: { paid: Payment; reference: string | null; note: string },
): Promise<boolean> {
  const [made] = await tx
    .insert(payments)
    .values({
      deliveryId: account.id,
      method: paid.method,
      direction: paid.direction === "in" ? "out" : "in",
      kobo: paid.kobo,
      reference,
      reverses: paid.id,
      note,
      at,
      ...by(doer),
    })
    .onConflictDoNothing({ target: payments.reverses })
    .returning({ id: payments.id });
  if (!made) return false;
  const after = account.paidKobo + (paid.direction === "in" ? -paid.kobo : paid.kobo);
  await addMoneyEvents(tx, by(doer), at, [{ account, kind: "paid", before: account.paidKobo, after }]);
  await recordActivity(tx, doer, at, {
    action: "reverse_payment",
    description: `${account.code}: reversed ${formatNaira(paid.kobo)}, ${PAYMENT_METHOD_LABELS[paid.method]}`,
    entityType: "delivery",
    entityId: account.id,
  });
  return true;
}

async function bookingOf(tx: Tx, method: PaymentMethod, reference: string): Promise<string> {
  const rows = await tx
    .select({ code: deliveries.trackingCode, method: payments.method })
    .from(payments)
    .innerJoin(deliveries, eq(deliveries.id, payments.deliveryId))
    .where(eq(payments.reference, reference));
  return rows.find((row) => row.method === method)?.code ?? "another booking";
}

/** Runs `work` on a booking's account, once for a key, with the booking locked. Refuses an unknown code, and a key with other content. */
export async function onAccount(
  services: Services,
  code: string,
  key: string,
  content: object,
  work: (tx: Tx, account: BookingAccount, at: Date) => Promise<PaymentResult>,
): Promise<PaymentResult> {
  const sent = { code, ...content };
  const result = await transactOnce<PaymentResult>(services, key, sent, async ({ tx, at, claim }) => {
    const account = await accountOf(tx, code);
    if (!account) return refuse("not_found", "No booking has this code.");
    const done = await work(tx, account, at);
    return !done.ok || (await claim()) ? done : null;
  });
  if (result.ok) services.live.publish(`delivery:${code}`, "money");
  return result;
}
