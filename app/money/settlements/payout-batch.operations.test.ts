/** Several payees paid at once, on a real database. */
import { randomUUID } from "node:crypto";
import { and, eq, inArray, isNotNull } from "drizzle-orm";
import { expect, test } from "vitest";
import { counted, recountMoney, storedMoney } from "../../../test/fixtures/money-recount.ts";
import { publishSamples } from "../../../test/fixtures/prices.ts";
import { ACCOUNT, bookCollect, collectCash, makePayee, NAIRA } from "../../../test/fixtures/settlements.ts";
import { makeSuperAdmin, openWithStaff } from "../../../test/fixtures/staff.ts";
import type { Customer } from "../../access/actor.ts";
import { activityLogs, payees, settlementEntries } from "../../platform/db/schema.ts";
import { readPayoutBatch, takeBankFile } from "./bank-file.server.ts";
import { readOwnPayee, saveBankAccount } from "./payees.server.ts";
import { payeeField, seenPayeeText } from "./payout-batch-form.ts";
import { listPayoutBatches, listPayable, payOutSeveral } from "./payout-batch.server.ts";
import { newestEntryId } from "./newest-entry.server.ts";
import { payOut, reversePayout } from "./payouts.server.ts";
import { readPayee } from "./statement.server.ts";

const { opened, services, db, moderator, superAdmin } = await openWithStaff(100_000);
await publishSamples(opened);

/** A payee who is owed ₦9,700. */
async function owed(): Promise<{ customer: Customer; id: string }> {
  const customer = await makePayee(opened);
  await collect(customer, 10_000);
  return { customer, id: (await readOwnPayee(db, customer))!.id };
}

async function collect(customer: Customer, naira: number): Promise<void> {
  const { code } = await bookCollect(opened, customer, naira);
  expect(await collectCash(opened, moderator, code, naira * NAIRA)).toEqual({ ok: true });
}

/** The values of the page's current form, if these payees are ticked. */
async function formOf(...ids: string[]): Promise<Record<string, string>> {
  const payable = await listPayable(db, 100);
  return Object.fromEntries(
    payable.filter(({ id }) => ids.includes(id)).map((one) => [payeeField(one.id), seenPayeeText(one)]),
  );
}

const paySeveral = (form: Record<string, string>, key: string = randomUUID(), by = superAdmin) =>
  payOutSeveral(services, by, form, key);

const entriesOf = (...ids: string[]) =>
  db
    .select()
    .from(settlementEntries)
    .where(and(inArray(settlementEntries.payeeId, ids), isNotNull(settlementEntries.batch)))
    .orderBy(settlementEntries.id);

async function expectRecount(): Promise<void> {
  const rows = await db.select().from(payees);
  const entries = await db.select().from(settlementEntries);
  for (const { id, owedKobo } of rows) {
    const own = entries.filter(({ payeeId }) => payeeId === id);
    expect(own.reduce((sum, entry) => sum + entry.grossKobo - entry.codFeeKobo, 0)).toBe(owedKobo);
  }
  const [recount, stored] = [await recountMoney(db), await storedMoney(db)];
  expect(counted(stored.days)).toEqual(counted(recount.days));
}

test("[SETTLE-8] ticked payees are paid out in one act, each by its own entry and log row; the same form counts once", async () => {
  const [a, b, left] = [await owed(), await owed(), await owed()];
  const [form, key] = [await formOf(a.id, b.id), randomUUID()];
  const clicks = await Promise.all([1, 2, 3].map(() => paySeveral(form, key)));
  const [done] = clicks;
  expect(done).toMatchObject({ ok: true, payees: 2 });
  expect(clicks).toEqual([done, done, done]);
  const { batch } = done as { batch: number };
  const entries = await entriesOf(a.id, b.id, left.id);
  expect(entries.map((entry) => [entry.grossKobo, entry.reference, entry.batch, entry.paidTo])).toEqual([
    [-9700 * NAIRA, `PAY${batch}-1`, batch, "Zenith Bank •••• 5678"],
    [-9700 * NAIRA, `PAY${batch}-2`, batch, "Zenith Bank •••• 5678"],
  ]);
  for (const { id } of [a, b])
    expect(await readPayee(db, id)).toMatchObject({ owedKobo: 0, owedSince: null });
  expect(await readPayee(db, left.id)).toMatchObject({ owedKobo: 9700 * NAIRA });
  const logged = await db
    .select({ id: activityLogs.entityId })
    .from(activityLogs)
    .where(eq(activityLogs.action, "pay_out"));
  expect(new Set(logged.map(({ id }) => id))).toEqual(new Set([a.id, b.id]));
  expect((await listPayoutBatches(db))[0]).toMatchObject({ batch, payees: 2, kobo: 2 * 9700 * NAIRA });
  await expectRecount();
});

