/** ONLINE-4: what the provider paid back of an online payment, and disputes about it, asked of the provider, and recorded once. */
import { and, asc, eq, isNotNull, or } from "drizzle-orm";
import type { System } from "../../access/actor.ts";
import { asSystem } from "../../access/actors.server.ts";
import { recordActivity } from "../../access/record-activity.server.ts";
import { formatNaira } from "../../domain/money.ts";
import type { OnlineDispute } from "../../domain/payment.ts";
import type { Db, Tx } from "../../platform/db/client.server.ts";
import { onlinePayments, payments } from "../../platform/db/schema.ts";
import type { OnlineReturns } from "../../platform/online-payments/online-payments.ts";
import type { Services } from "../../platform/services.server.ts";
import { accountOf, type BookingAccount } from "../prices/booking-account.server.ts";
import { addReversal } from "./payments.server.ts";
import { attemptOf, setDue, settleOnline } from "./settle-online.server.ts";

/** How soon the provider is asked again about what it has not decided, if it sends no message. */
const AGAIN_MS = 6 * 60 * 60 * 1000;

/** What the log says about a dispute. */
const DISPUTE_TEXTS: Record<OnlineDispute, string> = {
  open: "the payer disputes the online payment",
  won: "the dispute about the online payment was declined",
  lost: "the dispute about the online payment was accepted",
  closed: "the dispute about the online payment was closed",
};

/**
 * Notes that the provider says something was paid back or is disputed: it is asked about that next. Durable when it returns. False
 * for a reference that is not ours.
 */
export function noteReturns({ db, now }: Pick<Services, "db" | "now">, reference: string): Promise<boolean> {
  return setDue(db, reference, { returnsCheckAt: now() });
}

/**
 * Asks the provider what became of an attempt since it was paid, and records it with the booking locked: a payment that was paid
 * back whole is reversed by a row of the ledger, once; another amount and a dispute are shown to staff. Does nothing where nothing
 * is to be asked. Throws an OnlinePaymentsError where there is no clear answer.
 */
export async function settleReturns(services: Services, id: string): Promise<void> {
  const { db, live, log, now } = services;
  const { online, attempt, code } = await attemptOf(services, id);
  const { reference, returnsCheckAt: asked } = attempt;
  if (!asked) return;
  // The message about what was paid back may come before the one about the payment.
  await settleOnline(services, id);
  const returns = await online.askReturns(reference);
  const opened = await db.transaction(async (tx) => {
    const account = await accountOf(tx, code);
    if (!account) throw new Error("an attempt to pay has no booking");
    // Where a message came while the provider was asked, the answer may be an old one: it is asked again.
    const [row] = await tx
      .select()
      .from(onlinePayments)
      .where(and(eq(onlinePayments.id, id), eq(onlinePayments.returnsCheckAt, asked)))
      .for("update");
    if (!row) return false;
    const at = now();
    const actor = asSystem(online.name);
    const changed = returns.dispute !== null && returns.dispute !== row.dispute ? returns.dispute : null;
    await reversePaidBack(tx, actor, account, at, { reference, returns });
    if (changed)
      await recordActivity(tx, actor, at, {
        action: "payment_dispute",
        description: `${code}: ${DISPUTE_TEXTS[changed]}, ${formatNaira(row.kobo)}, reference ${reference}`,
        entityType: "booking",
        entityId: account.id,
      });
    await tx
      .update(onlinePayments)
      .set({
        refundedAmount: paidBack(returns) || null,
        dispute: returns.dispute ?? row.dispute,
        returnsCheckAt: returns.undecided ? new Date(at.getTime() + AGAIN_MS) : null,
      })
      .where(eq(onlinePayments.id, id));
    return changed === "open";
  });
  if (opened) log.warn({ attempt: id }, "a payer disputes an online payment");
  live.publish(`booking:${code}`, "money");
}

const paidBack = ({ refunds }: OnlineReturns) => refunds.reduce((sum, { amount }) => sum + amount, 0);

/** Reverses the payment of a reference where all of it was paid back in naira. Nothing where it is reversed, or not recorded. */
async function reversePaidBack(
  tx: Tx,
  actor: System,
  account: BookingAccount,
  at: Date,
  { reference, returns }: { reference: string; returns: OnlineReturns },
): Promise<void> {
  const [paid] = await tx
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.bookingId, account.id),
        eq(payments.method, "online"),
        eq(payments.reference, reference),
      ),
    );
  const { refunds } = returns;
  if (!paid || paidBack(returns) !== paid.kobo || refunds.some(({ currency }) => currency !== "NGN")) return;
  await addReversal(tx, actor, account, at, {
    paid,
    reference: `REFUND ${refunds.map(({ id }) => id).join(" ")}`,
    note: `Paid back by ${actor.program}`,
  });
}

export type OnlineReturned = Awaited<ReturnType<typeof returnsOf>>[number];

/** The online payments of a booking that were paid back or disputed, oldest first, for staff. `kobo` is what was to be paid. */
export function returnsOf(db: Pick<Db, "select">, bookingId: string) {
  const { id, reference, kobo, receivedAmount, receivedCurrency, refundedAmount, dispute } = onlinePayments;
  return db
    .select({ id, reference, kobo, receivedAmount, receivedCurrency, refundedAmount, dispute })
    .from(onlinePayments)
    .where(and(eq(onlinePayments.bookingId, bookingId), or(isNotNull(refundedAmount), isNotNull(dispute))))
    .orderBy(asc(onlinePayments.createdAt), asc(id));
}
