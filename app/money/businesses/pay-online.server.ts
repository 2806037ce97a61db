/** BUSINESS-8: a business pays its open invoices online, on the provider's page. */
import { randomBytes } from "node:crypto";
import { and, desc, eq, inArray } from "drizzle-orm";
import * as z from "zod";
import { member } from "../../access/by.server.ts";
import type { Member } from "../../access/actor.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { businessOnlinePayments } from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import type { Refusal } from "../../platform/http/result.ts";
import { consumeFrom, type Limits } from "../../platform/limits/rate-limiter.server.ts";
import { OnlinePaymentsError } from "../../platform/online-payments/online-payments.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { ONLINE_TRIES, type OnlineAttempt, type PayOnline } from "../payments/online-payments.server.ts";
import { lockMoneyOf } from "./account-bookings.server.ts";
import { refuse } from "./messages.ts";
import { listInvoices } from "./open-invoices.server.ts";
import { settleBusinessPayment } from "./settle-business-payment.server.ts";

const MINUTE_MS = 60_000;
/** Within this time, a second try to pay the same amount leads to the provider's page of the first try. */
const SAME_PAGE_MS = 30 * MINUTE_MS;
/**
 * If an attempt still has no page of the provider after this time, the attempt is abandoned. No call to the provider
 * takes so long.
 */
const STARTING_MS = 15_000;

/** WEB-4: counts a member's try to pay for the rate limit. Members with the same IP address have separate counts. */
const countTry = (limits: Limits, { ip, person: { id } }: Member) =>
  consumeFrom(limits, ONLINE_TRIES, { ip, browser: { id } });

type Begun = { ok: true; id: string; reference: string; kobo: number; page: string | null };

/**
 * Starts a payment of the open amount of all invoices. `page` is null if the payment has arrived meanwhile. Refuses
 * if online payments are off, no amount is open, there were too many tries (WEB-4), or the provider does not respond.
 * A refusal takes no money. For half an hour the same page is returned again, so a form sent twice makes one payment.
 */
export const startBusinessPayment = operation({
  name: "businesses.pay_online",
  by: member("seeMoney"),
  keyless: true,
  input: z.object({ returnTo: z.string(), cancelTo: z.string() }),
  perform: async (
    { services, actor, at }: { services: Services; actor: Member; at: Date },
    way,
  ): Promise<{ ok: true; page: string | null } | Refusal> => {
    const { db, online, limits, log } = services;
    if (!online) return refuse("not_found", "online_off");
    const limit = await countTry(limits, actor);
    if (!limit.ok) return refuse("rate_limited", "too_many_tries", limit);
    const attempt = await transact(db, (tx) => beginAttempt(tx, actor.business.id, at));
    if (!attempt.ok) return attempt;
    const { id, reference, kobo, page: before } = attempt;
    try {
      if (before !== null) {
        const state = await settleBusinessPayment(services, id);
        return { ok: true, page: state === "open" ? before : null };
      }
      const page = await online.start({ reference, kobo, email: actor.person.email, ...way });
      await db
        .update(businessOnlinePayments)
        .set({ checkoutUrl: page, nextCheckAt: new Date(at.getTime() + 5 * MINUTE_MS) })
        .where(and(eq(businessOnlinePayments.id, id), eq(businessOnlinePayments.state, "open")));
      return { ok: true, page };
    } catch (problem) {
      if (!(problem instanceof OnlinePaymentsError)) throw problem;
      log.warn({ err: problem }, "an online payment of a business was not started");
      // The payer never saw the provider's page of this attempt, so nobody can pay through this attempt.
      if (before === null) await transact(db, (tx) => giveUp(tx, id, at));
      return refuse("unavailable", "provider_away", { provider: online.name });
    }
  },
});

/** Returns the open attempt, or a new attempt. Attempts of a business wait for each other here. */
async function beginAttempt(tx: Tx, businessId: string, at: Date): Promise<Begun | Refusal<"conflict">> {
  await lockMoneyOf(tx, businessId);
  const kobo = (await listInvoices(tx, businessId)).reduce((sum, { openKobo }) => sum + openKobo, 0);
  if (kobo <= 0) return refuse("conflict", "nothing_open");
  const open = await tx
    .select()
    .from(businessOnlinePayments)
    .where(and(eq(businessOnlinePayments.businessId, businessId), eq(businessOnlinePayments.state, "open")));
  const ageOf = ({ createdAt }: { createdAt: Date }) => at.getTime() - createdAt.getTime();
  const again = open.find(
    (one) => one.checkoutUrl !== null && one.kobo === kobo && ageOf(one) < SAME_PAGE_MS,
  );
  if (again) return { ok: true, id: again.id, reference: again.reference, kobo, page: again.checkoutUrl };
  const starting = open.find((one) => one.checkoutUrl === null);
  if (starting && ageOf(starting) < STARTING_MS) return refuse("conflict", "page_opening");
  if (starting) await giveUp(tx, starting.id, at);
  // 128 random bits, written with letters and digits only, because providers allow no other characters.
  const reference = `ONA-${randomBytes(16).toString("hex").toUpperCase()}`;
  const nextCheckAt = new Date(at.getTime() + MINUTE_MS);
  const [row] = await tx
    .insert(businessOnlinePayments)
    .values({ businessId, reference, kobo, createdAt: at, nextCheckAt })
    .returning({ id: businessOnlinePayments.id });
  return { ok: true, id: row!.id, reference, kobo, page: null };
}

const giveUp = (tx: Tx, id: string, at: Date) =>
  tx
    .update(businessOnlinePayments)
    .set({ state: "not_paid", nextCheckAt: null, decidedAt: at })
    .where(and(eq(businessOnlinePayments.id, id), eq(businessOnlinePayments.state, "open")));

/** Reads the online payment data for the invoices page. Null if online payments are off. */
export async function readBusinessOnline(
  { db, online }: Services,
  businessId: string,
  openKobo: number,
): Promise<{ payOnline: PayOnline | null; attempt: OnlineAttempt | null; provider: string } | null> {
  if (!online) return null;
  const [newest] = await db
    .select({
      state: businessOnlinePayments.state,
      kobo: businessOnlinePayments.kobo,
      closedAt: businessOnlinePayments.closedAt,
    })
    .from(businessOnlinePayments)
    .where(eq(businessOnlinePayments.businessId, businessId))
    .orderBy(desc(businessOnlinePayments.createdAt), desc(businessOnlinePayments.id))
    .limit(1);
  return {
    payOnline: openKobo > 0 ? { provider: online.name, test: online.test, leftKobo: openKobo } : null,
    attempt: newest ? { ...newest, problem: null } : null,
    provider: online.name,
  };
}

/**
 * Asks the provider about the newest three undecided attempts. If the provider does not respond, a periodic check asks
 * later.
 */
export async function settleOnBusinessReturn(services: Services, member: Member): Promise<void> {
  const { db, limits, log } = services;
  if (!services.online || !(await countTry(limits, member)).ok) return;
  const undecided = await db
    .select({ id: businessOnlinePayments.id })
    .from(businessOnlinePayments)
    .where(
      and(
        eq(businessOnlinePayments.businessId, member.business.id),
        inArray(businessOnlinePayments.state, ["open", "not_paid"]),
      ),
    )
    .orderBy(desc(businessOnlinePayments.createdAt))
    .limit(3);
  for (const { id } of undecided)
    await settleBusinessPayment(services, id).catch((problem: unknown) => {
      if (!(problem instanceof OnlinePaymentsError)) throw problem;
      log.warn({ err: problem }, "an online payment was not checked on return");
    });
}
