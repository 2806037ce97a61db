/** Payment by transfer on a real database: the sender's transfer notice and staff's decision about it. */
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookOne, makeAdmin } from "../../../test/fixtures/bookings.ts";
import { NAIRA } from "../../../test/fixtures/settlements.ts";
import { openWithStaff } from "../../../test/fixtures/staff.ts";
import { asGuest } from "../../access/actors.server.ts";
import { lagosDay } from "../../domain/dates.ts";
import { activityLogs, payments } from "../../platform/db/schema.ts";
import { FIRST_PAGE } from "../../platform/http/keyset.ts";
import { setPrice } from "../prices/set-price.server.ts";
import {
  confirmNotice,
  listOpenNotices,
  sendNotice,
  newestNotice,
  refuseNotice,
} from "./transfer-notices.server.ts";
import { readCompanyAccount, saveCompanyAccount } from "./company-account.server.ts";
import { recordPayment } from "./payments.server.ts";
import { readMoney } from "./receipt.server.ts";

const { opened, services, db, moderator, superAdmin } = await openWithStaff();
const guest = asGuest("127.0.0.1");
const today = lagosDay(services.now());

async function priced(kobo = 5000 * NAIRA) {
  const { id, trackingCode: code } = await bookOne(opened);
  const set = await setPrice(services, moderator, { code, price: kobo, note: "", seen: 0 }, randomUUID());
  expect(set).toEqual({ ok: true });
  return { id, code };
}

const notice = (
  code: string,
  more: Partial<Parameters<typeof sendNotice>[2]> = {},
  key: string = randomUUID(),
) => sendNotice(services, guest, { code, amount: 5000 * NAIRA, paidOn: today, reference: "", ...more }, key);

const noticeId = async (id: string) => (await newestNotice(db, id))!.id;

test("[PAY-5] a notice changes no balance, is kept once for its form, and a second one waits for the answer", async () => {
  const { id, code } = await priced();
  const key = randomUUID();
  const same = await Promise.all([notice(code, {}, key), notice(code, {}, key)]);
  expect(same).toEqual([{ ok: true }, { ok: true }]);
  expect(await notice(code, { amount: 1 }, key)).toMatchObject({ code: "conflict" });
  expect(await notice(code)).toMatchObject({ code: "conflict" });
  expect(await readMoney(db, id)).toMatchObject({ paidKobo: 0, payments: [] });
  expect((await listOpenNotices(db, FIRST_PAGE)).rows).toMatchObject([{ code, leftKobo: 5000 * NAIRA }]);
});

test("[PAY-5] a day to come, 0, more than is left, a booking without a price and an unknown code are refused", async () => {
  const { code } = await priced();
  const unpriced = await bookOne(opened);
  const refused = await Promise.all([
    notice(code, { paidOn: "2999-01-01" }),
    notice(code, { amount: 0 }),
    notice(code, { amount: 5000 * NAIRA + 1 }),
    notice(unpriced.trackingCode),
    notice("OD00000000NG"),
  ]);
  expect(refused.map((one) => !one.ok && one.code)).toEqual([
    "invalid",
    "invalid",
    "invalid",
    "conflict",
    "not_found",
  ]);
});

