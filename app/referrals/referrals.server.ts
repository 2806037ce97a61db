/** REFER-1: referral codes, looked up without revealing the owner. */
import { count, desc, eq } from "drizzle-orm";
import type { Db } from "../platform/db/client.server.ts";
import { profiles, referrals } from "../platform/db/schema.ts";
import type { Services } from "../platform/services.server.ts";
import type { Customer } from "../access/actor.ts";

/** As people type it: any case, with spaces or dashes. */
export function normaliseReferralCode(rawValues: string): string {
  return rawValues.replace(/[\s-]/g, "").toUpperCase();
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
