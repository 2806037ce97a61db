/** The words about referral rewards that the database and several features share. */

export const REWARD_STATES = ["held", "granted", "refused"] as const;
/**
 * The kinds of entries in a person's credit: a reward, credit used for a booking, or credit given back because the
 * price of a booking was lowered.
 */
export const CREDIT_KINDS = ["granted", "used", "returned"] as const;

/** The reasons why a reward waits until staff check it. */
export const HELD_REASON_LABELS = {
  same_phone: "Both have the same phone number",
  same_email: "Both have the same email address",
  same_address: "Both have the same address",
  month_limit: "The referrer already has all rewards for this month",
};
export type HeldReason = keyof typeof HELD_REASON_LABELS;
