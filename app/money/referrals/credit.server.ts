/** REWARD-3: a person's referral credit: an append-only ledger in kobo. Its sum is never negative. */
import { and, eq, sql } from "drizzle-orm";
import type { PriceLine } from "../../domain/payment.ts";
import type { Db, Tx } from "../../platform/db/client.server.ts";
import { namedStatement } from "../../platform/db/prepared.server.ts";
import { profiles, referralCredits } from "../../platform/db/schema.ts";

type Price = { lines: PriceLine[]; totalKobo: number };

/** Returns the credit of a person in kobo. */
export async function creditOf(db: Db | Tx, userId: string): Promise<number> {
  const { rows } = await sumOfCredit(db, { userId });
  return rows[0]?.kobo ?? 0;
}

const sumOfCredit = namedStatement<{ kobo: number }>(
  "credit_of_person",
  () => sql`select coalesce(sum(${referralCredits.kobo}), 0)::float8 as kobo from ${referralCredits}
    where ${referralCredits.userId} = ${sql.placeholder("userId")}`,
);

/**
 * Locks the row of a person's profile, so that changes of the person's credit wait for each other. The lock is weak:
 * new rows that refer to the person, such as bookings, do not wait for it.
 */
export async function lockCredit(tx: Tx, userId: string): Promise<void> {
  await tx.select({ id: profiles.id }).from(profiles).where(eq(profiles.id, userId)).for("no key update");
}

/** Returns a price whose last line deducts the credit. The total is never below 0. */
export function withCredit(price: Price, creditKobo: number): Price {
  const kobo = Math.min(creditKobo, price.totalKobo);
  if (kobo <= 0) return price;
  const line: PriceLine = { kind: "credit", label: "Referral credit", kobo: -kobo };
  return { lines: [...price.lines, line], totalKobo: price.totalKobo - kobo };
}

/** Deducts credit from a new booking's price, in the booking's transaction. Credit above the price remains. */
export async function useCredit<P extends Price>(
  tx: Tx,
  { userId, bookingId, price, at }: { userId: string; bookingId: string; price: P; at: Date },
): Promise<P> {
  if ((await creditOf(tx, userId)) <= 0) return price;
  await lockCredit(tx, userId);
  const lowered = withCredit(price, await creditOf(tx, userId));
  const kobo = lowered.totalKobo - price.totalKobo;
  if (kobo === 0) return price;
  await tx.insert(referralCredits).values({ userId, kind: "used", kobo, bookingId, at });
  return { ...price, ...lowered };
}

/** Returns the kobo of credit that a booking has used, and the person with this credit, or null. */
async function usedBy(tx: Tx, bookingId: string): Promise<{ userId: string; kobo: number } | null> {
  const [row] = await tx
    .select({
      userId: referralCredits.userId,
      kobo: sql<number>`-sum(${referralCredits.kobo})`.mapWith(Number),
    })
    .from(referralCredits)
    .where(and(eq(referralCredits.bookingId, bookingId)))
    .groupBy(referralCredits.userId);
  return row && row.kobo > 0 ? row : null;
}

/**
 * Returns a new price minus the credit that the booking has used. If the price needs less credit, `giveBack` returns
 * the rest to the person. Call `giveBack` once the price is stored.
 */
export async function keepCredit<P extends Price>(
  tx: Tx,
  bookingId: string,
  price: P,
): Promise<{ price: P; giveBack(at: Date): Promise<void> }> {
  const used = await usedBy(tx, bookingId);
  if (!used) return { price, giveBack: async () => {} };
  const lines = price.lines.filter(({ kind }) => kind !== "credit");
  const totalKobo = lines.reduce((sum, line) => sum + line.kobo, 0);
  const lowered = withCredit({ lines, totalKobo }, used.kobo);
  const kobo = used.kobo - (totalKobo - lowered.totalKobo);
  return {
    price: { ...price, ...lowered },
    async giveBack(at) {
      if (kobo === 0) return;
      await tx.insert(referralCredits).values({ userId: used.userId, kind: "returned", kobo, bookingId, at });
    },
  };
}
