/** REWARD-2: rewards that wait for staff, who grant or refuse them with a reason. */
import { and, asc, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { recordActivity } from "../activity-log/activity-log.server.ts";
import type { Admin } from "../domain/actor.ts";
import { formatNaira } from "../domain/money.ts";
import { refusal } from "../domain/permissions.ts";
import type { Db } from "../platform/db/client.server.ts";
import { deliveries, profiles, referralRewards, referrals } from "../platform/db/schema.ts";
import { refuse, type Result } from "../platform/http/result.ts";
import { transactOnce } from "../platform/idempotency/idempotency.server.ts";
import type { Services } from "../platform/services.server.ts";
import { grantReward } from "./grant-reward.server.ts";

const HELD = eq(referralRewards.state, "held");
export const HELD_SHOWN = 50;

export type HeldReward = Awaited<ReturnType<typeof listHeldRewards>>[number];

/** Rewards that wait for staff, the oldest 50, in kobo. Any member of staff may read. */
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
      code: deliveries.trackingCode,
    })
    .from(referralRewards)
    .innerJoin(referrals, eq(referrals.id, referralId))
    .innerJoin(profiles, eq(profiles.id, referrals.referrerId))
    .innerJoin(referred, eq(referred.id, referrals.referredId))
    .innerJoin(deliveries, eq(deliveries.id, referralRewards.deliveryId))
    .where(HELD)
    .orderBy(asc(createdAt), asc(referralId))
    .limit(HELD_SHOWN);
}

export type RewardDecided = Result<unknown, "invalid" | "forbidden" | "conflict">;

/** Staff grant or refuse a held reward, with a reason. Refuses roles that may not, an empty reason, and one that was decided. */
export async function decideReward(
  services: Services,
  admin: Admin,
  { referralId, release, note }: { referralId: string; release: boolean; note: string },
  key: string,
): Promise<RewardDecided> {
  const refused = refusal(admin.role, "decideRewards");
  if (refused) return refuse("forbidden", refused);
  if (note === "") return refuse("invalid", { note: "Say why." });
  const content = { referralId, release, note };
  return transactOnce<RewardDecided>(services, key, content, async ({ tx, at, claim }) => {
    const byName = admin.person.fullName ?? admin.person.email;
    const [row] = await tx
      .update(referralRewards)
      .set({ state: release ? "granted" : "refused", decidedAt: at, byName, note })
      .from(referrals)
      .where(
        and(eq(referralRewards.referralId, referralId), HELD, eq(referrals.id, referralRewards.referralId)),
      )
      .returning({ referrer: referrals.referrerId, kobo: referralRewards.kobo });
    if (!row) return refuse("conflict", "Someone else decided this. Load the page again.");
    if (!(await claim())) return null;
    if (release) await grantReward(services, tx, admin, { ...row, referral: referralId }, at);
    else
      await recordActivity(tx, admin, at, {
        action: "refuse_reward",
        description: `Referral reward ${formatNaira(row.kobo)} refused`,
        entityType: "referral_reward",
        entityId: referralId,
      });
    return { ok: true };
  });
}
