/** REFER-1: a referral code as people type or paste it. Pure. */

/** Returns a referral code in its stored form. The typed code may have any case, spaces and dashes. */
export const normaliseReferralCode = (typed: string): string => typed.replace(/[\s-]/g, "").toUpperCase();
