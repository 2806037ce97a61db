/** ONLINE-4: asks the provider for refunds and disputes of an online payment, and records them once. */
import { and, asc, eq, isNotNull, or } from "drizzle-orm";
import type { System } from "../../access/actor.ts";
import { actAuthor } from "../../access/author.server.ts";
import { asSystem } from "../../access/actors.server.ts";
import { recordOnBooking } from "../../access/record-activity.server.ts";
import { formatNaira } from "../../domain/money.ts";
import type { OnlineDispute } from "../../domain/payment.ts";
import type { Db, Tx } from "../../platform/db/client.server.ts";
import { onlinePayments, payments, settlementEntries } from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import type { OnlineReturns } from "../../platform/online-payments/online-payments.ts";
import { beginAct, type Act } from "../../platform/operations/act.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { accountOf, type BookingAccount } from "../prices/booking-account.server.ts";
import { reverseCollected, codTermsOf } from "./collection-entries.server.ts";
import { lockRunsWith, tellRiders } from "./door-online.server.ts";
import { addPaymentReversal } from "./payment-entries.server.ts";
import { attemptOf, setDue, settleOnline } from "./settle-online.server.ts";

/** An undecided refund or dispute is checked again after this time in ms if the provider sends no message. */
const AGAIN_MS = 6 * 60 * 60 * 1000;

const DISPUTE_TEXTS: Record<OnlineDispute, string> = {
  open: "the payer disputes the online payment",
  won: "the dispute about the online payment was declined",
  lost: "the dispute about the online payment was accepted",
  closed: "the dispute about the online payment was closed",
};

/**
 * Marks the attempt for the next check, because the provider reports a refund or dispute. The mark is stored when the
 * call returns. Returns false for an unknown reference.
 */
export function noteReturns({ db, now }: Pick<Services, "db" | "now">, reference: string): Promise<boolean> {
  return setDue(db, reference, { returnsCheckAt: now() });
}

/**
 * Asks the provider for refunds and disputes of an attempt, and records them with the booking's row locked. A full
 * refund reverses the payment once. A partial refund and a dispute are only shown to staff. Does nothing if no check
 * is due. Throws an OnlinePaymentsError if the response is not clear.
 */
export async function settleReturns(services: Services, id: string): Promise<void> {
  const { db, live, log, now } = services;
  const { online, attempt, code } = await attemptOf(services, id);
  const { reference, returnsCheckAt: asked } = attempt;
  if (!asked) return;
  // The payment is settled first, because the refund message may arrive before the payment message.
  await settleOnline(services, id);
  const returns = await online.askReturns(reference);
  const runIds: string[] = [];
  const opened = await transact(db, async (tx) => {
    if (returns.refunds.length > 0) runIds.push(...(await lockRunsWith(tx, attempt.bookingId)));
    const account = await accountOf(tx, code);
    if (!account) throw new Error("an attempt to pay has no booking");
    // If a message arrived during the request, the response may be outdated. Then nothing is stored, and the next
    // check asks again.
    const [row] = await tx
      .select()
      .from(onlinePayments)
      .where(and(eq(onlinePayments.id, id), eq(onlinePayments.returnsCheckAt, asked)))
      .for("update");
    if (!row) return false;
    const at = now();
    const actor = asSystem(online.name);
    const act = beginAct(tx, { ...actAuthor(actor), kind: "payment_reversed", at });
    const changed = returns.dispute !== null && returns.dispute !== row.dispute ? returns.dispute : null;
    const whole = await reversePaidBack({ tx, actor, act }, account, { reference, returns });
    if (changed) {
      const text = `${DISPUTE_TEXTS[changed]}, ${formatNaira(row.kobo)}, reference ${reference}`;
      await recordOnBooking({ tx, actor, at }, account, "payment_dispute", text);
    }
    await tx
      .update(onlinePayments)
      .set({
        // After a full refund staff have nothing to do, so the problem is closed.
        ...(whole &&
          row.problem === "goes_back" &&
          row.closedAt === null && { closedAt: at, closedNote: `Paid back by ${online.name}` }),
        refundedAmount: paidBack(returns) || null,
        dispute: returns.dispute ?? row.dispute,
        returnsCheckAt: returns.undecided ? new Date(at.getTime() + AGAIN_MS) : null,
      })
      .where(eq(onlinePayments.id, id));
    // After a full refund the amount is due at the door again, so the riders' phones fetch the new amount.
    if (whole && row.refundedAmount !== paidBack(returns)) await tellRiders(tx, runIds);
    return changed === "open";
  });
  if (opened) log.warn({ attempt: id }, "a payer disputes an online payment");
  live.publish(`booking:${code}`, "money", ...runIds.map((run) => `run:${run}` as const));
}

const paidBack = ({ refunds }: OnlineReturns) => refunds.reduce((sum, { amount }) => sum + amount, 0);

/**
 * Reverses the payment if the whole amount was refunded in naira. Does nothing for a reversed or unrecorded payment.
 */
async function reversePaidBack(
  { tx, actor, act }: { tx: Tx; actor: System; act: Act },
  account: BookingAccount,
  { reference, returns }: { reference: string; returns: OnlineReturns },
): Promise<boolean> {
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
  const [entry] = await tx
    .select()
    .from(settlementEntries)
    .where(
      and(
        eq(settlementEntries.bookingId, account.id),
        eq(settlementEntries.method, "online"),
        eq(settlementEntries.reference, reference),
      ),
    );
  const { refunds } = returns;
  const kobo = (paid?.kobo ?? 0) + (entry?.grossKobo ?? 0);
  if (kobo === 0 || paidBack(returns) !== kobo || refunds.some(({ currency }) => currency !== "NGN"))
    return false;
  const note = `Paid back by ${actor.program}`;
  const number = `REFUND ${refunds.map(({ id }) => id).join(" ")}`;
  if (paid) await addPaymentReversal({ tx, actor, act }, account, { paid, reference: number, note });
  const terms = entry && (await codTermsOf(tx, account.id));
  if (entry && terms && (await reverseCollected({ tx, act }, terms, entry, note))) {
    const text = `reversed ${formatNaira(entry.grossKobo)} collected, Online`;
    await recordOnBooking({ tx, actor, at: act.at }, account, "reverse_collection", text);
  }
  return true;
}

export type OnlineReturned = Awaited<ReturnType<typeof returnsOf>>[number];

/**
 * Lists a booking's refunded or disputed online payments, oldest first, for staff. `kobo` is the amount that was to be
 * paid.
 */
export function returnsOf(db: Pick<Db, "select">, bookingId: string) {
  const { id, reference, kobo, receivedAmount, receivedCurrency, refundedAmount, dispute } = onlinePayments;
  return db
    .select({ id, reference, kobo, receivedAmount, receivedCurrency, refundedAmount, dispute })
    .from(onlinePayments)
    .where(and(eq(onlinePayments.bookingId, bookingId), or(isNotNull(refundedAmount), isNotNull(dispute))))
    .orderBy(asc(onlinePayments.createdAt), asc(id));
}
