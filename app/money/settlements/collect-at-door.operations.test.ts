/** COD-9 on a real database: a sum at the receiver's door, split into a payment and a collection for the payee. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { expectRecounted } from "../../../test/fixtures/money-recount.ts";
import { publishSamples } from "../../../test/fixtures/prices.ts";
import { wrongBalances } from "../../../test/fixtures/recount.ts";
import { bookCollect, makePayee, NAIRA } from "../../../test/fixtures/settlements.ts";
import { openWithStaff } from "../../../test/fixtures/staff.ts";
import { bookOne } from "../../../test/fixtures/bookings.ts";
import { SAW_ALL } from "../../../test/fixtures/saw-all.ts";
import { plainNaira } from "../../domain/money.ts";
import { NOTHING_AT_DOOR, receiversPart } from "../../domain/door-amount.ts";
import { readBooking } from "../../parcels/bookings/one-booking.server.ts";
import { staffFacts } from "../../parcels/bookings/booking-facts.ts";
import { bookings, payments, pieces, settlementEntries } from "../../platform/db/schema.ts";
import { doorOf } from "../payments/door.server.ts";
import { recordCollection } from "./collections.server.ts";
import { readOwnPayee } from "./payees.server.ts";
import { listUnrecorded } from "./statement.server.ts";

const { opened, services, db, moderator } = await openWithStaff();
await publishSamples(opened);

const GOODS = 25_000 * NAIRA;
/** The price of a delivery from Lagos to Kano, 2.5 kg, Standard. */
const DELIVERY = 6450 * NAIRA;
const record = (code: string, kobo: number, more: Record<string, string> = {}) =>
  recordCollection.receive(
    services,
    moderator,
    { ...SAW_ALL, code, method: "cash", amount: plainNaira(kobo), ...more },
    crypto.randomUUID(),
  );
const atDoor = async (code: string) => (await doorOf(db, { code }))!.door;
const paymentsOf = (id: string) => db.select().from(payments).where(eq(payments.bookingId, id));
const entriesOf = (id: string) =>
  db
    .select()
    .from(settlementEntries)
    .where(eq(settlementEntries.bookingId, id))
    .orderBy(settlementEntries.id);

/** Makes a delivered booking whose receiver pays for the goods and the delivery. */
async function bookBoth() {
  const payee = await makePayee(opened);
  const { id, code } = await bookCollect(opened, payee, 25_000);
  await db.update(bookings).set({ paysDelivery: "receiver" }).where(eq(bookings.id, id));
  return { payee, id, code };
}
async function bookDelivery() {
  const { id, trackingCode: code } = await bookOne(opened);
  const row = { paysDelivery: "receiver", status: "delivered", deliveredAt: services.now() } as const;
  await db.update(bookings).set(row).where(eq(bookings.id, id));
  return { id, code };
}

test("[COD-9] the whole sum pays the delivery and what the payee is owed, once for its form", async () => {
  const { payee, id, code } = await bookBoth();
  expect(await atDoor(code)).toEqual({
    deliveryKobo: DELIVERY,
    codKobo: GOODS,
    totalKobo: DELIVERY + GOODS,
  });
  expect(await record(code, DELIVERY + GOODS + 1)).toMatchObject({
    errors: { amount: "This is more than is left to collect: ₦31,450." },
  });
  expect(await record(code, DELIVERY + GOODS, { method: "pos", reference: "slip 7" })).toEqual({ ok: true });
  expect(await paymentsOf(id)).toMatchObject([{ kobo: DELIVERY, method: "pos", reference: "SLIP7" }]);
  expect(await entriesOf(id)).toMatchObject([{ kind: "collected", grossKobo: GOODS, reference: "SLIP7" }]);
  expect(await readOwnPayee(db, payee)).toMatchObject({ owedKobo: GOODS - 375 * NAIRA });
  expect(await atDoor(code)).toMatchObject({ totalKobo: 0 });
  expect(await record(code, 1)).toMatchObject({ errors: { amount: "Everything has been collected." } });
});

