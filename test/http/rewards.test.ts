/** Referral rewards over HTTP: the staff who set and decide rewards, and the credit as the referrer sees it. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import {
  activityLogs,
  bookings,
  profiles,
  referralRewards,
  referrals,
} from "../../app/platform/db/schema.ts";
import { openTestApp, type Visitor } from "../fixtures/app.ts";
import { BODY } from "../fixtures/booking-form.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { bookPriced, publishPrices } from "../fixtures/prices.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));
const { db } = app.services;
const HERE = "/admin/rewards";
const boss = await app.admin("super_admin");
const moderator = await app.admin("moderator");
const support = await app.admin("support");
await publishPrices(app);

const send = (who: Visitor, form: Record<string, string>) => who.send(HERE, form);

test("[REWARD-1] [STAFF-4] a super admin sets the amount; others see it, and a refusal is logged", async () => {
  expect((await support.ask(HERE)).text).toContain("Off: nobody gets a reward until you enter an amount.");
  const terms = { intent: "terms", rewardKobo: "500", perMonth: "3" };
  for (const who of [moderator, support]) expect((await send(who, terms)).status).toBe(403);
  const refused = await db.select().from(activityLogs).where(eq(activityLogs.action, "refused"));
  expect(refused.map(({ description }) => description)).toContain("manageRewards: referrals.save_terms");
  for (const [wrong, said] of [
    [{ rewardKobo: "-5" }, "Enter an amount in naira, or 0"],
    [{ rewardKobo: "100000.01" }, "At most ₦100,000"],
    [{ perMonth: "0" }, "Enter a number from 1 to 1000"],
    [{ perMonth: "2.5" }, "Enter a number from 1 to 1000"],
  ] as const) {
    const answer = await send(boss, { ...terms, ...wrong });
    expect([answer.status, answer.text.includes(said)]).toEqual([400, true]);
  }
  expect((await send(boss, terms)).toast).toMatchObject({ title: "Referral reward saved" });
  expect((await support.ask(HERE)).text).toContain("On: ₦500");
});

test("[REWARD-2] [REWARD-3] a held reward is granted; the referrer sees the credit, and the next booking and its mail have it", async () => {
  const ada = await app.customer("ada@example.com");
  await app.customer("bola@example.com");
  await db.update(profiles).set({ referralCode: "ADAADA" }).where(eq(profiles.email, "ada@example.com"));
  const { code } = await bookPriced(app);
  const idOf = async (email: string) =>
    (await db.select().from(profiles).where(eq(profiles.email, email)))[0]!.id;
  const [parcel] = await db.select().from(bookings).where(eq(bookings.trackingCode, code));
  const [pair] = await db
    .insert(referrals)
    .values({ referrerId: await idOf("ada@example.com"), referredId: await idOf("bola@example.com") })
    .returning();
  const referralId = pair!.id;
  const held = {
    referralId,
    bookingId: parcel!.id,
    state: "held",
    reason: "same_phone",
    kobo: 50_000,
  } as const;
  await db.insert(referralRewards).values(held);

  expect((await support.ask(HERE)).text).toContain("Both have the same phone number");
  expect((await send(support, { intent: "release", referralId, note: "Known" })).status).toBe(403);
  expect((await send(moderator, { intent: "release", referralId, note: "" })).text).toContain("Say why.");
  const done = await send(moderator, { intent: "release", referralId, note: "They share a shop phone" });
  expect(done.toast).toMatchObject({ title: "Reward granted" });
  expect((await send(moderator, { intent: "refuse", referralId, note: "No" })).status).toBe(409);

  const profile = (await ada.ask("/profile")).text;
  for (const shown of ["You get", "Your credit:", "₦500"]) expect(profile).toContain(shown);
  expect((await ada.ask("/book")).text).toContain("Your credit of");
  expect((await app.visitor().ask("/book")).text).not.toContain("Your credit");
  const form = { ...BODY, deliveryType: "standard", idempotencyKey: await ada.keyOf("/book") };
  const booked = await ada.ask("/book", { form });
  const own = /code=(\w+)/.exec(booked.location ?? "")![1]!;
  // A repeat of the form with the same idempotency key does not use the credit a second time.
  expect((await ada.ask("/book", { form })).location).toContain(own);
  const mail = async () =>
    (await app.mails(0)).find((one) => one.kind === "booking_made" && one.text.includes(own))?.text;
  await expect.poll(mail, { timeout: 10_000 }).toMatch(/₦5,950/);
  expect((await ada.ask("/profile")).text).not.toContain("Your credit:");
  const credited = async () => (await app.mails(0)).find(({ kind }) => kind === "referral_credit")?.text;
  await expect.poll(credited, { timeout: 10_000 }).toContain("/book");
  expect(await credited()).not.toMatch(/bola|Test Customer.*referred/);
});