test("[SETTLE-8] one payee who changed refuses all of them, and each is told why", async () => {
  const [fine, moved, more, paid] = [await owed(), await owed(), await owed(), await owed()];
  const form = await formOf(fine.id, moved.id, more.id, paid.id);
  opened.clock.pass(1000);
  await saveBankAccount(services, moved.customer, { ...ACCOUNT, accountNumber: "2012345678" });
  await collect(more.customer, 2000);
  expect(await paySeveral(await formOf(paid.id))).toMatchObject({ ok: true });
  expect(await paySeveral(form)).toEqual({
    ok: false,
    code: "conflict",
    errors: {
      [payeeField(moved.id)]: expect.stringContaining("The bank account changed"),
      [payeeField(more.id)]: expect.stringContaining("We now owe ₦11,400"),
      [payeeField(paid.id)]: expect.stringContaining("We owe nothing any more"),
    },
  });
  expect(await entriesOf(fine.id, moved.id, more.id)).toEqual([]);
  const { accountSince } = (await readPayee(db, paid.id))!;
  const entryId = await newestEntryId(db, paid.id);
  const nothing = { payableKobo: 0, seen: entryId, accountSince: accountSince!.toISOString() };
  expect(await paySeveral({ [payeeField(paid.id)]: seenPayeeText(nothing) })).toMatchObject({
    errors: { [payeeField(paid.id)]: expect.stringContaining("We owe nothing any more") },
  });
  // After the reversal the same amount is owed again. The form from before the payout is still refused.
  const back = { id: paid.id, entryId, reversalReason: "Returned" };
  expect(await reversePayout(services, superAdmin, back, randomUUID())).toEqual({ ok: true });
  expect(await paySeveral({ [payeeField(paid.id)]: form[payeeField(paid.id)]! })).toMatchObject({
    errors: { [payeeField(paid.id)]: expect.stringContaining("We now owe ₦9,700") },
  });
  expect(await paySeveral({})).toMatchObject({ code: "invalid", reason: "nobody_chosen" });
  expect(await paySeveral({ [payeeField(fine.id)]: "lots" })).toMatchObject({ reason: "nobody_chosen" });
  const unknown = { [payeeField(randomUUID())]: form[payeeField(fine.id)]! };
  expect(await paySeveral(unknown)).toMatchObject({ code: "conflict" });
  expect(await paySeveral(await formOf(fine.id), undefined, moderator as never)).toMatchObject({
    code: "forbidden",
  });
  await expectRecount();
});

test("[SETTLE-8] of staff who pay the same payees at once, together or one by one, each payee is paid once", async () => {
  const [a, b, c] = [await owed(), await owed(), await owed()];
  const second = await makeSuperAdmin(opened);
  const [first, other] = [await formOf(a.id, b.id), await formOf(c.id, b.id)];
  const { accountSince } = (await readPayee(db, a.id))!;
  const single = {
    id: a.id,
    amount: 100,
    reference: randomUUID(),
    seen: await newestEntryId(db, a.id),
    accountSince: accountSince!.toISOString(),
  };
  const answers = await Promise.all([
    paySeveral(first),
    paySeveral(first, randomUUID(), second),
    paySeveral(other, randomUUID(), second),
    payOut(services, second, single, randomUUID()),
  ]);
  for (const answer of answers)
    expect(answer.ok || answer.code).toSatisfy((one) => one === true || one === "conflict");
  expect(answers.some(({ ok }) => ok)).toBe(true);
  for (const { id } of [a, b, c]) {
    const out = await db.select().from(settlementEntries).where(eq(settlementEntries.payeeId, id));
    expect(out.filter(({ kind }) => kind === "paid_out").length).toBeLessThanOrEqual(1);
    expect((await readPayee(db, id))!.owedKobo).toBeGreaterThanOrEqual(0);
  }
  await expectRecount();
});

test("[SETTLE-8] the file has each transfer with the whole account, logged; not what came back, nor with another account", async () => {
  const [a, b] = [await owed(), await owed()];
  const done = await paySeveral(await formOf(a.id, b.id));
  const { batch } = done as { batch: number };
  const file = await takeBankFile(services, superAdmin, { batch });
  expect(file).toMatchObject({
    rows: [1, 2].map((n) => ({
      ...{ accountNumber: ACCOUNT.accountNumber, accountName: ACCOUNT.accountName, bank: ACCOUNT.bank },
      ...{ bankCode: "000015", kobo: 9700 * NAIRA, reference: `PAY${batch}-${n}` },
    })),
  });
  expect(JSON.stringify(await readPayoutBatch(db, batch))).not.toContain(ACCOUNT.accountNumber);
  const logged = await db.select().from(activityLogs).where(eq(activityLogs.action, "export"));
  expect(logged).toMatchObject([{ description: `Took the file for the bank of payouts ${batch}` }]);
  expect(await takeBankFile(services, moderator as never, { batch })).toMatchObject({ code: "forbidden" });

  opened.clock.pass(1000);
  await saveBankAccount(services, b.customer, { ...ACCOUNT, accountNumber: "2012345678" });
  expect(await takeBankFile(services, superAdmin, { batch })).toMatchObject({
    code: "conflict",
    reason: "account_changed_since",
  });
  const entryId = await newestEntryId(db, b.id);
  await reversePayout(services, superAdmin, { id: b.id, entryId, reversalReason: "Changed" }, randomUUID());
  expect(await takeBankFile(services, superAdmin, { batch })).toMatchObject({
    rows: [{ reference: (await entriesOf(a.id))[0]!.reference }],
  });
  expect(await takeBankFile(services, superAdmin, { batch: batch + 1 })).toMatchObject({ code: "not_found" });
  await expectRecount();
});
