/** REWARD-1: the value of a referral. Rewards are off until a super admin sets an amount. */
import { staff } from "../../access/by.server.ts";
import { recordActivity } from "../../access/record-activity.server.ts";
import { formatNaira } from "../../domain/money.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { referralTerms } from "../../platform/db/schema.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { creditOf } from "./credit.server.ts";
import { rewardTermsForm } from "./reward-forms.ts";

/**
 * `rewardKobo` is 0 while rewards are off. `perMonth` limits the rewards of a referrer in a month. Parcels delivered
 * before `startsAt` do not count.
 */
export type RewardTerms = { rewardKobo: number; perMonth: number; startsAt: Date };

/** Reads the terms. Null while rewards are off. */
export async function readTerms(db: Pick<Db, "select">): Promise<RewardTerms | null> {
  const { rewardKobo, perMonth, startsAt } = referralTerms;
  const [row] = await db.select({ rewardKobo, perMonth, startsAt }).from(referralTerms);
  return row && row.rewardKobo > 0 ? row : null;
}

/** Reads the person's credit and a referral's reward, in kobo. The reward is null while rewards are off. */
export async function referralCredit(
  db: Db,
  userId: string,
): Promise<{ creditKobo: number; rewardKobo: number | null }> {
  const [creditKobo, terms] = await Promise.all([creditOf(db, userId), readTerms(db)]);
  return { creditKobo, rewardKobo: terms?.rewardKobo ?? null };
}

/**
 * Stores the terms in kobo, and logs the former terms. Parcels that were delivered before rewards were switched on do
 * not count.
 */
export const saveTerms = operation({
  name: "referrals.save_terms",
  by: staff("manageRewards"),
  keyless: true,
  input: rewardTermsForm,
  run: async ({ tx, actor, at }, { rewardKobo, perMonth }) => {
    const before = await readTerms(tx);
    const [was, is] = [inWords(before), inWords(rewardKobo > 0 ? { rewardKobo, perMonth } : null)];
    if (was === is) return { ok: true };
    const row = { rewardKobo, perMonth, updatedAt: at, startsAt: before?.startsAt ?? at };
    await tx.insert(referralTerms).values(row).onConflictDoUpdate({ target: referralTerms.id, set: row });
    await recordActivity(tx, actor, at, {
      action: "update_reward_terms",
      description: `Referral reward ${was} → ${is}`,
      entityType: "referral_reward",
    });
    return { ok: true };
  },
});

const inWords = (terms: Omit<RewardTerms, "startsAt"> | null) =>
  terms ? `${formatNaira(terms.rewardKobo)}, ${terms.perMonth} a month` : "off";
