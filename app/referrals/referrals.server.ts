/** REFER-1: referral codes: drawn once for each person, looked up without revealing the owner. */
import { and, count, desc, eq, isNull } from "drizzle-orm";
import { brokenUnique, type Db, type Tx } from "../platform/db/client.server.ts";
import { profiles, referrals } from "../platform/db/schema.ts";
import type { Services } from "../platform/services.server.ts";
import type { Customer } from "../access/actor.ts";

/** Without lookalikes (0 O, 1 I L, 2 Z, 5 S, 8 B) and without U and V. */
const LETTERS = "ACDEFGHJKMNPQRTWXY34679";
const LENGTH = 6;
const TRIES = 8;

export function drawReferralCode(randomInt: (below: number) => number): string {
  return Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join("");
}

/** As people type it: any case, with spaces or dashes. */
export function normaliseReferralCode(rawValues: string): string {
  return rawValues.replace(/[\s-]/g, "").toUpperCase();
}

/** Gives a person a code if there is none yet. Draws again when a code is taken. */
export async function ensureReferralCode(services: Services, tx: Tx, userId: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      // A savepoint: a taken code must not abort the whole sign-in.
      await tx.transaction((inner) =>
        inner
          .update(profiles)
          .set({ referralCode: drawReferralCode(services.randomInt) })
          .where(and(eq(profiles.id, userId), isNull(profiles.referralCode))),
      );
      return;
    } catch (error) {
      if (brokenUnique(error) === null || tries >= TRIES) throw error;
    }
  }
}

export type ReferralLinked = "none" | "linked" | "unknown" | "own" | "already" | "limited";

/**
 * Records who referred a new customer. Never throws for a code: one that does not exist, one's own, a second one, or that of
 * somebody whom the customer referred changes nothing. A person is referred once, however many tabs try at the same moment. Look-ups are limited for each
 * person.
 */
export async function linkReferral(
  services: Services,
  customer: Customer,
  rawValues: string,
): Promise<ReferralLinked> {
  const code = normaliseReferralCode(rawValues);
  if (!code) return "none";
  const { db, limits, log } = services;
  const { id } = customer.person;
  try {
    if (!(await limits.consume("referralLookupPerPerson", id)).ok) return "limited";
    const [referrer] = await db
      .select({ id: profiles.id })
      .from(profiles)
      .where(eq(profiles.referralCode, code));
    if (!referrer) return "unknown";
    if (referrer.id === id) return "own";
    const made = await db
      .insert(referrals)
      .values({ referrerId: referrer.id, referredId: id, status: "completed", createdAt: services.now() })
      .onConflictDoNothing()
      .returning({ id: referrals.id });
    return made.length > 0 ? "linked" : "already";
  } catch (error) {
    log.warn({ err: error, customer: id }, "referral not looked up");
    return "unknown";
  }
}

export type MyReferral = { id: string; name: string; status: "pending" | "completed"; createdAt: Date };

const SHOWN = 50;

/** The people whom a customer referred, the newest 50, and their total number. */
export async function listMyReferrals(
  db: Db,
  { person }: Customer,
): Promise<{ rows: MyReferral[]; total: number }> {
  const mine = eq(referrals.referrerId, person.id);
  const [rows, [all]] = await Promise.all([
    db
      .select({
        id: referrals.id,
        status: referrals.status,
        createdAt: referrals.createdAt,
        fullName: profiles.fullName,
        email: profiles.email,
      })
      .from(referrals)
      .innerJoin(profiles, eq(profiles.id, referrals.referredId))
      .where(mine)
      .orderBy(desc(referrals.createdAt), desc(referrals.id))
      .limit(SHOWN),
    db.select({ n: count() }).from(referrals).where(mine),
  ]);
  return {
    rows: rows.map(({ fullName, email, status, ...row }) => ({
      ...row,
      name: fullName ?? email,
      status: status === "completed" ? "completed" : "pending",
    })),
    total: all?.n ?? 0,
  };
}
