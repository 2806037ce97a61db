/** Payees, on a real database. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { ACCOUNT, makePayee } from "../../../test/fixtures/settlements.ts";
import { activityLogs } from "../../platform/db/schema.ts";
import { readOwnPayee, saveBankAccount } from "./payees.server.ts";

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

test("[SETTLE-8] a bank that is not in the list is typed", async () => {
  const payee = await makePayee(opened);
  const typed = { ...ACCOUNT, bank: "other", otherBank: "" };
  expect(await saveBankAccount(services, payee, typed)).toMatchObject({
    errors: { otherBank: "Enter the name of the bank" },
  });
  await saveBankAccount(services, payee, { ...typed, otherBank: "Yobe Microfinance Bank" });
  expect(await readOwnPayee(db, payee)).toMatchObject({ account: "Yobe Microfinance Bank •••• 5678" });
});
