/** REWARD-2: staff grant or refuse waiting rewards with a reason. */
import { and, asc, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type * as z from "zod";
import { staff } from "../../access/by.server.ts";
import { recordActivity } from "../../access/record-activity.server.ts";
import type { Admin } from "../../access/actor.ts";
import { formatNaira } from "../../domain/money.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { bookings, profiles, referralRewards, referrals } from "../../platform/db/schema.ts";
import { operation, type Work } from "../../platform/operations/operation.server.ts";
import { grantReward } from "./grant-reward.server.ts";
import { refuse } from "./messages.ts";
import { decisionForm } from "./reward-forms.ts";

const HELD = eq(referralRewards.state, "held");
export const HELD_SHOWN = 50;

export type HeldReward = Awaited<ReturnType<typeof listHeldRewards>>[number];

/** Lists the 50 oldest waiting rewards, in kobo. For staff with the permission `readMoney`. */
export function listHeldRewards(db: Db) {
  const referred = alias(profiles, "referred");
  const name = (of: typeof profiles | typeof referred) => sql<string>`coalesce(${of.fullName}, ${of.email})`;
  const { referralId, kobo, reason, createdAt } = referralRewards;
  return db
    .select({
      referralId,
      kobo,
      reason,
      createdAt,
      referrer: name(profiles),
      referred: name(referred),
      code: bookings.trackingCode,
    })
    .from(referralRewards)
    .innerJoin(referrals, eq(referrals.id, referralId))
    .innerJoin(profiles, eq(profiles.id, referrals.referrerId))
    .innerJoin(referred, eq(referred.id, referrals.referredId))
    .innerJoin(bookings, eq(bookings.id, referralRewards.bookingId))
    .where(HELD)
    .orderBy(asc(createdAt), asc(referralId))
    .limit(HELD_SHOWN);
}

const decision = { by: staff("decideRewards"), input: decisionForm };

/** Grants a held reward with staff's reason. Refuses a decided reward. */
export const releaseReward = operation({
  ...decision,
  name: "referrals.release_reward",
  on: (work, input) => decide(work, "granted", input),
  run: async ({ services, tx, actor, at }, { referralId: referral }, row) => {
    await grantReward(services, tx, actor, { ...row, referral }, at);
    return { ok: true };
  },
});

/** Marks a held reward as refused, with staff's reason. Refuses the request if the reward is already decided. */
export const refuseReward = operation({
  ...decision,
  name: "referrals.refuse_reward",
  on: (work, input) => decide(work, "refused", input),
  run: async ({ tx, actor, at }, { referralId }, { kobo }) => {
    await recordActivity(tx, actor, at, {
      action: "refuse_reward",
      description: `Referral reward ${formatNaira(kobo)} refused`,
      entityType: "referral_reward",
      entityId: referralId,
    });
    return { ok: true };
  },
});

/** Decides about a held reward. Of two simultaneous decisions the second finds no held reward. */
async function decide(
  { tx, actor, at }: Work<Admin>,
  state: "granted" | "refused",
  { referralId, note }: z.output<typeof decisionForm>,
) {
  const byName = actor.person.fullName ?? actor.person.email;
  const [row] = await tx
    .update(referralRewards)
    .set({ state, decidedAt: at, byName, note })
    .from(referrals)
    .where(
      and(eq(referralRewards.referralId, referralId), HELD, eq(referrals.id, referralRewards.referralId)),
    )
    .returning({ referrer: referrals.referrerId, kobo: referralRewards.kobo });
  return row ?? refuse("conflict", "decided_before");
}
