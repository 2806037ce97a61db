/** ONLINE-2: what became of an attempt to pay online, asked of the provider, and recorded once. */
import { and, eq, inArray, isNotNull, lte, sql } from "drizzle-orm";
import type { OnlineProblem, OnlineState } from "../domain/payment.ts";
import type { Tx } from "../platform/db/client.server.ts";
import { deliveries, onlinePayments } from "../platform/db/schema.ts";
import { OnlinePaymentsError, type OnlineStatus } from "../platform/online-payments/online-payments.ts";
import type { Services } from "../platform/services.server.ts";
import { accountOf, type BookingAccount } from "../prices/booking-account.server.ts";
import { addPayment } from "./payments.server.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** After this nobody asks any more; a message of the provider still counts. */
const GIVE_UP_MS = 72 * HOUR_MS;
/** A reference that is being announced is not known to the provider yet. */
const KNOWN_AFTER_MS = MINUTE_MS;
/** How long one process has an attempt to itself: longer than a call takes. Killed meanwhile, it is asked about again. */
const LEASE_MS = 30_000;
const AT_ONCE = 10;
const EVERY_MS = 30_000;

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
  const { db, online, live } = services;
  if (!online) throw new OnlinePaymentsError("online payments are switched off");
  const [attempt] = await db
    .select({
      reference: onlinePayments.reference,
      code: deliveries.trackingCode,
      state: onlinePayments.state,
    })
    .from(onlinePayments)
    .innerJoin(deliveries, eq(deliveries.id, onlinePayments.deliveryId))
    .where(eq(onlinePayments.id, id));
  if (!attempt) throw new Error("an attempt to pay is gone");
  const { code } = attempt;
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
  if (state !== "open") live.publish(`delivery:${code}`);
  return state;
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
    const provider = { program: services.online?.name ?? "" };
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
export async function notePaid(
  { db, now }: Pick<Services, "db" | "now">,
  reference: string,
): Promise<boolean> {
  const noted = await db
    .update(onlinePayments)
    .set({ nextCheckAt: now() })
    .where(and(eq(onlinePayments.reference, reference), inArray(onlinePayments.state, ["open", "not_paid"])))
    .returning({ id: onlinePayments.id });
  return noted.length > 0;
}

/** Asks about every attempt that is due, each in one process. A provider that does not answer is asked again later. */
export async function settleDue(services: Services): Promise<void> {
  while ((await settleSome(services)) === AT_ONCE);
}

async function settleSome(services: Services): Promise<number> {
  const { db, now, log } = services;
  const at = now();
  const due = db
    .select({ id: onlinePayments.id })
    .from(onlinePayments)
    .where(and(isNotNull(onlinePayments.nextCheckAt), lte(onlinePayments.nextCheckAt, at)))
    .orderBy(onlinePayments.nextCheckAt)
    .limit(AT_ONCE)
    .for("update", { skipLocked: true });
  const taken = await db
    .update(onlinePayments)
    .set({ nextCheckAt: new Date(at.getTime() + LEASE_MS) })
    .where(sql`${onlinePayments.id} in (${due})`)
    .returning({ id: onlinePayments.id });
  await Promise.all(
    taken.map(({ id }) =>
      settleOnline(services, id).catch((error: unknown) =>
        log.warn({ err: error, attempt: id }, "an online payment was not checked; it will be tried again"),
      ),
    ),
  );
  return taken.length;
}

/** Asks at the start and in time while the process runs, where online payments are on. Returns how to stop. */
export function startSettling(services: Services): () => void {
  if (!services.online) return () => {};
  const round = () =>
    void settleDue(services).catch((error: unknown) =>
      services.log.warn({ err: error }, "online payments were not checked; it will be tried again"),
    );
  round();
  const again = setInterval(round, EVERY_MS).unref();
  return () => clearInterval(again);
}
