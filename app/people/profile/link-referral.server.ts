/** REFER-1: records the referrer of a new customer. The look-up of a code does not reveal its owner. */
import type { Customer } from "../../access/actor.ts";
import { referrals } from "../../platform/db/schema.ts";
import { MINUTE, rateLimit } from "../../platform/limits/rate-limit.ts";
import type { Services } from "../../platform/services.server.ts";
import { normaliseReferralCode } from "../../domain/referral-code.ts";
import { ownerOfCode } from "../sign-in/referral-code.server.ts";

const LOOKUPS_PER_PERSON = rateLimit("referralLookupPerPerson", 20, 10 * MINUTE);

export type ReferralLinked = "none" | "linked" | "unknown" | "own" | "already" | "limited";

/**
 * Records the referrer of a new customer by a referral code. A failed look-up is logged and not thrown. Four kinds of
 * codes have no effect: an unknown code, the customer's own code, a second code, and the code of a person whom this
 * customer referred. A person gets one referrer, even from several tabs at once. Each person has a limit of look-ups.
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
    if (!(await limits.consume(LOOKUPS_PER_PERSON, id)).ok) return "limited";
    const referrerId = await ownerOfCode(db, code);
    if (!referrerId) return "unknown";
    if (referrerId === id) return "own";
    const made = await db
      .insert(referrals)
      .values({ referrerId, referredId: id, status: "completed", createdAt: services.now() })
      .onConflictDoNothing()
      .returning({ id: referrals.id });
    return made.length > 0 ? "linked" : "already";
  } catch (error) {
    log.warn({ err: error, customer: id }, "referral not looked up");
    return "unknown";
  }
}
