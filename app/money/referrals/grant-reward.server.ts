/** REWARD-2: turns a reward into credit of the referrer. */
import type { Admin, System } from "../../access/actor.ts";
import { recordActivity } from "../../access/record-activity.server.ts";
import { formatNaira } from "../../domain/money.ts";
import { notify } from "../../notifications/notify.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { referralCredits } from "../../platform/db/schema.ts";
import type { Services } from "../../platform/services.server.ts";

type Granted = { referral: string; referrer: string; kobo: number };

/** Adds the credit, its log row and the referrer's mail. The database allows one reward for each referral. */
export async function grantReward(
  services: Services,
  tx: Tx,
  actor: Admin | System,
  { referral, referrer, kobo }: Granted,
  at: Date,
): Promise<void> {
  const [credit] = await tx
    .insert(referralCredits)
    .values({ userId: referrer, kind: "granted", kobo, referralId: referral, at })
    .returning({ id: referralCredits.id });
  if (!credit) throw new Error("a credit was not written");
  await recordActivity(tx, actor, at, {
    action: "grant_reward",
    description: `Referral reward ${formatNaira(kobo)}`,
    entityType: "referral_reward",
    entityId: referral,
  });
  await notify(services, tx, { event: "referral_credit", about: { creditId: credit.id } });
}
