/** ONLINE-1, ONLINE-2: online payments. Only the provider's response to a reference decides an attempt's outcome. */
import { randomBytes } from "node:crypto";
import { and, desc, eq, exists, gt, isNull, sql } from "drizzle-orm";
import * as z from "zod";
import { plainField } from "../../platform/http/fields.ts";
import { everybody } from "../../access/by.server.ts";
import type { Customer, Guest } from "../../access/actor.ts";
import { DELETED_EMAIL } from "../../domain/erased.ts";
import type { OnlinePays, OnlineProblem, OnlineState } from "../../domain/payment.ts";
import type { Db, Tx } from "../../platform/db/client.server.ts";
import { bookingBalances, bookings, onlinePayments } from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import type { Refusal } from "../../platform/http/result.ts";
import { MINUTE, perBrowserAndIp } from "../../platform/limits/rate-limit.ts";
import { consumeFrom } from "../../platform/limits/rate-limiter.server.ts";
import { OnlinePaymentsError } from "../../platform/online-payments/online-payments.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { accountOf, type BookingAccount } from "../prices/booking-account.server.ts";
import { refuse } from "./messages.ts";
import { settleOnline } from "./settle-online.server.ts";

/** The rate limit for tries to pay online, and for the checks when the payer returns from the provider. */
export const ONLINE_TRIES = perBrowserAndIp("payOnline", 10, 10 * MINUTE, { remembered: true });

const MINUTE_MS = 60_000;
/** Within this time, a second try to pay the same amount leads to the provider's page of the first attempt. */
const SAME_PAGE_MS = 30 * MINUTE_MS;
/**
 * If an attempt still has no page of the provider after this time, the attempt is abandoned. No call to the provider
 * takes so long.
 */
const STARTING_MS = 15_000;

export type PayOnline = { provider: string; test: boolean; leftKobo: number };

/**
 * True if the sender was erased, or booked at the counter without an email address. The provider requires an address.
 */
const hasNoEmail = (email: string) => email === "" || email === DELETED_EMAIL;

/**
 * ONLINE-1: returns the kobo that the sender may pay online. Null if online payments are off, nothing is unpaid, the
 * sender has no email address, or an earlier payment does not match and waits for staff.
 */
export async function payOnlineOf({ db, online }: Services, code: string): Promise<PayOnline | null> {
  if (!online) return null;
  const [stored] = await db
    .select({
      priceKobo: bookingBalances.priceKobo,
      paidKobo: bookingBalances.paidKobo,
      email: bookings.senderEmail,
      problem: exists(openProblem(db, bookings.id)).mapWith(Boolean),
    })
    .from(bookingBalances)
    .innerJoin(bookings, eq(bookings.id, bookingBalances.bookingId))
    .where(eq(bookings.trackingCode, code));
  const leftKobo = (stored?.priceKobo ?? 0) - (stored?.paidKobo ?? 0);
  if (!stored || leftKobo <= 0 || hasNoEmail(stored.email) || stored.problem) return null;
  return { provider: online.name, test: online.test, leftKobo };
}

/** Selects the booking's online payment that does not match the amount owed and waits for staff (ONLINE-3). */
export function openProblem(db: Pick<Db, "select">, bookingId: string | typeof bookings.id) {
  return db
    .select({ id: onlinePayments.id })
    .from(onlinePayments)
    .where(
      and(
        eq(onlinePayments.bookingId, bookingId),
        eq(onlinePayments.state, "problem"),
        isNull(onlinePayments.closedAt),
      ),
    );
}

export type OnlineAttempt = {
  state: OnlineState;
  problem: OnlineProblem | null;
  kobo: number;
  closedAt: Date | null;
};

/**
 * Returns the newest attempt of a booking, or null. `closedAt` is the time when staff closed the attempt's problem.
 */
export async function newestAttempt(
  db: Pick<Db, "select">,
  bookingId: string,
  pays: OnlinePays = "price",
): Promise<OnlineAttempt | null> {
  const { state, problem, kobo, closedAt } = onlinePayments;
  const [row] = await db
    .select({ state, problem, kobo, closedAt })
    .from(onlinePayments)
    .where(and(eq(onlinePayments.bookingId, bookingId), eq(onlinePayments.pays, pays)))
    .orderBy(desc(onlinePayments.createdAt), desc(onlinePayments.id))
    .limit(1);
  return row ?? null;
}

/** The booking, and the URLs to which the provider sends the payer back. Only the payer has the URL with `code`. */
export const wayBack = z.object({ code: plainField().max(40), returnTo: z.string(), cancelTo: z.string() });

/** `page` is the provider's page. Null if a payment arrived meanwhile: the payer's page then shows that payment. */
type Started = { ok: true; page: string | null };

/**
 * Starts a payment of the whole unpaid amount, which is read from the database. Only the sender has the URL that
 * contains `code`. Refuses if online payments are off, nothing is unpaid, the rate limit is reached, or the provider
 * does not respond. A refusal takes no money.
 */
export const startOnlinePayment = operation({
  name: "payments.start_online",
  by: everybody,
  // No idempotency key is needed: the same page is returned for half an hour, so a form sent twice makes one payment.
  keyless: true,
  input: wayBack,
  perform: (work, input) => startAttempt(work, input, "price", leftOfPrice),
});

/** The kobo of an attempt and the payer's email address, or a refusal. */
type Owed = { ok: true; kobo: number; email: string } | Refusal<"conflict">;