test("[PAY-6] two staff who confirm one notice record one payment, and the notice is closed", async () => {
  const { id, code } = await priced();
  await notice(code, { reference: "tx 1 a" });
  const answer = { code, noticeId: await noticeId(id), amount: 5000 * NAIRA };
  const other = await makeAdmin(opened, "super_admin");
  const both = await Promise.all([
    confirmNotice(services, moderator, { ...answer, reference: "TX1A" }, randomUUID()),
    confirmNotice(services, other, { ...answer, reference: "TX1B" }, randomUUID()),
  ]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  expect(both.find(({ ok }) => !ok)).toMatchObject({ code: "conflict" });
  expect(await readMoney(db, id)).toMatchObject({
    paidKobo: 5000 * NAIRA,
    payments: [{ method: "transfer" }],
  });
  expect(await newestNotice(db, id)).toMatchObject({ state: "confirmed" });
  const receipt = async () => (await opened.mails(0)).find(({ kind }) => kind === "booking_paid")?.text;
  await expect.poll(receipt, { timeout: 10_000 }).toContain(code);
});

test("[PAY-6] nothing is closed where the payment is refused: no reference, a known one, too much, support", async () => {
  const [first, second] = [await priced(), await priced()];
  await notice(first.code);
  await notice(second.code);
  const kobo = 3000 * NAIRA;
  const support = await makeAdmin(opened, "support");
  const confirm = async (of: typeof first, more: object = {}, admin = moderator) => {
    const input = { code: of.code, noticeId: await noticeId(of.id), amount: kobo, reference: "R77", ...more };
    return confirmNotice(services, admin, input, randomUUID());
  };
  expect(await confirm(first, {}, support)).toMatchObject({ code: "forbidden" });
  expect(await confirm(first, { reference: " " })).toMatchObject({ code: "invalid" });
  expect(await confirm(first, { amount: 5000 * NAIRA + 1 })).toMatchObject({ code: "invalid" });
  expect(await confirm(first, { noticeId: await noticeId(second.id) })).toMatchObject({ code: "conflict" });
  expect(await confirm(first)).toEqual({ ok: true });
  expect(await confirm(second)).toMatchObject({
    code: "conflict",
    errors: { reference: expect.stringContaining(first.code) },
  });
  expect(await newestNotice(db, second.id)).toMatchObject({ state: "open" });
  expect((await db.select().from(payments).where(eq(payments.bookingId, second.id))).length).toBe(0);
});

test("[PAY-6] a transfer of the told amount at the desk, or the last payment, closes the notice", async () => {
  const { id, code } = await priced();
  await notice(code, { amount: 2000 * NAIRA });
  const pay = (method: "cash" | "transfer", naira: number, reference = "") =>
    recordPayment(
      services,
      moderator,
      { code, method, amount: naira * NAIRA, reference, note: "" },
      randomUUID(),
    );
  await pay("cash", 2000);
  expect(await newestNotice(db, id)).toMatchObject({ state: "open" });
  await pay("transfer", 2000, "desk 9");
  expect(await newestNotice(db, id)).toMatchObject({ state: "confirmed" });
  const open = async () =>
    (await listOpenNotices(db, FIRST_PAGE)).rows.filter((one) => one.code === code).length;
  expect(await notice(code, { amount: 500 * NAIRA })).toEqual({ ok: true });
  expect(await open()).toBe(1);
  await pay("cash", 1000);
  expect(await open()).toBe(0);
});

test("[PAY-6] a payment that is not found: the sender is mailed the reason and can tell us again", async () => {
  const { id, code } = await priced();
  await notice(code);
  const input = { code, noticeId: await noticeId(id) };
  const none = await refuseNotice(services, moderator, { ...input, reason: "" }, randomUUID());
  expect(none).toMatchObject({ code: "invalid" });
  const reason = "The amount did not arrive by today.";
  expect(await refuseNotice(services, moderator, { ...input, reason }, randomUUID())).toEqual({ ok: true });
  expect(await refuseNotice(services, moderator, { ...input, reason }, randomUUID())).toMatchObject({
    code: "conflict",
  });
  const find = async () => (await opened.mails(0)).find(({ kind }) => kind === "notice_not_found");
  await expect.poll(find, { timeout: 10_000 }).toBeDefined();
  const mail = (await find())!;
  for (const shown of [code, reason, "₦5,000", "/receipts/"]) expect(mail.text).toContain(shown);
  const logged = await db.select().from(activityLogs).where(eq(activityLogs.action, "refuse_claim"));
  expect(logged).toMatchObject([{ description: expect.stringContaining("₦5,000 not found") }]);
  expect(await notice(code)).toEqual({ ok: true });
});

test("[PAY-4] the bank account is kept as one row; each change is in the activity log", async () => {
  expect(await readCompanyAccount(db)).toBeNull();
  const account = { bank: "Zenith", accountName: "Ona Delivery Ltd", accountNumber: "1012345678" };
  await saveCompanyAccount(services, superAdmin, account);
  await saveCompanyAccount(services, superAdmin, account);
  await saveCompanyAccount(services, superAdmin, { ...account, accountNumber: "1012345679" });
  expect(await readCompanyAccount(db)).toEqual({ ...account, accountNumber: "1012345679" });
  const logged = await db.select().from(activityLogs).where(eq(activityLogs.action, "update_bank_account"));
  expect(logged).toHaveLength(2);
});
