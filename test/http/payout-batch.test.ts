/** Payouts to several payees at once, and the file for the bank, over HTTP. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { readOwnPayee, saveBankAccount } from "../../app/money/settlements/payees.server.ts";
import { bookings, cashOnDelivery, settlementEntries } from "../../app/platform/db/schema.ts";
import { SOME_ACT } from "../fixtures/acts.ts";
import { openTestApp } from "../fixtures/app.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { bookPriced, publishPrices } from "../fixtures/prices.ts";
import { ACCOUNT, makePayee } from "../fixtures/settlements.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 100_000 }));
const { services } = app;
const { db } = services;
await publishPrices(app);
const superAdmin = await app.admin("super_admin");
const PAGE = "/admin/settlements/payouts";

/** Makes a payee to whom ₦9,700 is owed. */
async function owed() {
  const customer = await makePayee(app);
  const { id: payeeId } = (await readOwnPayee(db, customer))!;
  const { code } = await bookPriced(app);
  const [booking] = await db.select().from(bookings).where(eq(bookings.trackingCode, code));
  const [at, bookingId] = [services.now(), booking!.id];
  const terms = { codFeePerMille: 15, codFeeMinimumKobo: 30_000, createdAt: at };
  await db.insert(cashOnDelivery).values({ bookingId, payeeId, amountKobo: 1_000_000, ...terms });
  const paid = { kind: "collected", method: "cash", grossKobo: 1_000_000, codFeeKobo: 30_000 } as const;
  await db
    .insert(settlementEntries)
    .values({ actId: SOME_ACT, payeeId, bookingId, ...paid, byName: "Uche", at });
  return { customer, id: payeeId };
}

/** The form fields of the ticked payees on a page, as a browser sends them. */
const ticked = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<input[^>]*type="checkbox"[^>]*>/g)].map(([tag]) => [
      /name="([^"]+)"/.exec(tag)![1]!,
      /value="([^"]+)"/.exec(tag)![1]!,
    ]),
  );

test("[SETTLE-8] all who are owed are ticked; the form leads to their payouts and the file for the bank", async () => {
  expect((await superAdmin.ask(PAGE)).text).toContain("Nobody to pay out now");
  const [a] = [await owed(), await owed()];
  const page = (await superAdmin.ask(PAGE)).text;
  expect(page).toContain("2 payees");
  expect(page).toContain("₦19,400");
  expect(page).not.toContain(ACCOUNT.accountNumber);
  const form = { idempotencyKey: crypto.randomUUID(), ...ticked(page) };
  const done = await superAdmin.ask(PAGE, { form });
  expect(done.toast).toMatchObject({ title: "2 payouts recorded" });
  expect(done.location).toBe(`${PAGE}/1`);
  const batch = (await superAdmin.ask(done.location!)).text;
  expect(batch).toContain("Payouts 1: ₦19,400");
  expect(batch).toContain("PAY1-2");
  const file = await superAdmin.ask(`${PAGE}/1/bank.csv`);
  expect(file.text.replace("\uFEFF", "").split("\r\n")).toEqual([
    "Account number,Account name,Bank,Bank code,Amount (naira),Reference",
    "1012345678,Ada Obi,Zenith Bank,000015,9700,PAY1-1",
    "1012345678,Ada Obi,Zenith Bank,000015,9700,PAY1-2",
    "",
  ]);
  expect((await superAdmin.ask(`/admin/settlements/${a.id}`)).text).toContain("PAY1-");
  expect((await superAdmin.ask(`${PAGE}/2`)).status).toBe(404);
});

test("[SETTLE-8] where one account changed meanwhile nobody is paid, and the page says who and why", async () => {
  const [moved] = [await owed(), await owed()];
  const page = (await superAdmin.ask(PAGE)).text;
  app.clock.pass(1000);
  await saveBankAccount(services, moved.customer, { ...ACCOUNT, accountNumber: "2012345678" });
  const refused = await superAdmin.send(PAGE, ticked(page));
  expect(refused.status).toBe(409);
  expect(refused.text).toContain("The bank account changed while this page was open.");
  expect(refused.text).toContain("₦19,400");
  expect((await superAdmin.ask(`${PAGE}/2`)).status).toBe(404);
});

test("[SETTLE-8] other staff see payouts without the file", async () => {
  const support = await app.admin("support");
  const { status, text } = await support.ask(`${PAGE}/1`);
  expect(status).toBe(200);
  expect(text).not.toContain("bank.csv");
  const file = await support.ask(`${PAGE}/1/bank.csv`);
  expect(file.status).toBe(403);
  expect(file.text).not.toContain(ACCOUNT.accountNumber);
});

test("[SETTLE-8] whoever may not pay out has no button for it, and reads who does", async () => {
  const list = "/admin/settlements";
  expect((await superAdmin.ask(list)).text).toMatch(/>Pay out</);
  const cashier = await app.admin("cashier");
  const { text } = await cashier.ask(list);
  expect(text).not.toMatch(/>Pay out</);
  expect(text).toContain("A super admin pays out.");
  expect((await cashier.ask(PAGE)).text).not.toContain("Record payouts");
});
