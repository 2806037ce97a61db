/** Payees, on a real database. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { makeAdmin } from "../../../test/fixtures/bookings.ts";
import { ACCOUNT, makePayee } from "../../../test/fixtures/settlements.ts";
import { makeSuperAdmin } from "../../../test/fixtures/staff.ts";
import { makeOwner, makeStore } from "../../../test/fixtures/stores.ts";
import { activityLogs } from "../../platform/db/schema.ts";
import { readOwnPayee, saveBankAccount, viewAccount } from "./payees.server.ts";

const { opened, services, db } = await fileServices();

test("[SETTLE-1] the bank account is kept with a log row and a mail for each change, and shown by its last four digits", async () => {
  const payee = await makePayee(opened);
  await saveBankAccount(services, payee, ACCOUNT);
  await saveBankAccount(services, payee, { ...ACCOUNT, accountNumber: "2098765432" });
  expect(await readOwnPayee(db, payee)).toMatchObject({ account: "Zenith Bank •••• 5432" });
  const { id } = (await readOwnPayee(db, payee))!;
  const logged = await db.select().from(activityLogs).where(eq(activityLogs.entityId, id));
  // Rows of the log are kept longer than the login account, so the log does not identify the customer.
  expect(JSON.stringify(logged)).not.toContain(payee.person.email);
  expect(logged.map(({ description }) => description).toSorted()).toEqual([
    "Account to be paid out to is now •••• 5432",
    "Account to be paid out to is now •••• 5678",
  ]);
  const sent = async () =>
    (await opened.mails(0)).filter(({ toAddress }) => toAddress === payee.person.email);
  await expect.poll(async () => (await sent()).length, { timeout: 10_000 }).toBe(2);
  for (const { text } of await sent()) expect(text).not.toMatch(/\d{10}/);
});

test("[SETTLE-1] an owner gives the account of an own store alone, and only a super admin reads a whole number", async () => {
  const [owner, other] = [await makeOwner(services), await makeOwner(services)];
  const { id: storeId } = await makeStore(services, owner.person.id);
  expect(await saveBankAccount(services, { owner: other, storeId }, ACCOUNT)).toMatchObject({
    reason: "not_your_store",
  });
  expect(await saveBankAccount(services, { owner, storeId }, ACCOUNT)).toMatchObject({ ok: true });
  expect(await readOwnPayee(db, { owner: other, storeId })).toBeNull();
  const { id } = (await readOwnPayee(db, { owner, storeId }))!;
  const moderator = await makeAdmin(opened, "moderator");
  expect(await viewAccount(services, moderator, { id })).toMatchObject({ code: "forbidden" });
  expect(await viewAccount(services, await makeSuperAdmin(opened), { id })).toMatchObject({
    account: { accountNumber: ACCOUNT.accountNumber },
  });
});

test("[SETTLE-8] a bank that is not in the list is typed", async () => {
  const payee = await makePayee(opened);
  const typed = { ...ACCOUNT, bank: "other", otherBank: "" };
  expect(await saveBankAccount(services, payee, typed)).toMatchObject({
    errors: { otherBank: "Enter the name of the bank" },
  });
  await saveBankAccount(services, payee, { ...typed, otherBank: "Yobe Microfinance Bank" });
  expect(await readOwnPayee(db, payee)).toMatchObject({ account: "Yobe Microfinance Bank •••• 5678" });
});
