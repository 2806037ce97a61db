/** ONLINE-2: what became of an attempt to pay online, asked of the provider, and recorded once. */
import { and, eq, inArray, type SQL } from "drizzle-orm";
import { asSystem } from "../../access/actors.server.ts";
import type { OnlineProblem, OnlineState } from "../../domain/payment.ts";
import type { Db, Tx } from "../../platform/db/client.server.ts";
import { bookings, onlinePayments } from "../../platform/db/schema.ts";
import { OnlinePaymentsError, type OnlineStatus } from "../../platform/online-payments/online-payments.ts";
import type { Services } from "../../platform/services.server.ts";
import { accountOf, type BookingAccount } from "../prices/booking-account.server.ts";
import { addPayment } from "./payments.server.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** After this nobody asks any more; a message of the provider still counts. */
const GIVE_UP_MS = 72 * HOUR_MS;
/** A reference that is being announced is not known to the provider yet. */
const KNOWN_AFTER_MS = MINUTE_MS;

/** When an undecided attempt of an age is asked about again. */
export function pauseMs(ageMs: number): number {
  if (ageMs < HOUR_MS) return 5 * MINUTE_MS;
  return ageMs < 24 * HOUR_MS ? HOUR_MS : 6 * HOUR_MS;
}

type Attempt = typeof onlinePayments.$inferSelect;

/**
 * Asks the provider about an attempt and records the answer with the booking locked: one payment of the ledger, or the problem
 * for staff. Asking again after that changes nothing. Throws an OnlinePaymentsError where there is no clear answer.
 */
export async function settleOnline(services: Services, id: string): Promise<OnlineState> {
  const { db, live } = services;
  const { online, attempt, code } = await attemptOf(services, id);
  if (attempt.state === "paid" || attempt.state === "problem") return attempt.state;
  const status = await online.ask(attempt.reference);
  const state = await db.transaction(async (tx) => {
    const account = await accountOf(tx, code);
    const [row] = await tx.select().from(onlinePayments).where(eq(onlinePayments.id, id));
    if (!account || !row) throw new Error("an attempt to pay has no booking");
    if (row.state === "paid" || row.state === "problem") return row.state;
    const decided = await decide(services, tx, account, row, status);
    await tx.update(onlinePayments).set(decided).where(eq(onlinePayments.id, id));
    return decided.state;
  });
  if (state === "problem")
    services.log.warn({ attempt: id }, "an online payment does not match what is owed");
  if (state !== "open") live.publish(`booking:${code}`, "money");
  return state;
}

/** An attempt, its booking's code, and the provider. Throws where online payments are off. */
export async function attemptOf({ db, online }: Services, id: string) {
  if (!online) throw new OnlinePaymentsError("online payments are switched off");
  const [found] = await db
    .select({ attempt: onlinePayments, code: bookings.trackingCode })
    .from(onlinePayments)
    .innerJoin(bookings, eq(bookings.id, onlinePayments.bookingId))
    .where(eq(onlinePayments.id, id));
  if (!found) throw new Error("an attempt to pay is gone");
  return { online, ...found };
}

type Decided = Partial<Attempt> & { state: OnlineState };

async function decide(
  services: Services,
  tx: Tx,
  account: BookingAccount,
  attempt: Attempt,
  status: OnlineStatus,
): Promise<Decided> {
  const at = services.now();
  const { kobo, reference } = attempt;
  const ended = { checkoutUrl: null, nextCheckAt: null, decidedAt: at };
  if (status.state === "paid") {
    const { amount, currency } = status;
    const problem = (what: OnlineProblem): Decided => ({
      state: "problem",
      problem: what,
      receivedAmount: amount,
      receivedCurrency: currency,
      ...ended,
    });
    if (currency !== "NGN") return problem("wrong_currency");
    if (amount !== kobo) return problem("wrong_amount");
    const payment = { method: "online", kobo, reference, note: "" } as const;
    const provider = asSystem(services.online?.name ?? "");
    const added = await addPayment(services, tx, provider, account, at, payment);
    // A reference that the ledger has already was paid by this attempt: references are never used twice.
    return added.ok || added.code === "conflict" ? { state: "paid", ...ended } : problem("not_owed");
  }
  const ageMs = at.getTime() - attempt.createdAt.getTime();
  const over =
    status.state === "failed" || (status.state === "unknown" && ageMs > KNOWN_AFTER_MS) || ageMs > GIVE_UP_MS;
  if (over) return { state: "not_paid", ...ended };
  return { state: attempt.state, nextCheckAt: new Date(at.getTime() + pauseMs(ageMs)) };
}

/**
 * Notes that the provider says a reference is paid: it is asked about that next. Durable when it returns. False for a reference
 * that is not ours or is decided.
 */
export function notePaid({ db, now }: Pick<Services, "db" | "now">, reference: string): Promise<boolean> {
  return setDue(db, reference, { nextCheckAt: now() }, inArray(onlinePayments.state, ["open", "not_paid"]));
}

/** Sets when the provider is asked about the attempt with this reference. False where there is none that fits `only`. */
export async function setDue(
  db: Db,
  reference: string,
  due: { nextCheckAt: Date } | { returnsCheckAt: Date },
  only?: SQL,
): Promise<boolean> {
  const attempts = await db
    .update(onlinePayments)
    .set(due)
    .where(and(eq(onlinePayments.reference, reference), only))
    .returning({ id: onlinePayments.id });
  return attempts.length > 0;
}
