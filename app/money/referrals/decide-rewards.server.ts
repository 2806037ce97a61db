/**
 * REWARD-1, REWARD-2: a daily job grants a reward seven days after the delivery of the referred person's first paid
 * parcel, or holds the reward for staff.
 */
import { and, count, desc, eq, gte, sql } from "drizzle-orm";
import { asSystem } from "../../access/actors.server.ts";
import { lagosDay, parseLagosDay } from "../../domain/dates.ts";
import type { HeldReason } from "../../domain/reward.ts";
import type { Db, Tx } from "../../platform/db/client.server.ts";
import { bookings, profiles, referralCredits, referralRewards } from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { startRounds } from "../../platform/jobs/rounds.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { grantReward } from "./grant-reward.server.ts";
import { lockCredit } from "./credit.server.ts";
import { readTerms, type RewardTerms } from "./reward-terms.server.ts";
import { sharedBy, type KnownOfPerson } from "./same-person.ts";
import { DELIVERED } from "../../domain/delivery-status.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const WAIT_MS = 7 * DAY_MS;
const FIRST_MS = 90_000;
const BATCH = 100;
/** The largest number of a referrer's bookings that are compared with the referred person. */
const COMPARED = 50;
const JOB = asSystem("Referral rewards");

type Due = { referral: string; referrer: string; referred: string; delivery: string };

/**
 * Finds the undecided referrals whose first paid parcel was delivered at least `WAIT_MS` ago. Parcels delivered before
 * the current terms began do not count.
 */
async function findDue(db: Db, { startsAt }: RewardTerms, at: Date): Promise<Due[]> {
  const { rows } = await db.execute<Due>(sql`
    select r.id as referral, r.referrer_id as referrer, r.referred_id as referred, first.id as delivery
    from referrals r
    cross join lateral (
      select d.id, d.delivered_at from bookings d
      join booking_balances b on b.booking_id = d.id
      where d.customer_id = r.referred_id and d.created_at >= r.created_at and d.status = ${DELIVERED}
        and b.paid_kobo > 0 and b.paid_kobo >= b.price_kobo
      order by d.delivered_at, d.id limit 1
    ) first
    where r.status = 'completed' and not r.mutual
      and first.delivered_at between ${startsAt.toISOString()}::timestamptz
        and ${new Date(at.getTime() - WAIT_MS).toISOString()}::timestamptz
      and not exists (select from referral_rewards w where w.referral_id = r.id)
    order by first.delivered_at, r.id limit ${BATCH}`);
  return rows;
}

/**
 * Grants or holds every due reward. Each referral is decided once, even with several processes. Returns the numbers of
 * granted and of held rewards.
 */
export async function grantDueRewards(services: Services): Promise<{ granted: number; held: number }> {
  const { db, now } = services;
  const done = { granted: 0, held: 0 };
  for (;;) {
    const terms = await readTerms(db);
    const due = terms ? await findDue(db, terms, now()) : [];
    let decided = 0;
    for (const one of due) {
      const state = await transact(db, (tx) => decide(services, tx, one));
      if (state === null) continue;
      decided++;
      done[state]++;
    }
    if (due.length < BATCH || decided === 0) return done;
  }
}

/** Decides a referral. Null if another process decided the referral, or if rewards were switched off meanwhile. */
async function decide(services: Services, tx: Tx, due: Due): Promise<"granted" | "held" | null> {
  const at = services.now();
  const terms = await readTerms(tx);
  if (!terms) return null;
  // With this lock, the referrals of a referrer are decided one after the other, so that the monthly limit holds.
  await lockCredit(tx, due.referrer);
  const reason = (await sharedReason(tx, due)) ?? (await monthReason(tx, due.referrer, terms, at));
  const state = reason ? "held" : "granted";
  const [made] = await tx
    .insert(referralRewards)
    .values({
      referralId: due.referral,
      bookingId: due.delivery,
      state,
      reason,
      kobo: terms.rewardKobo,
      createdAt: at,
    })
    .onConflictDoNothing()
    .returning({ id: referralRewards.referralId });
  if (!made) return null;
  if (!reason) await grantReward(services, tx, JOB, { ...due, kobo: terms.rewardKobo }, at);
  return state;
}

async function sharedReason(tx: Tx, { referrer, referred, delivery }: Due): Promise<HeldReason | null> {
  const { email, phone, address } = profiles;
  const profileOf = (id: string) =>
    tx.select({ email, phone, address }).from(profiles).where(eq(profiles.id, id));
  const sender = {
    email: bookings.senderEmail,
    phone: bookings.senderPhone,
    address: bookings.senderAddress,
  };
  const sent: KnownOfPerson = await tx
    .select(sender)
    .from(bookings)
    .where(eq(bookings.customerId, referrer))
    .orderBy(desc(bookings.createdAt))
    .limit(COMPARED);
  const parcel: KnownOfPerson = await tx.select(sender).from(bookings).where(eq(bookings.id, delivery));
  return sharedBy([...(await profileOf(referrer)), ...sent], [...(await profileOf(referred)), ...parcel]);
}

async function monthReason(
  tx: Tx,
  referrer: string,
  { perMonth }: RewardTerms,
  at: Date,
): Promise<HeldReason | null> {
  const month = parseLagosDay(`${lagosDay(at).slice(0, 7)}-01`) ?? at;
  const [row] = await tx
    .select({ n: count() })
    .from(referralCredits)
    .where(
      and(
        eq(referralCredits.userId, referrer),
        eq(referralCredits.kind, "granted"),
        gte(referralCredits.at, month),
      ),
    );
  return (row?.n ?? 0) >= perMonth ? "month_limit" : null;
}

/** Decides rewards soon after the start and then daily, in any process. Returns a function that stops the job. */
export function startRewards(services: Services): () => void {
  const { log } = services;
  const round = async () => {
    try {
      const done = await grantDueRewards(services);
      if (done.granted + done.held > 0) log.info(done, "referral rewards decided");
    } catch (error) {
      log.warn({ err: error }, "referral rewards were not decided; they will be tried again");
    }
  };
  return startRounds(() => void round(), FIRST_MS, DAY_MS);
}
