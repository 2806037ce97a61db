/** BUSINESS-8: asks the provider for the outcome of a business's online payment, and records the outcome once. */
import { and, eq, inArray } from "drizzle-orm";
import { actAuthor } from "../../access/author.server.ts";
import { asSystem } from "../../access/actors.server.ts";
import { formatNaira } from "../../domain/money.ts";
import type { OnlineState } from "../../domain/payment.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { businesses, businessCredits, businessOnlinePayments } from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { OnlinePaymentsError, type OnlineStatus } from "../../platform/online-payments/online-payments.ts";
import { beginAct } from "../../platform/operations/act.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { isOver, pauseMs } from "../payments/settle-online.server.ts";
import { lockOpenBookings } from "./account-bookings.server.ts";
import { allocateCredit } from "./allocate-credit.server.ts";
import { recordBusiness } from "./business-events.server.ts";

type Attempt = typeof businessOnlinePayments.$inferSelect;

/**
 * Records the provider's response. The money pays the oldest invoice first, and a surplus becomes credit. A payment in
 * another currency is stored as a problem that staff must resolve. A repeated call changes nothing. Throws an
 * OnlinePaymentsError if the response is not clear.
 */
export async function settleBusinessPayment(services: Services, id: string): Promise<OnlineState> {
  const { db, online, live, log } = services;
  if (!online) throw new OnlinePaymentsError("online payments are switched off");
  const [attempt] = await db.select().from(businessOnlinePayments).where(eq(businessOnlinePayments.id, id));
  if (!attempt) throw new Error("an attempt of a business to pay is gone");
  if (isDecided(attempt)) return attempt.state;
  const status = await online.ask(attempt.reference);
  const state = await transact(db, async (tx) => {
    const accounts = await lockOpenBookings(tx, attempt.businessId);
    const [row] = await tx.select().from(businessOnlinePayments).where(eq(businessOnlinePayments.id, id));
    if (!row || isDecided(row)) return row?.state ?? attempt.state;
    const decided = decide(row, status, services.now());
    if (decided.state === "paid" && decided.receivedAmount)
      await receive(services, tx, row, { accounts, kobo: decided.receivedAmount });
    await tx.update(businessOnlinePayments).set(decided).where(eq(businessOnlinePayments.id, id));
    return decided.state;
  });
  if (state === "problem") log.warn({ attempt: id }, "an online payment of a business is not in naira");
  if (state !== "open") live.publish("money");
  return state;
}

const isDecided = ({ state }: Pick<Attempt, "state">) => state === "paid" || state === "problem";

function decide(
  { state, createdAt }: Attempt,
  status: OnlineStatus,
  at: Date,
): Partial<Attempt> & { state: OnlineState } {
  const ended = { checkoutUrl: null, nextCheckAt: null, decidedAt: at };
  if (status.state === "paid")
    return {
      state: status.currency === "NGN" && status.amount > 0 ? "paid" : "problem",
      ...{ receivedAmount: status.amount, receivedCurrency: status.currency, ...ended },
    };
  const ageMs = at.getTime() - createdAt.getTime();
  if (isOver(status, ageMs)) return { state: "not_paid", ...ended };
  return { state, nextCheckAt: new Date(at.getTime() + pauseMs(ageMs)) };
}

async function receive(
  services: Services,
  tx: Tx,
  { businessId, reference }: Attempt,
  { accounts, kobo }: { accounts: Awaited<ReturnType<typeof lockOpenBookings>>; kobo: number },
): Promise<void> {
  const at = services.now();
  const actor = asSystem(services.online?.name ?? "");
  const act = beginAct(tx, { ...actAuthor(actor), kind: "business_paid", at });
  const [business] = await tx
    .select({ id: businesses.id, name: businesses.name })
    .from(businesses)
    .where(eq(businesses.id, businessId));
  await tx.insert(businessCredits).values({
    ...{ businessId, kind: "received", kobo, method: "online", reference },
    ...{ actId: await act.id(), at, ...act.by },
  });
  await allocateCredit({ tx, act }, businessId, accounts);
  const text = `Payment of ${formatNaira(kobo)}, online`;
  await recordBusiness({ tx, actor, at }, business!, { action: "business_payment", text });
}

/** Marks the attempt for the next check. Returns false for an unknown reference or a decided attempt. */
export async function noteBusinessPaid(
  { db, now }: Pick<Services, "db" | "now">,
  reference: string,
): Promise<boolean> {
  const due = await db
    .update(businessOnlinePayments)
    .set({ nextCheckAt: now() })
    .where(
      and(
        eq(businessOnlinePayments.reference, reference),
        inArray(businessOnlinePayments.state, ["open", "not_paid"]),
      ),
    )
    .returning({ id: businessOnlinePayments.id });
  return due.length > 0;
}