test("[COD-9] [COD-5] short money pays the delivery first; only less for the goods needs a reason", async () => {
  const { id, code } = await bookBoth();
  const short = DELIVERY + 10_000 * NAIRA;
  expect(await record(code, short)).toMatchObject({ errors: { reason: expect.any(String) } });
  expect([await paymentsOf(id), await entriesOf(id)]).toEqual([[], []]);
  expect(await record(code, short, { reason: "could_not_pay" })).toEqual({ ok: true });
  expect(await paymentsOf(id)).toMatchObject([{ kobo: DELIVERY }]);
  expect(await entriesOf(id)).toMatchObject([{ grossKobo: 10_000 * NAIRA, reason: "could_not_pay" }]);
  expect(await atDoor(code)).toMatchObject({ deliveryKobo: 0, codKobo: 15_000 * NAIRA });

  const less = await bookBoth();
  expect(await record(less.code, 1000 * NAIRA, { reason: "could_not_pay" })).toEqual({ ok: true });
  expect(await paymentsOf(less.id)).toMatchObject([{ kobo: 1000 * NAIRA }]);
  expect(await entriesOf(less.id)).toMatchObject([{ kind: "not_collected", grossKobo: 0 }]);
  expect(await atDoor(less.code)).toMatchObject({ deliveryKobo: DELIVERY - 1000 * NAIRA, codKobo: GOODS });
});

test("[COD-9] a booking without cash on delivery is recorded there too, and one that the sender pays is not", async () => {
  const { id, code } = await bookDelivery();
  expect(await record(code, 0)).toMatchObject({ errors: { amount: "Enter an amount above ₦0." } });
  expect(await record(code, 3000 * NAIRA)).toEqual({ ok: true });
  expect(await record(code, DELIVERY - 3000 * NAIRA)).toEqual({ ok: true });
  expect(await paymentsOf(id)).toHaveLength(2);
  expect(await entriesOf(id)).toEqual([]);
  expect(await record(code, 1)).toMatchObject({ reason: "nothing_to_collect" });
  const sender = await bookOne(opened);
  expect(await record(sender.trackingCode, DELIVERY)).toMatchObject({ reason: "nothing_to_collect" });
});

test("[COD-9] [SETTLE-2] what a receiver who pays the delivery alone still owes is listed as not recorded", async () => {
  const { code } = await bookDelivery();
  const listed = async () => (await listUnrecorded(db)).find((one) => one.code === code);
  expect(await listed()).toMatchObject({ kobo: DELIVERY });
  await record(code, 3000 * NAIRA);
  expect(await listed()).toMatchObject({ kobo: DELIVERY - 3000 * NAIRA });
  await record(code, DELIVERY - 3000 * NAIRA);
  expect(await listed()).toBeUndefined();
  const both = await bookBoth();
  expect((await listUnrecorded(db)).filter((one) => one.code === both.code)).toMatchObject([
    { kobo: DELIVERY + GOODS },
  ]);
});

test("[COD-9] of what goes back nothing is collected from the receiver", async () => {
  const { id, code } = await bookBoth();
  await db.update(pieces).set({ returning: true }).where(eq(pieces.bookingId, id));
  expect(await atDoor(code)).toEqual({ deliveryKobo: DELIVERY, codKobo: 0, totalKobo: DELIVERY });
  expect(await record(code, DELIVERY)).toMatchObject({ reason: "goes_back" });
  const found = (await readBooking(db, code))!;
  expect(staffFacts(found).flatMap(({ rows }) => rows)).toContainEqual([
    "Amount to collect",
    "None: it goes back",
  ]);
  expect(receiversPart(found)).toEqual(NOTHING_AT_DOOR);
});

test("[COD-9] nothing is recorded where a part of it is refused", async () => {
  const first = await bookBoth();
  const second = await bookBoth();
  const paid = { method: "pos", reference: "SLIP 99" };
  expect(await record(first.code, DELIVERY + GOODS, paid)).toEqual({ ok: true });
  expect(await record(second.code, DELIVERY + GOODS, paid)).toMatchObject({ code: "conflict" });
  expect([await paymentsOf(second.id), await entriesOf(second.id)]).toEqual([[], []]);
  const road = await bookBoth();
  await db.update(bookings).set({ status: "in_transit", deliveredAt: null }).where(eq(bookings.id, road.id));
  expect(await record(road.code, DELIVERY)).toMatchObject({
    errors: { amount: "Set the booking to Delivered first." },
  });
});

test("[COD-9] both forms at once are one sum, and the ledgers are what is kept", async () => {
  const { id, code } = await bookBoth();
  const both = await Promise.all([record(code, DELIVERY + GOODS), record(code, DELIVERY + GOODS)]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await paymentsOf(id)).toHaveLength(1);
  expect(await entriesOf(id)).toHaveLength(1);
  expect(await wrongBalances(db)).toEqual([]);
  await expectRecounted(db);
});
