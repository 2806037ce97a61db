/** PAY-5, PAY-6: a sender says that they paid by transfer; staff find the payment and record it, or say why not. */
import { and, desc, eq, sql } from "drizzle-orm";
import { recordActivity } from "../activity-log/activity-log.server.ts";
import type { Admin, Customer, Guest } from "../domain/actor.ts";
import { lagosDay } from "../domain/dates.ts";
import { formatNaira } from "../domain/money.ts";
import { normaliseReference } from "../domain/payment.ts";
import { refusal } from "../domain/permissions.ts";
import type { Db, Tx } from "../platform/db/client.server.ts";
import { countUpTo } from "../platform/db/count-up-to.server.ts";
import { bookingBalances, deliveries, paymentClaims } from "../platform/db/schema.ts";
import { keyset } from "../platform/http/keyset.server.ts";
import { paginate, type PageParams } from "../platform/http/keyset.ts";
import { refuse, type Result } from "../platform/http/result.ts";
import {
  idempotencyKey,
  withIdempotency,
  type FirstUse,
} from "../platform/idempotency/idempotency.server.ts";
import { consumeFrom, refuseTooMany } from "../platform/limits/rate-limiter.server.ts";
import type { Services } from "../platform/services.server.ts";
import { accountOf, type BookingAccount } from "../prices/booking-account.server.ts";
import { by } from "../prices/money-events.server.ts";
import { addPayment, onAccount, type PaymentResult } from "./payments.server.ts";

const PAGE_SIZE = 50;
const OPEN = eq(paymentClaims.state, "open");

export type Claim = {
  id: string;
  kobo: number;
  paidOn: string;
  reference: string | null;
  state: "open" | "confirmed" | "not_found";
  reason: string | null;
  createdAt: Date;
};

const columns = {
  id: paymentClaims.id,
  kobo: paymentClaims.kobo,
  paidOn: paymentClaims.paidOn,
  reference: paymentClaims.reference,
  state: paymentClaims.state,
  reason: paymentClaims.reason,
  createdAt: paymentClaims.createdAt,
};

/** The newest claim of a booking; null without one. */
export async function newestClaim(db: Pick<Db, "select">, deliveryId: string): Promise<Claim | null> {
  const [row] = await db
    .select(columns)
    .from(paymentClaims)
    .where(eq(paymentClaims.deliveryId, deliveryId))
    .orderBy(desc(paymentClaims.createdAt), desc(paymentClaims.id))
    .limit(1);
  return row ?? null;
}

/** One page of open claims, oldest first, with what is left to pay in kobo. Any member of staff may read. */
export async function listOpenClaims(db: Db, page: PageParams) {
  const { where, orderBy } = keyset([paymentClaims.createdAt, paymentClaims.id], page, "asc");
  const rows = await db
    .select({
      ...columns,
      code: deliveries.trackingCode,
      senderName: deliveries.senderName,
      leftKobo: sql<number>`coalesce(${bookingBalances.priceKobo} - ${bookingBalances.paidKobo}, 0)`.mapWith(
        Number,
      ),
    })
    .from(paymentClaims)
    .innerJoin(deliveries, eq(deliveries.id, paymentClaims.deliveryId))
    .leftJoin(bookingBalances, eq(bookingBalances.deliveryId, paymentClaims.deliveryId))
    .where(and(OPEN, where))
    .orderBy(...orderBy)
    .limit(PAGE_SIZE + 1);
  return paginate(rows, PAGE_SIZE, page);
}

/** How many claims are open, counted up to 1,000. Any member of staff may read. */
export const countOpenClaims = (db: Db): Promise<number> =>
  countUpTo(db, sql`${paymentClaims} where ${OPEN}`);

export type ClaimMade = Result<unknown, "invalid" | "not_found" | "conflict" | "rate_limited">;

/**
 * Keeps a sender's word that they paid `kobo` on a Lagos day; no balance changes. `code` comes from an address that only the
 * sender has. Refuses a day to come, 0, more than is left, a second claim while one is open, and too many from one address.
 */
