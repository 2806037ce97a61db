/** PAY-1, PAY-2, PRICE-7: prices and payments by staff, on a real database. */
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookOne } from "../../../test/fixtures/bookings.ts";
import { openWithStaff } from "../../../test/fixtures/staff.ts";
import { setPrice } from "../prices/set-price.server.ts";
import { recordPayment, reversePayment } from "./payments.server.ts";
import { readMoney } from "./receipt.server.ts";

const { services, db, opened, moderator, superAdmin } = await openWithStaff();
const KOBO = 500_000;

const price = (code: string, kobo: number) =>
  setPrice(services, moderator, { code, price: kobo, note: "" }, randomUUID());
type Method = "cash" | "transfer";
const pay = (
  code: string,
  amount: number,
  { method = "cash", reference = "" }: { method?: Method; reference?: string } = {},
) => recordPayment(services, moderator, { code, method, amount, reference, note: "" }, randomUUID());
const reverse = (code: string, paymentId: string) =>
  reversePayment(services, superAdmin, { code, paymentId, reason: "Typed twice" }, randomUUID());

test("[PAY-1] a payment needs a price, is at most what is owed, and the receipt is mailed when all is paid", async () => {
  const { id, trackingCode: code } = await bookOne(opened);
  expect(await pay(code, 1)).toMatchObject({ reason: "no_price" });
  await price(code, KOBO);
  expect(await pay(code, KOBO + 1)).toMatchObject({ reason: "more_than_owed" });
  expect(await pay(code, KOBO - 1)).toMatchObject({ ok: true });
  expect(await pay(code, 2)).toMatchObject({ reason: "more_than_owed" });
  expect(await pay(code, 1)).toMatchObject({ ok: true });
  expect(await pay(code, 1)).toMatchObject({ reason: "all_paid" });
  expect((await readMoney(db, id)).paidKobo).toBe(KOBO);
  // Counts the queued mail jobs, not the sent mails. If a receipt were queued twice, the second mail might be sent
  // after the test has ended.
  const { rows } = await db.execute(
    sql`select from pgboss.job where data ->> 'kind' = 'booking_paid' and data ->> 'bookingId' = ${id}`,
  );
  expect(rows).toHaveLength(1);
});

test("[PAY-1] a reference counts once for its method", async () => {
  const [one, two] = [await bookOne(opened), await bookOne(opened)];
  for (const { trackingCode } of [one, two]) await price(trackingCode, KOBO);
  const transfer = { method: "transfer" as const, reference: "FT-100" };
  expect(await pay(one.trackingCode, 1000, transfer)).toMatchObject({ ok: true });
  expect(await pay(two.trackingCode, 1000, transfer)).toMatchObject({ reason: "reference_recorded" });
  expect((await readMoney(db, two.id)).paidKobo).toBe(0);
});

test("[PAY-2] a payment is reversed once, the balance falls by it, and its reference can be recorded again", async () => {
  const { id, trackingCode: code } = await bookOne(opened);
  await price(code, KOBO);
  const transfer = { method: "transfer" as const, reference: "FT-200" };
  await pay(code, 2000, transfer);
  await pay(code, 300);
  const { payments } = await readMoney(db, id);
  const paid = payments.find(({ kobo }) => kobo === 2000)!;
  expect(await reverse(code, paid.id)).toMatchObject({ ok: true });
  expect((await readMoney(db, id)).paidKobo).toBe(300);
  expect(await reverse(code, paid.id)).toMatchObject({ reason: "reversed_before" });
  const other = await bookOne(opened);
  expect(await reverse(other.trackingCode, paid.id)).toMatchObject({ reason: "unknown_payment" });
  expect(await pay(code, 2000, transfer)).toMatchObject({ ok: true });
  expect((await readMoney(db, id)).paidKobo).toBe(2300);
});

test("[PRICE-7] a price below what was paid is refused", async () => {
  const { id, trackingCode: code } = await bookOne(opened);
  await price(code, KOBO);
  await pay(code, 1000);
  expect(await price(code, 999)).toMatchObject({ reason: "below_paid" });
  expect((await readMoney(db, id)).priceKobo).toBe(KOBO);
  expect(await price(code, 1000)).toMatchObject({ ok: true });
});
