/** Referral rewards on a real database, with the test's clock. */
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { makeAdmin, storeDelivered } from "../../../test/fixtures/bookings.ts";
import { closedAfterAll } from "../../../test/fixtures/closed-after-all.ts";
import { openReferrals, type Profile } from "../../../test/fixtures/referrals.ts";
import { NAIRA } from "../../../test/fixtures/settlements.ts";
import { makeSuperAdmin } from "../../../test/fixtures/staff.ts";
import type { Customer } from "../../access/actor.ts";
import { readMoney } from "../payments/receipt.server.ts";
import { recordPayment } from "../payments/payments.server.ts";
import { activityLogs, bookings, referralRewards, referrals } from "../../platform/db/schema.ts";
import { creditOf } from "./credit.server.ts";
import { listHeldRewards, refuseReward, releaseReward } from "./answer-held.server.ts";
import { readTerms, saveTerms } from "./reward-terms.server.ts";
import { grantDueRewards } from "./decide-rewards.server.ts";

const opened = await closedAfterAll(openReferrals());
const { services, clock, makePerson, book } = opened;
const { db } = services;
const moderator = await makeAdmin(opened, "moderator");
const DAY = 24 * 60 * 60 * 1000;
const superAdmin = await makeSuperAdmin(opened);

const terms = (naira: number, perMonth = 5) =>
  saveTerms(services, superAdmin, { rewardKobo: naira * NAIRA, perMonth });
beforeEach(async () => {
  await db.delete(referrals);
  await terms(500);
});

async function pay(code: string, id: string, part = 1) {
  const { priceKobo, paidKobo } = await readMoney(db, id);
  const kobo = Math.floor(((priceKobo ?? 0) - paidKobo) * part);
  await recordPayment(
    services,
    moderator,
    { code, method: "cash", amount: kobo, reference: "", note: "" },
    randomUUID(),
  );
}
const deliver = (id: string) => storeDelivered(opened, id);

/** A referral whose first parcel is paid and delivered now. */
async function referred(referrer: Customer, more: Profile = {}) {
  const person = await makePerson(more);
  const pair = { referrerId: referrer.person.id, referredId: person.person.id, createdAt: services.now() };
  const [row] = await db.insert(referrals).values(pair).returning({ id: referrals.id });
  const parcel = await book(person);
  await pay(parcel.code, parcel.id);
  await deliver(parcel.id);
  return { referralId: row!.id, person, parcel };
}
const credit = ({ person }: Customer) => creditOf(db, person.id);
const later = (days: number) => clock.pass(days * DAY);

test("[REWARD-1] off until an amount is set; each change is in the log, and only what is delivered since counts", async () => {
  await terms(0);
  const ada = await makePerson();
  await referred(ada);
  later(8);
  expect([await readTerms(db), await grantDueRewards(services)]).toEqual([null, { granted: 0, held: 0 }]);
  await terms(700, 2);
  await terms(700, 2);
  expect(await readTerms(db)).toMatchObject({ rewardKobo: 70_000, perMonth: 2, startsAt: services.now() });
  expect(await grantDueRewards(services)).toEqual({ granted: 0, held: 0 });
  const logged = await db.select().from(activityLogs).where(eq(activityLogs.action, "update_reward_terms"));
  expect(logged.map(({ description }) => description).slice(-1)).toEqual([
    "Referral reward off → ₦700, 2 a month",
  ]);
});

test("[REFER-1] [REWARD-2] of two who referred each other before it was refused, only the first earns", async () => {
  const ada = await makePerson();
  const { person: ben } = await referred(ada);
  await db.insert(referrals).values({
    referrerId: ben.person.id,
    referredId: ada.person.id,
    mutual: true,
    createdAt: services.now(),
  });
  const parcel = await book(ada);
  await pay(parcel.code, parcel.id);
  await deliver(parcel.id);
  later(8);
  expect(await grantDueRewards(services)).toEqual({ granted: 1, held: 0 });
  expect([await credit(ada), await credit(ben)]).toEqual([500 * NAIRA, 0]);
});

