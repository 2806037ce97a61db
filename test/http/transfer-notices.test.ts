/**
 * Payment by transfer over HTTP: the visitors who see the bank account, the form by which a sender says that they paid,
 * and the staff who answer that form.
 */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { activityLogs, companyAccount, transferNotices } from "../../app/platform/db/schema.ts";
import { openTestApp } from "../fixtures/app.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { bookPriced, publishPrices } from "../fixtures/prices.ts";

const app = await closedAfterAll(openTestApp());
const { db } = app.services;
const superAdmin = await app.admin("super_admin");
const HERE = "/admin/payments";
const ACCOUNT_PAGE = "/admin/company/account";
const ACCOUNT = { bank: "Zenith Bank", accountName: "Ona Delivery Ltd", accountNumber: "1012 345 678" };

const today = () => new Date(app.clock.now().getTime() + 3_600_000).toISOString().slice(0, 10);

const book = () => bookPriced(app);

await publishPrices(app);

test("[PAY-4] a super admin enters the bank account; ten digits; others are refused and logged", async () => {
  const wrong = await superAdmin.send(ACCOUNT_PAGE, {
    intent: "account",
    ...ACCOUNT,
    accountNumber: "12345",
  });
  expect(wrong.status).toBe(400);
  expect(wrong.text).toContain("An account number has ten digits");
  const moderator = await app.admin("moderator");
  expect((await moderator.send(ACCOUNT_PAGE, { intent: "account", ...ACCOUNT })).status).toBe(403);
  const refused = await db.select().from(activityLogs).where(eq(activityLogs.action, "refused"));
  expect(refused).toMatchObject([{ description: `manageBankAccount on ${ACCOUNT_PAGE}` }]);
  const { receipt } = await book();
  expect((await app.visitor().ask(receipt)).text).not.toMatch(/Pay by bank transfer|I have paid/);
  const saved = await superAdmin.send(ACCOUNT_PAGE, { intent: "account", ...ACCOUNT });
  expect(saved.toast).toMatchObject({ title: "Bank account saved" });
  expect(await db.select().from(companyAccount)).toMatchObject([{ accountNumber: "1012345678" }]);
});

test("[PAY-4] the sender sees account, amount and reference on track page and receipt; a bare code shows nothing", async () => {
  const { sender, code, receipt } = await book();
  for (const page of [`/track?code=${code}`, receipt]) {
    const { text } = await sender.ask(page);
    for (const shown of ["1012345678", "Zenith Bank", "₦6,450"]) expect(text).toContain(shown);
  }
  expect((await app.visitor().ask(`/track?code=${code}`)).text).not.toMatch(/1012345678|Zenith|₦|paid/i);
});

test("[PAY-5] [PAY-6] the sender tells of a transfer without JavaScript; staff see it on both pages and record it", async () => {
  const { sender, code, receipt } = await book();
  const told = { intent: "claim", paidOn: today(), amount: "6450", reference: "FT 77" };
  const wrong = await sender.send(receipt, { ...told, amount: "6450.01" });
  expect(wrong.status).toBe(400);
  expect(wrong.text).toContain("This is more than is left to pay: ₦6,450.");
  expect((await sender.send("/receipts/OD00000000NG.no", told)).status).toBe(404);
  expect((await sender.send(receipt, told)).location).toBe(`${receipt}#transfer`);
  const [main = ""] = /<main.*<\/main>/s.exec((await sender.ask(receipt)).text) ?? [];
  const [onDemand = ""] = /<details(?! open).*<\/details>/s.exec(main) ?? [];
  expect(main).toContain("You told us that you paid ₦6,450");
  expect(onDemand).toContain("1012345678");
  expect(main.replace(onDemand, "")).not.toMatch(/Pay by bank transfer|1012345678|I have paid/);
  const tracked = (await sender.ask(`/track?code=${code}`)).text;
  expect(tracked).toContain("You told us that you paid ₦6,450");
  expect(tracked).not.toMatch(/Pay by bank transfer|I have paid/);
  expect((await sender.send(receipt, told)).status).toBe(409);

  const support = await app.admin("support");
  for (const page of [HERE, `/admin/bookings/${code}/money`])
    expect((await support.ask(page)).text).toContain("reference FT77");
  const [notice] = await db.select().from(transferNotices).where(eq(transferNotices.reference, "FT77"));
  const confirm = { intent: "confirm", noticeId: notice!.id, code, amount: "6450", reference: "FT77" };
  expect((await support.send(HERE, confirm)).status).toBe(403);
  const moderator = await app.admin("moderator");
  expect((await moderator.send(HERE, confirm)).toast).toMatchObject({ title: "Payment recorded" });
  expect((await moderator.send(HERE, confirm)).status).toBe(409);
  expect((await sender.ask(receipt)).text).toContain("Paid in full");
});

test("[PAY-5] one browser tells of ten transfers in ten minutes at most", async () => {
  const { sender, receipt } = await book();
  const told = { intent: "claim", paidOn: today(), amount: "9999" };
  const statuses: number[] = [];
  for (let n = 0; n < 11; n++) statuses.push((await sender.send(receipt, told)).status);
  expect(statuses).toEqual([...Array<number>(10).fill(400), 429]);
});