export async function makeClaim(
  services: Services,
  actor: Customer | Guest,
  input: { code: string; kobo: number; paidOn: string; reference: string },
  key: string,
): Promise<ClaimMade> {
  const { db, limits, live, now } = services;
  const { code, kobo, paidOn } = input;
  const at = now();
  if (paidOn > lagosDay(at))
    return refuse("invalid", { paidOn: "This day is in the future. Choose today or an earlier day." });
  if (kobo <= 0) return refuse("invalid", { amount: "An amount is above ₦0." });
  const form = idempotencyKey(services, key, input);
  const made = await withIdempotency<null, ClaimMade>(
    form,
    {
      find: () => findClaim(db, key),
      repeat: () => ({ ok: true }),
      conflict: () => "This form was already sent with other content. Load the page again.",
    },
    async () => {
      const limit = await consumeFrom(limits, "claim", actor);
      if (!limit.ok)
        return refuseTooMany("Too many messages came from your connection in a short time.", limit);
      return db.transaction(async (tx): Promise<ClaimMade | null> => {
        const account = await accountOf(tx, code);
        const refused = refusedClaim(account, kobo);
        if (!account || refused) return refused;
        const reference = normaliseReference(input.reference) || null;
        const row = { formKey: key, formHash: form.hash, deliveryId: account.id, kobo, paidOn, reference };
        const [claim] = await tx
          .insert(paymentClaims)
          .values({ ...row, createdAt: at })
          .onConflictDoNothing()
          .returning({ id: paymentClaims.id });
        if (claim) return { ok: true };
        // The same form, sent twice at once, finds its own claim.
        if ((await findClaim(tx, key)) !== null) return null;
        return refuse("conflict", "You told us already. We are looking for your payment.");
      });
    },
  );
  if (made.ok) live.publish(`delivery:${code}`);
  return made;
}

async function findClaim(db: Pick<Db, "select">, key: string): Promise<FirstUse<null> | null> {
  const [row] = await db
    .select({ formHash: paymentClaims.formHash })
    .from(paymentClaims)
    .where(eq(paymentClaims.formKey, key));
  return row ? { ...row, answer: null } : null;
}

function refusedClaim(account: BookingAccount | null, kobo: number) {
  if (!account) return refuse("not_found", "This receipt does not exist.");
  const left = (account.priceKobo ?? 0) - account.paidKobo;
  if (left <= 0) return refuse("conflict", "Nothing is left to pay.");
  return kobo > left
    ? refuse("invalid", { amount: `This is more than is left to pay: ${formatNaira(left)}.` })
    : null;
}

/**
 * Staff found the payment of a claim: it is recorded as a transfer of `kobo`, and the claim is closed. Refuses as
 * `recordPayment` does, a missing reference, and a claim that was closed meanwhile.
 */
export async function confirmClaim(
  services: Services,
  admin: Admin,
  input: { code: string; claimId: string; kobo: number; reference: string },
  key: string,
): Promise<PaymentResult> {
  const { code, claimId, kobo } = input;
  const reference = normaliseReference(input.reference);
  const refused = refusal(admin.role, "recordPayments");
  if (refused) return refuse("forbidden", refused);
  if (kobo <= 0) return refuse("invalid", { amount: "An amount is above ₦0." });
  if (!reference) return refuse("invalid", { reference: "Enter the reference on the bank's statement." });
  return onAccount(services, code, key, { claimId, kobo, reference }, async (tx, account, at) => {
    const claim = and(eq(paymentClaims.id, claimId), eq(paymentClaims.deliveryId, account.id), OPEN);
    const [open] = await tx.select({ id: paymentClaims.id }).from(paymentClaims).where(claim);
    if (!open) return refuse("conflict", CLOSED);
    const payment = { method: "transfer", kobo, reference, note: "" } as const;
    const added = await addPayment(services, tx, admin, account, at, payment);
    // A payment of another amount leaves the claim open.
    if (added.ok)
      await closeClaim(tx, account.id, claimId, { state: "confirmed", closedAt: at, ...by(admin) });
    return added;
  });
}

/** Staff did not find the payment of a claim: the sender is mailed the reason. Refuses an empty reason and a closed claim. */
export async function refuseClaim(
  services: Services,
  admin: Admin,
  { code, claimId, reason }: { code: string; claimId: string; reason: string },
  key: string,
): Promise<PaymentResult> {
  const refused = refusal(admin.role, "recordPayments");
  if (refused) return refuse("forbidden", refused);
  if (reason === "") return refuse("invalid", { reason: "Say what the sender should check." });
  return onAccount(services, code, key, { claimId, reason }, async (tx, account, at) => {
    const closed = { state: "not_found", reason, closedAt: at, ...by(admin) } as const;
    const kobo = await closeClaim(tx, account.id, claimId, closed);
    if (kobo === null) return refuse("conflict", CLOSED);
    await recordActivity(tx, admin, at, {
      action: "refuse_claim",
      description: `${account.code}: ${formatNaira(kobo)} not found`,
      entityType: "delivery",
      entityId: account.id,
    });
    await services.jobs.add(tx, "mail", { kind: "claim_not_found", deliveryId: account.id, claimId });
    return { ok: true };
  });
}

const CLOSED = "Someone else answered this. Load the page again.";

/** The amount of the claim in kobo; null where it is not open on this booking. */
async function closeClaim(
  tx: Tx,
  deliveryId: string,
  claimId: string,
  closed: Partial<typeof paymentClaims.$inferInsert>,
): Promise<number | null> {
  const [row] = await tx
    .update(paymentClaims)
    .set(closed)
    .where(and(eq(paymentClaims.id, claimId), eq(paymentClaims.deliveryId, deliveryId), OPEN))
    .returning({ kobo: paymentClaims.kobo });
  return row?.kobo ?? null;
}