test("[REWARD-2] seven days after the first paid parcel is delivered, once, however often the job runs", async () => {
  const ada = await makePerson();
  const { referralId } = await referred(ada);
  later(6.9);
  expect(await grantDueRewards(services)).toEqual({ granted: 0, held: 0 });
  later(0.2);
  const runs = await Promise.all([1, 2, 3].map(() => grantDueRewards(services)));
  expect(runs.reduce((sum, { granted }) => sum + granted, 0)).toBe(1);
  expect(await grantDueRewards(services)).toEqual({ granted: 0, held: 0 });
  expect(await credit(ada)).toBe(500 * NAIRA);
  expect(await db.select().from(activityLogs).where(eq(activityLogs.entityId, referralId))).toMatchObject([
    { action: "grant_reward", adminName: "Referral rewards", description: "Referral reward ₦500" },
  ]);
  const mail = async () => (await opened.mails(0)).find(({ kind }) => kind === "referral_credit");
  await expect.poll(mail, { timeout: 10_000 }).toMatchObject({ subject: "You have ₦500 referral credit" });
});

test("[REWARD-2] not paid, not delivered any more, only a later parcel, or booked before the referral: no reward", async () => {
  const ada = await makePerson();
  const unpaid = await makePerson();
  const early = await makePerson();
  const before = await book(early);
  for (const { person } of [unpaid, early]) {
    clock.pass(1000);
    await db
      .insert(referrals)
      .values({ referrerId: ada.person.id, referredId: person.id, createdAt: services.now() });
  }
  const half = await book(unpaid);
  await pay(half.code, half.id, 0.5);
  await pay(before.code, before.id);
  await Promise.all([deliver(half.id), deliver(before.id)]);
  const undone = await referred(ada);
  await db
    .update(bookings)
    .set({ status: "in_transit", deliveredAt: null })
    .where(eq(bookings.id, undone.parcel.id));
  later(8);
  expect(await grantDueRewards(services)).toEqual({ granted: 0, held: 0 });
  expect(await credit(ada)).toBe(0);
  await deliver(undone.parcel.id);
  await pay(half.code, half.id);
  expect((await grantDueRewards(services)).granted).toBe(1);
});

test.each([
  ["same_phone", { phone: "+2348099999999" }, { phone: "+2348099999999" }],
  ["same_email", { email: "ada.obi@gmail.com" }, { email: "adaobi+2@gmail.com" }],
  [
    "same_address",
    { address: "12 Allen Avenue, Ikeja, Lagos" },
    { address: "No 12 Allen Ave, Ikeja Lagos State" },
  ],
] as const)(
  "[REWARD-2] %s: held, and staff refuse or grant it once, with a reason",
  async (reason, one, other) => {
    const ada = await makePerson(one);
    const { referralId, parcel } = await referred(ada, other);
    later(7);
    expect(await grantDueRewards(services)).toEqual({ granted: 0, held: 1 });
    expect(await listHeldRewards(db)).toMatchObject([
      { referralId, reason, kobo: 500 * NAIRA, code: parcel.code },
    ]);
    const decide = (release: boolean, note: string, admin = moderator, key: string = randomUUID()) =>
      (release ? releaseReward : refuseReward)(services, admin, { referralId, note }, key);
    expect(await decide(true, "Fine", await makeAdmin(opened, "support"))).toMatchObject({
      code: "forbidden",
    });
    expect(await decide(true, "")).toMatchObject({ code: "invalid" });
    const release = reason !== "same_phone";
    const key = randomUUID();
    const both = await Promise.all([1, 2].map(() => decide(release, "Called both", moderator, key)));
    expect(both).toEqual([{ ok: true }, { ok: true }]);
    expect(await decide(true, "Again")).toMatchObject({ code: "conflict" });
    expect(await credit(ada)).toBe(release ? 500 * NAIRA : 0);
    expect(await listHeldRewards(db)).toEqual([]);
    const logged = await db.select().from(activityLogs).where(eq(activityLogs.entityId, referralId));
    expect(logged.map(({ action }) => action)).toEqual([release ? "grant_reward" : "refuse_reward"]);
    const [row] = await db.select().from(referralRewards).where(eq(referralRewards.referralId, referralId));
    expect(row).toMatchObject({ note: "Called both", byName: "moderator" });
  },
);

test("[REWARD-2] beyond the limit of a Lagos month a reward is held; the next month grants again", async () => {
  await terms(500, 2);
  clock.set(new Date("2027-03-02T10:00:00Z"));
  const ada = await makePerson();
  for (let n = 0; n < 3; n++) await referred(ada);
  later(7);
  expect(await grantDueRewards(services)).toEqual({ granted: 2, held: 1 });
  expect(await listHeldRewards(db)).toMatchObject([{ reason: "month_limit" }]);
  await referred(ada);
  // In Lagos it is 00:30 of 1 April, so a new month has begun.
  clock.set(new Date("2027-03-31T23:30:00Z"));
  expect(await grantDueRewards(services)).toEqual({ granted: 1, held: 0 });
});
