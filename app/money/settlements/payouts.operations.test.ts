/** Payouts, statements and balances on a real database. */
import { randomUUID } from "node:crypto";
import { and, eq, gt, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { times } from "../../../test/fixtures/long.ts";
import { wrongPayees } from "../../../test/fixtures/recount.ts";
import { openWithStaff } from "../../../test/fixtures/staff.ts";
import { publishSamples } from "../../../test/fixtures/prices.ts";
import {
  ACCOUNT,
  bookCollect,
  collectCash,
  makePayee,
  NAIRA,
  payOutTo,
} from "../../../test/fixtures/settlements.ts";
import type { Customer } from "../../access/actor.ts";
import { codFeeOf } from "../../domain/settlement.ts";
import {
  activityLogs,
  cashOnDelivery,
  payees,
  profiles,
  settlementEntries,
} from "../../platform/db/schema.ts";
import { FIRST_PAGE } from "../../platform/http/keyset.ts";
import { purgeExpired } from "../../../server/retention.ts";
import { deleteAccount } from "../../people/profile/delete-account.server.ts";
import { readCollection, reverseCollection } from "./collections.server.ts";
import { mailStatements } from "./mail-statements.server.ts";
import { readOwnPayee, saveBankAccount, viewAccount } from "./payees.server.ts";
import { newestEntryId } from "./newest-entry.server.ts";
import { payOut, reversePayout } from "./payouts.server.ts";
import { listOwed, listUnrecorded, readPayee, readPayeeStatement, weekOf } from "./statement.server.ts";

const { opened, services, db, moderator, superAdmin } = await openWithStaff(100_000);
await publishSamples(opened);

const collect = (code: string, kobo: number) => collectCash(opened, moderator, code, kobo);

/** A payee who is owed ₦9,700. */
async function owed(): Promise<{ customer: Customer; id: string }> {
  const customer = await makePayee(opened);
  const { code } = await bookCollect(opened, customer, 10_000);
  await collect(code, 10_000 * NAIRA);
  return { customer, id: (await readOwnPayee(db, customer))!.id };
}

type Payout = Parameters<typeof payOut>[2];

const pay = (id: string, more: Partial<Payout> = {}, key?: string) =>
  payOutTo(opened, superAdmin, { id, amount: 9700 * NAIRA, ...more }, key);

type Action = "pay_out" | "reverse_payout" | "view_payee_account";
async function logged(id: string, action: Action): Promise<string[]> {
  const about = and(eq(activityLogs.entityId, id), eq(activityLogs.action, action));
  return (await db.select().from(activityLogs).where(about)).map(({ description }) => description);
}

test("[SETTLE-3] what is owed is paid out once: double clicks, two staff at once and a known reference add nothing", async () => {
  const { id } = await owed();
  const seen = await newestEntryId(db, id);
  const [key, reference] = [randomUUID(), "FT 1 a"];
  expect(await pay(id, { amount: 9700 * NAIRA + 1 })).toMatchObject({ reason: "more_than_owed" });
  expect(await pay(id, { amount: 0 })).toMatchObject({ code: "invalid" });
  expect(await pay(id, { reference: " " })).toMatchObject({ code: "invalid" });
  const clicks = await Promise.all(
    [1, 2, 3].map(() => pay(id, { reference, amount: 4000 * NAIRA, seen }, key)),
  );
  expect(clicks).toEqual([{ ok: true }, { ok: true }, { ok: true }]);
  expect(await readPayee(db, id)).toMatchObject({ owedKobo: 5700 * NAIRA });
  const now = await newestEntryId(db, id);
  const both = await Promise.all([1, 2].map(() => pay(id, { amount: 2000 * NAIRA, seen: now })));
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  expect(both.find(({ ok }) => !ok)).toMatchObject({ code: "conflict" });
  expect(await pay(id, { amount: 100, reference: "ft1A" })).toMatchObject({
    code: "conflict",
    errors: { reference: "This reference is recorded already." },
  });
  expect(await readPayee(db, id)).toMatchObject({ owedKobo: 3700 * NAIRA });
  expect(await logged(id, "pay_out")).toContain("Paid out ₦4,000");
});

test("[SETTLE-3] another account since the page was loaded stops the payout", async () => {
  const { customer, id } = await owed();
  const accountSince = (await readPayee(db, id))!.accountSince!.toISOString();
  opened.clock.pass(1000);
  await saveBankAccount(services, customer, { ...ACCOUNT, bank: "Other Bank" });
  expect(await pay(id, { accountSince })).toMatchObject({ code: "conflict", reason: "changed_meanwhile" });
  expect(await readPayee(db, id)).toMatchObject({ owedKobo: 9700 * NAIRA });
});

test("[SETTLE-3] a payout that the bank returned is reversed once and owed again", async () => {
  const { id } = await owed();
  await pay(id);
  expect(await readPayee(db, id)).toMatchObject({ owedKobo: 0, owedSince: null });
  const entryId = await newestEntryId(db, id);
  const reverse = (reversalReason: string, of = { id, entryId }) =>
    reversePayout(services, superAdmin, { ...of, reversalReason }, randomUUID());
  expect(await reverse("")).toMatchObject({ code: "invalid" });
  const { id: other } = await owed();
  for (const one of [entryId, await newestEntryId(db, other)])
    expect((await reverse("Returned", { id: other, entryId: one })).ok).toBe(false);
  const both = await Promise.all([reverse("Returned"), reverse("Returned")]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await readPayee(db, id)).toMatchObject({ owedKobo: 9700 * NAIRA });
  expect(await logged(id, "reverse_payout")).toEqual(["Reversed a payout of ₦9,700"]);
});

test("[SETTLE-2] staff see who is owed longest first, and what is delivered and not recorded", async () => {
  const first = await owed();
  opened.clock.pass(60_000);
  const second = await owed();
  const open = await bookCollect(opened, second.customer, 1000);
  await bookCollect(opened, second.customer, 1000, "in_transit");
  const ids = (await listOwed(db, FIRST_PAGE)).rows.map(({ id }) => id);
  expect(ids.indexOf(first.id)).toBeLessThan(ids.indexOf(second.id));
  expect((await listUnrecorded(db)).map(({ code }) => code)).toEqual([open.code]);
  await collect(open.code, 0);
  expect(await listUnrecorded(db)).toEqual([]);
});

test("[SETTLE-1] only a super admin's own look shows the whole account, with a log row", async () => {
  const { id } = await owed();
  expect(JSON.stringify(await readPayee(db, id))).not.toContain(ACCOUNT.accountNumber);
  expect(await viewAccount(services, superAdmin, { id })).toEqual({ ok: true, account: ACCOUNT });
  expect(await logged(id, "view_payee_account")).toEqual(["Looked at •••• 5678"]);
});

test("[SETTLE-4] [SETTLE-5] a statement has what was owed before and after a Lagos week; it is mailed once, when the week is over", async () => {
  // In Lagos this is Sunday 22 Nov 2026, 11:30 pm. An hour later the next week has begun.
  opened.clock.set(new Date("2026-11-22T22:30:00Z"));
  const { customer, id } = await owed();
  expect(await mailStatements(services)).toBe(0);
  opened.clock.pass(3_600_000);
  await pay(id, { amount: 700 * NAIRA });
  const [before, after] = [
    weekOf(new URLSearchParams("week=2026-11-18"), services.now()),
    weekOf(new URLSearchParams(), services.now()),
  ];
  expect(await readPayeeStatement(db, id, before)).toMatchObject({
    week: "2026-11-16",
    openingKobo: 0,
    closingKobo: 9700 * NAIRA,
    entries: [{ kind: "collected" }],
  });
  expect(await readPayeeStatement(db, id, after)).toMatchObject({
    week: "2026-11-23",
    openingKobo: 9700 * NAIRA,
    closingKobo: 9000 * NAIRA,
    entries: [{ kind: "paid_out", paidTo: "Zenith Bank •••• 5678" }],
  });
  const queued = await Promise.all([mailStatements(services), mailStatements(services)]);
  expect(queued[0] + queued[1]).toBeGreaterThan(0);
  expect(await mailStatements(services)).toBe(0);
  const own = async () =>
    (await opened.mails(0)).filter(
      ({ kind, toAddress }) => kind === "settlement_statement" && toAddress === customer.person.email,
    );
  await expect.poll(async () => (await own()).length, { timeout: 10_000 }).toBe(1);
  expect((await own())[0]!.text).toContain("Collected from receivers: ₦10,000");
  expect((await own())[0]!.subject).toBe("Your statement: we owe you ₦9,700");
});

test("[SETTLE-6] a deleted account keeps its bank account while money is owed, and loses it after the payout", async () => {
  const { customer, id } = await owed();
  const empty = await makePayee(opened);
  const emptyId = (await readOwnPayee(db, empty))!.id;
  for (const one of [customer, empty])
    expect(await deleteAccount(services, one, { email: one.person.email })).toMatchObject({ ok: true });
  const accountOf = async (of: string) =>
    (await db.select({ number: payees.accountNumber }).from(payees).where(eq(payees.id, of)))[0]?.number;
  expect(await accountOf(emptyId)).toBeNull();
  expect(await accountOf(id)).toBe(ACCOUNT.accountNumber);
  expect(await readPayee(db, id)).toMatchObject({ name: "Deleted account" });
  await purgeExpired(services);
  expect(await accountOf(id)).toBe(ACCOUNT.accountNumber);
  // The person who pays out sees the name on the bank account and may write it into the reference. So the reference is
  // erased with the bank account.
  expect(await pay(id, { reference: "ADA OBI 77" })).toEqual({ ok: true });
  await purgeExpired(services);
  expect(await accountOf(id)).toBeNull();
  expect(await pay(id)).toMatchObject({ reason: "no_account" });
  const [last] = await db
    .select()
    .from(settlementEntries)
    .where(and(eq(settlementEntries.payeeId, id), eq(settlementEntries.kind, "paid_out")));
  expect(last).toMatchObject({
    paidTo: "•••• 5678",
    reference: expect.stringMatching(/^ERASED \d+$/) as string,
  });
  expect(await db.select().from(profiles).where(eq(profiles.id, customer.person.id))).toEqual([]);
});

test(
  "[SETTLE-3] balances equal a recount after random writes side by side",
  { timeout: 60_000 },
  async () => {
    const customers = await Promise.all([1, 2, 3].map(() => makePayee(opened)));
    const codes: { id: string; code: string }[] = [];
    for (const customer of customers)
      for (let n = 0; n < 4; n++) codes.push(await bookCollect(opened, customer, 1000 * (n + 1)));
    const ids = await Promise.all(customers.map(async (one) => (await readOwnPayee(db, one))!.id));
    let state = 14;
    const random = (below: number) => {
      state = Math.imul(state, 1_664_525) + 1_013_904_223;
      return Math.floor(((state >>> 0) / 2 ** 32) * below);
    };
    const write = async () => {
      const { id, code } = codes[random(codes.length)]!;
      const [kind, kobo, payee] = [random(4), 1 + random(150_000), ids[random(ids.length)]!];
      if (kind <= 1) return collect(code, kobo);
      if (kind === 2) return pay(payee, { amount: kobo });
      const { entries } = (await readCollection(db, id))!;
      const reversed = entries.map(({ reverses }) => reverses);
      const entry = entries.find((one) => one.kind === "collected" && !reversed.includes(one.id));
      return entry
        ? reverseCollection(
            services,
            superAdmin,
            { code, entryId: entry.id, reversalReason: "x" },
            randomUUID(),
          )
        : null;
    };
    for (let round = 0; round < times(12, 100); round++) await Promise.all(Array.from({ length: 20 }, write));
    expect(await wrongPayees(db)).toEqual([]);
    const [owing] = await db.select().from(payees).where(gt(payees.owedKobo, 0)).limit(1);
    await db
      .update(payees)
      .set({ owedKobo: sql`owed_kobo + 1` })
      .where(eq(payees.id, owing!.id));
    expect(await wrongPayees(db)).toEqual([{ id: owing!.id }]);
    const sums = await db.execute<{ id: string; gross: number; handling: number }>(sql`
    select booking_id as id, sum(gross_kobo)::float8 as gross, sum(cod_fee_kobo)::float8 as handling
    from ${settlementEntries} where booking_id is not null group by 1`);
    const counted = new Map(sums.rows.map((row) => [row.id, row]));
    for (const terms of await db.select().from(cashOnDelivery)) {
      const of = { perMille: terms.codFeePerMille, minimumKobo: terms.codFeeMinimumKobo };
      expect(terms.collectedKobo).toBe(counted.get(terms.bookingId)?.gross ?? 0);
      expect(terms.codFeeKobo).toBe(codFeeOf(terms.collectedKobo, of));
      expect(terms.codFeeKobo).toBe(counted.get(terms.bookingId)?.handling ?? 0);
    }
    const [{ n } = { n: 0 }] = await db.select({ n: sql<number>`count(*)::int` }).from(settlementEntries);
    expect(n).toBeGreaterThan(100);
  },
);
