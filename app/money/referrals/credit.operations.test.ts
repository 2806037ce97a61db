/** Credit from referrals: its use by bookings, and its ledger. */
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { makeAdmin } from "../../../test/fixtures/bookings.ts";
import { closedAfterAll } from "../../../test/fixtures/closed-after-all.ts";
import { openReferrals } from "../../../test/fixtures/referrals.ts";
import { readMoney } from "../payments/receipt.server.ts";
import { referralCredits } from "../../platform/db/schema.ts";
import { setPrice } from "../prices/set-price.server.ts";
import { exportOwnData } from "../../people/profile/own-data.server.ts";
import { creditOf } from "./credit.server.ts";

const opened = await closedAfterAll(openReferrals());
const { services, makePerson, book } = opened;
const { db } = services;
const moderator = await makeAdmin(opened, "moderator");
const NAIRA = 100;

test("[REWARD-3] credit lowers the next quote by its own line, never below 0; the rest stays, and a new price keeps it", async () => {
  const ada = await makePerson();
  const give = (kobo: number) =>
    db.insert(referralCredits).values({
      userId: ada.person.id,
      kind: "granted",
      kobo,
      referralId: randomUUID(),
      at: services.now(),
    });
  await give(500 * NAIRA);
  const first = await book(ada);
  const money = await readMoney(db, first.id);
  expect(money.priceKobo).toBe(595_000);
  expect(money.charges[0]!.lines.at(-1)).toEqual({ kind: "credit", label: "Referral credit", kobo: -50_000 });
  expect(await creditOf(db, ada.person.id)).toBe(0);
  expect((await readMoney(db, (await book(ada)).id)).priceKobo).toBe(645_000);

  await give(10_000 * NAIRA);
  const both = await Promise.all([book(ada), book(ada)]);
  const prices = await Promise.all(both.map(async ({ id }) => (await readMoney(db, id)).priceKobo!));
  expect(prices.toSorted((a, b) => a - b)).toEqual([0, 290_000]);
  expect(await creditOf(db, ada.person.id)).toBe(0);

  const set = (kobo: number, seen: number) =>
    setPrice(services, moderator, { code: first.code, price: kobo, note: "", seen }, randomUUID());
  await set(7000 * NAIRA, money.charges[0]!.id);
  const now = await readMoney(db, first.id);
  expect(now.priceKobo).toBe(6500 * NAIRA);
  await set(200 * NAIRA, now.charges[0]!.id);
  expect((await readMoney(db, first.id)).priceKobo).toBe(0);
  expect(await creditOf(db, ada.person.id)).toBe(300 * NAIRA);
  const mine = await exportOwnData(services, ada);
  expect(mine.referralCredit.map(({ kind }) => kind)).toEqual([
    "granted",
    "used",
    "granted",
    "used",
    "used",
    "returned",
  ]);
});

test("[REWARD-3] the ledger of credit is never changed, and has one reward for a referral", async () => {
  for (const statement of [
    sql`update referral_credits set kobo = 1`,
    sql`delete from referral_credits`,
    sql`truncate referral_credits`,
  ])
    await expect(db.execute(statement)).rejects.toMatchObject({ cause: { code: "23001" } });
  const row = {
    userId: randomUUID(),
    kind: "granted",
    kobo: 1,
    referralId: randomUUID(),
    at: services.now(),
  } as const;
  await db.insert(referralCredits).values(row);
  await expect(db.insert(referralCredits).values(row)).rejects.toMatchObject({ cause: { code: "23505" } });
});