async function leftOfPrice(
  _tx: Tx,
  { priceKobo, paidKobo, senderEmail: email }: BookingAccount,
): Promise<Owed> {
  const kobo = (priceKobo ?? 0) - paidKobo;
  if (kobo <= 0) return refuse("conflict", "nothing_left");
  return hasNoEmail(email) ? refuse("conflict", "no_email") : { ok: true, kobo, email };
}

/** Starts an attempt to pay the amount of `owed`, or returns the page of an open attempt for that amount. */
export async function startAttempt(
  { services, actor, at }: { services: Services; actor: Customer | Guest; at: Date },
  { code, ...way }: z.output<typeof wayBack>,
  pays: OnlinePays,
  owed: (tx: Tx, account: BookingAccount) => Promise<Owed>,
): Promise<Started | Refusal> {
  const { db, online, limits, log } = services;
  if (!online) return refuse("not_found", "online_off");
  const limit = await consumeFrom(limits, ONLINE_TRIES, actor);
  if (!limit.ok) return refuse("rate_limited", "too_many_tries", limit);
  const attempt = await transact(db, (tx) => beginAttempt(tx, { code, pays, owed }, at));
  if (!attempt.ok) return attempt;
  try {
    return await (attempt.page === null
      ? openPage(services, online, attempt, way, at)
      : samePage(services, attempt.id, attempt.page));
  } catch (problem) {
    if (!(problem instanceof OnlinePaymentsError)) throw problem;
    log.warn({ err: problem }, "an online payment was not started");
    // The payer never saw the provider's page of this attempt, so nobody can pay through this attempt.
    if (attempt.page === null) await giveUp(db, attempt.id, at);
    return refuse("unavailable", "provider_away", { provider: online.name });
  }
}

/** Returns the provider's page of an earlier attempt, if that attempt can still be paid. */
async function samePage(services: Services, id: string, page: string): Promise<Started | Refusal> {
  const state = await settleOnline(services, id);
  if (state === "open") return { ok: true, page };
  return state === "not_paid" ? refuse("conflict", "not_gone_through") : { ok: true, page: null };
}

async function openPage(
  { db }: Services,
  online: NonNullable<Services["online"]>,
  { id, reference, kobo, email }: Begun,
  way: { returnTo: string; cancelTo: string },
  at: Date,
): Promise<Started> {
  const page = await online.start({ reference, kobo, email, ...way });
  await db
    .update(onlinePayments)
    .set({ checkoutUrl: page, nextCheckAt: new Date(at.getTime() + 5 * MINUTE_MS) })
    .where(and(eq(onlinePayments.id, id), eq(onlinePayments.state, "open")));
  return { ok: true, page };
}

type Begun = { id: string; reference: string; kobo: number; email: string; page: string | null };

/** Locks the booking's row. Returns the open attempt, or a new attempt. */
async function beginAttempt(
  tx: Tx,
  { code, pays, owed }: { code: string; pays: OnlinePays; owed: typeof leftOfPrice },
  at: Date,
): Promise<({ ok: true } & Begun) | Refusal<"not_found" | "conflict">> {
  const account = await accountOf(tx, code);
  if (!account) return refuse("not_found", "unknown_receipt");
  const toPay = await owed(tx, account);
  if (!toPay.ok) return toPay;
  if ((await openProblem(tx, account.id)).length > 0) return refuse("conflict", "problem_open");
  const { kobo, email } = toPay;
  const open = await openAttempts(tx, account, at);
  const again = open.find((one) => one.checkoutUrl !== null && one.kobo === kobo && one.pays === pays);
  if (again) return { ok: true, ...again, email, page: again.checkoutUrl };
  const starting = open.find((one) => one.checkoutUrl === null);
  if (starting && at.getTime() - starting.createdAt.getTime() < STARTING_MS)
    return refuse("conflict", "page_opening");
  if (starting) await giveUp(tx, starting.id, at);
  // 128 random bits, written with letters and digits only, because providers allow no other characters.
  const reference = `ONA-${randomBytes(16).toString("hex").toUpperCase()}`;
  const nextCheckAt = new Date(at.getTime() + MINUTE_MS);
  const [row] = await tx
    .insert(onlinePayments)
    .values({ bookingId: account.id, reference, kobo, pays, createdAt: at, nextCheckAt })
    .returning({ id: onlinePayments.id });
  if (!row) throw new Error("an attempt to pay was not written");
  return { ok: true, id: row.id, reference, kobo, email, page: null };
}

function openAttempts(tx: Tx, { id }: BookingAccount, at: Date) {
  const { reference, kobo, pays, checkoutUrl, createdAt } = onlinePayments;
  return tx
    .select({ id: onlinePayments.id, reference, kobo, pays, checkoutUrl, createdAt })
    .from(onlinePayments)
    .where(
      and(
        eq(onlinePayments.bookingId, id),
        eq(onlinePayments.state, "open"),
        sql`(${isNull(checkoutUrl)} or ${gt(createdAt, new Date(at.getTime() - SAME_PAGE_MS))})`,
      ),
    );
}

async function giveUp(db: Pick<Db, "update">, id: string, at: Date): Promise<void> {
  await db
    .update(onlinePayments)
    .set({ state: "not_paid", nextCheckAt: null, decidedAt: at })
    .where(and(eq(onlinePayments.id, id), eq(onlinePayments.state, "open")));
}
