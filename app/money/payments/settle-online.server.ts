/** ONLINE-2: asks the provider for the outcome of an online payment attempt, and records the outcome once. */
import { and, eq, inArray, type SQL } from "drizzle-orm";
import { actAuthor } from "../../access/author.server.ts";
import { asSystem } from "../../access/actors.server.ts";
import type { OnlineProblem, OnlineState } from "../../domain/payment.ts";
import type { Db, Tx } from "../../platform/db/client.server.ts";
import { bookings, onlinePayments } from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { OnlinePaymentsError, type OnlineStatus } from "../../platform/online-payments/online-payments.ts";
import type { Refusal } from "../../platform/http/result.ts";
import { beginAct } from "../../platform/operations/act.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { accountOf, type BookingAccount } from "../prices/booking-account.server.ts";
import { lockRunsWith, openDoorOf, tellRiders } from "./door-online.server.ts";
import { refuse } from "./messages.ts";
import { addPayment, addTaken } from "./add-payment.server.ts";
import type { PaymentWork } from "./payment-entries.server.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** An attempt older than this is no longer checked, but a message of the provider about the attempt still counts. */
const GIVE_UP_MS = 72 * HOUR_MS;
/** While an attempt is younger than this, the provider may not know the attempt's reference yet. */
const KNOWN_AFTER_MS = MINUTE_MS;

/** Returns how long to wait until an undecided attempt is checked again, by the age of the attempt. */
export function pauseMs(ageMs: number): number {
  if (ageMs < HOUR_MS) return 5 * MINUTE_MS;
  return ageMs < 24 * HOUR_MS ? HOUR_MS : 6 * HOUR_MS;
}

export const isOver = ({ state }: OnlineStatus, ageMs: number): boolean =>
  state === "failed" || (state === "unknown" && ageMs > KNOWN_AFTER_MS) || ageMs > GIVE_UP_MS;

type Attempt = typeof onlinePayments.$inferSelect;

/**
 * Records the provider's response with the booking's row locked: one payment, or a problem for staff. A repeated call
 * changes nothing. Throws an OnlinePaymentsError if the response is not clear.
 */
export async function settleOnline(services: Services, id: string): Promise<OnlineState> {
  const { db, live } = services;
  const { online, attempt, code } = await attemptOf(services, id);
  if (attempt.state === "paid" || attempt.state === "problem") return attempt.state;
  const status = await online.ask(attempt.reference);
  const runIds: string[] = [];
  const state = await transact(db, async (tx) => {
    // The runs are locked also if the sender paid: then the rider collects less at the door, so the riders' phones need
    // the new amount.
    if (status.state === "paid") runIds.push(...(await lockRunsWith(tx, attempt.bookingId)));
    const account = await accountOf(tx, code);
    const [row] = await tx.select().from(onlinePayments).where(eq(onlinePayments.id, id));
    if (!account || !row) throw new Error("an attempt to pay has no booking");
    if (row.state === "paid" || row.state === "problem") return row.state;
    const decided = await decide(services, tx, account, row, status);
    await tx.update(onlinePayments).set(decided).where(eq(onlinePayments.id, id));
    if (decided.state === "paid") await tellRiders(tx, runIds);
    return decided.state;
  });
  if (state === "problem")
    services.log.warn({ attempt: id }, "an online payment does not match what is owed");
  if (state !== "open")
    live.publish(`booking:${code}`, "money", ...runIds.map((run) => `run:${run}` as const));
  return state;
}

/** Finds an attempt, the code of its booking, and the online provider. Throws if online payments are off. */
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
    const actor = asSystem(services.online?.name ?? "");
    const act = beginAct(tx, { ...actAuthor(actor), kind: "paid", at });
    const work = { services, tx, actor, act };
    const added =
      attempt.pays === "door"
        ? await payDoor(work, account, payment)
        : await addPayment(work, account, payment);
    // A reference is never used twice. So if the ledger already has this reference, this same attempt was recorded
    // before.
    return added.ok || added.code === "conflict" ? { state: "paid", ...ended } : problem("not_owed");
  }
  const ageMs = at.getTime() - attempt.createdAt.getTime();
  if (isOver(status, ageMs)) return { state: "not_paid", ...ended };
  return { state: attempt.state, nextCheckAt: new Date(at.getTime() + pauseMs(ageMs)) };
}

/**
 * Records the receiver's online payment: first for the delivery, then for the goods. Refuses more than is due now.
 */
async function payDoor(
  work: PaymentWork,
  account: BookingAccount,
  { kobo, ...payment }: { method: "online"; kobo: number; reference: string; note: string },
): Promise<{ ok: true } | Refusal> {
  const door = await openDoorOf(work.tx, account.id);
  if (!door || kobo > door.totalKobo) return refuse("invalid", "all_paid");
  const taken = { ...payment, reason: null, holder: null, occurredAt: work.act.at, runId: null };
  return addTaken(work, account, { door, sumKobo: kobo }, taken);
}

/**
 * Marks the attempt for the next check, because the provider reports a payment. The mark is stored when the call
 * returns. Returns false for an unknown reference, and for a paid or mismatched attempt.
 */
export function notePaid({ db, now }: Pick<Services, "db" | "now">, reference: string): Promise<boolean> {
  return setDue(db, reference, { nextCheckAt: now() }, inArray(onlinePayments.state, ["open", "not_paid"]));
}

/** Sets the time of the next check. Returns false if no attempt with this reference meets the condition `only`. */
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
