/** PRICE-8: a corrected booking's new quote, on a real database. */
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookOne, makeAdmin } from "../../../test/fixtures/bookings.ts";
import { makePriceLists } from "../../../test/fixtures/prices.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { correctBooking } from "../../parcels/bookings/correct-booking.server.ts";
import { readBooking } from "../../parcels/bookings/one-booking.server.ts";
import { recordPayment } from "../payments/payments.server.ts";
import { bookingCharges, bookings, priceLists } from "../../platform/db/schema.ts";
import { chargesOf } from "./charges.server.ts";
import { applyRequote, requoteOf } from "./requote.server.ts";
import { setPrice } from "./set-price.server.ts";

const { opened, services } = await fileServices();
const moderator = await makeAdmin(opened, "moderator");
await makePriceLists(services, () => ({ createdAt: services.now() }));

async function corrected(more: Record<string, string>) {
  const booked = await bookOne(opened);
  const { id, version, trackingCode: code } = booked;
  const input = {
    senderAddress: booked.senderAddress,
    senderState: booked.senderState,
    senderPhone: booked.senderPhone,
    receiverAddress: booked.receiverAddress,
    receiverState: booked.receiverState,
    receiverPhone: booked.receiverPhone,
    packageWeight: String(booked.packageWeight),
    // The correction form asks for the new or the old price (corrected-price.server.ts). 'keep' means the old price.
    newPrice: "keep",
    ...more,
  };
  const done = await correctBooking(services, moderator, { id, version, ...input }, randomUUID());
  expect(done).toMatchObject({ ok: true, changed: true });
  const [charge] = await chargesOf(services.db, id);
  return { id, code, seen: charge!.id, charge: charge! };
}

const apply = (of: { code: string; seen: number }, total: number, more: object = {}) =>
  applyRequote(services, moderator, { code: of.code, seen: of.seen, total, note: "", ...more }, randomUUID());

test("[PRICE-8] a corrected weight shows another price and changes none; applied, it is frozen with list, event, log and mail", async () => {
  const one = await corrected({ packageWeight: "12" });
  const requote = (await requoteOf(services, one.id))!;
  expect(requote).toMatchObject({ version: 1, before: { totalKobo: one.charge.totalKobo } });
  const total = requote.after!.totalKobo;
  expect(total).toBeGreaterThan(one.charge.totalKobo);
  expect(await chargesOf(services.db, one.id)).toHaveLength(1);
  expect(await apply(one, total + 1)).toMatchObject({ code: "conflict" });
  expect(await apply(one, total)).toEqual({ ok: true });
  expect((await chargesOf(services.db, one.id))[0]).toMatchObject({
    kind: "quoted",
    priceListVersion: 1,
    totalKobo: total,
    lines: requote.after!.lines,
    byName: "moderator",
  });
  expect(await requoteOf(services, one.id)).toBeNull();
  const { events } = (await readBooking(services.db, one.code))!;
  expect(events.at(-1)).toMatchObject({ kind: "price_set", by: "moderator" });
  const mail = async () => (await opened.mails(0)).find(({ kind }) => kind === "price_set")?.subject;
  await expect.poll(mail, { timeout: 15_000 }).toContain("New price");
  expect(await apply(one, total)).toMatchObject({ code: "conflict" });
});

test("[PRICE-8] another state is another price; a phone, or a weight within the same step, is none", async () => {
  const far = await corrected({ receiverAddress: "1 Marina, Lagos Island", receiverState: "Lagos" });
  const { before, after } = (await requoteOf(services, far.id))!;
  expect(after!.totalKobo).toBeLessThan(before.totalKobo);
  for (const more of [
    ["receiverPhone", "+2348035550001"],
    ["packageWeight", "2.4"],
  ] as const)
    expect(await requoteOf(services, (await corrected(Object.fromEntries([more]))).id)).toBeNull();
});

test("[PRICE-8] the list that counted when it was booked prices it, also where a newer one counts", async () => {
  const one = await corrected({ packageWeight: "12" });
  const before = await requoteOf(services, one.id);
  const [list] = await services.db.select().from(priceLists).where(eq(priceLists.version, 1));
  await services.db.insert(priceLists).values({ ...list!, id: randomUUID(), version: 2 });
  expect(await requoteOf(services, one.id)).toEqual(before);
});

test("[PRICE-8] below what was paid is refused; a price set by hand and a parcel without a price offer nothing to apply", async () => {
  const cheap = await corrected({ receiverAddress: "1 Marina, Lagos Island", receiverState: "Lagos" });
  const paid = { code: cheap.code, method: "cash" as const, reference: "", note: "" };
  await recordPayment(services, moderator, { ...paid, amount: cheap.charge.totalKobo }, randomUUID());
  const { after } = (await requoteOf(services, cheap.id))!;
  expect(await apply(cheap, after!.totalKobo)).toMatchObject({
    code: "invalid",
    errors: { price: expect.stringContaining("was paid") },
  });

  const heavy = await corrected({ packageWeight: "900" });
  expect(await requoteOf(services, heavy.id)).toMatchObject({ after: null });
  expect(await apply(heavy, 1)).toMatchObject({ code: "conflict" });
  await setPrice(
    services,
    moderator,
    { code: heavy.code, price: 9_000_000, note: "", seen: heavy.seen },
    randomUUID(),
  );
  expect(await requoteOf(services, heavy.id)).toBeNull();
  const support = await makeAdmin(opened, "support");
  expect(
    await applyRequote(
      services,
      support,
      { code: cheap.code, seen: cheap.seen, total: 1, note: "" },
      randomUUID(),
    ),
  ).toMatchObject({ code: "forbidden" });
});

test("[PRICE-8] a credit on the price before stays on the new one, down to 0", async () => {
  const one = await corrected({ packageWeight: "12" });
  const lines = [...one.charge.lines, { kind: "surcharge" as const, label: "Credit", kobo: -100_000 }];
  const totalKobo = one.charge.totalKobo - 100_000;
  await services.db.insert(bookingCharges).values({
    bookingId: one.id,
    kind: "quoted",
    priceListVersion: 1,
    lines,
    totalKobo,
    at: services.now(),
  });
  const { before, after } = (await requoteOf(services, one.id))!;
  expect(before.totalKobo).toBe(totalKobo);
  expect(after!.lines.at(-1)).toMatchObject({ label: "Credit", kobo: -100_000 });
  expect(after!.lines.reduce((sum, { kobo }) => sum + kobo, 0)).toBe(after!.totalKobo);
  await services.db.update(bookings).set({ packageWeight: 0.5 }).where(eq(bookings.id, one.id));
  expect((await requoteOf(services, one.id))?.after?.totalKobo).toBeGreaterThanOrEqual(0);
});
