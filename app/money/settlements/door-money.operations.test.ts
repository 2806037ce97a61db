/**
 * Money taken at receivers' doors and at pickups, on a real database: its holder, the reason for a lower amount, and
 * its reversal if the deed is undone.
 */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { SOME_ACT, acting } from "../../../test/fixtures/acts.ts";
import { wrongCash } from "../../../test/fixtures/cash-recount.ts";
import { publishSamples } from "../../../test/fixtures/prices.ts";
import { wrongBalances } from "../../../test/fixtures/recount.ts";
import { makeHubs, makeRider } from "../../../test/fixtures/road.ts";
import { bookCollect, makePayee, NAIRA } from "../../../test/fixtures/settlements.ts";
import { openWithStaff } from "../../../test/fixtures/staff.ts";
import { SAW_ALL } from "../../../test/fixtures/saw-all.ts";
import { asSystem } from "../../access/actors.server.ts";
import type { PaysDelivery } from "../../domain/pays-delivery.ts";
import { bookingEvents, bookings, cashEntries } from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { cashOf } from "../cash-ledger/cash-account.server.ts";
import { doorOf } from "../payments/door.server.ts";
import { readCollection, recordCollection, reverseCollection } from "./collections.server.ts";
import { collectMoney, type DoorTaken } from "./collect-money.server.ts";
import { takeBackCollected } from "./taken-cash.server.ts";

const { opened, services, db, moderator, superAdmin } = await openWithStaff(100_000);
await publishSamples(opened);
const { IKJ } = await makeHubs(opened, "IKJ");
const key = () => crypto.randomUUID();
const GOODS = 25_000 * NAIRA;
const DELIVERY = 6450 * NAIRA;

async function bookPaidBy(paysDelivery: PaysDelivery) {
  const booked = await bookCollect(opened, await makePayee(opened), 25_000);
  await db.update(bookings).set({ paysDelivery }).where(eq(bookings.id, booked.id));
  const holder = { kind: "rider" as const, id: (await makeRider(opened, IKJ.id)).id };
  const work = () => ({ services, actor: asSystem("Rider's phone"), at: services.now() });
  const take = (amountKobo: number, more: Partial<DoorTaken> = {}) =>
    transact(db, (tx) =>
      collectMoney(acting({ ...work(), tx }), {
        ...{ holder, bookingId: booked.id, amountKobo, occurredAt: services.now() },
        ...{ method: "cash", runId: null, ...more },
      }),
    );
  /** Reverses the money that one act took. */
  const takeBack = (actId: number) =>
    transact(db, (tx) => takeBackCollected(acting({ ...work(), tx }), { actIds: [actId], reason: "Undone" }));
  const has = async () => (await cashOf(db, holder)).balanceKobo;
  const due = async () => (await doorOf(db, { id: booked.id }))!.door;
  return { ...booked, holder, take, takeBack, has, due };
}
const collect = (code: string, more: Record<string, string>) =>
  recordCollection.receive(
    services,
    moderator,
    { ...SAW_ALL, code, method: "cash", amount: "31450", ...more },
    key(),
  );
const entriesOf = (id: string) =>
  db.select().from(cashEntries).where(eq(cashEntries.bookingId, id)).orderBy(cashEntries.id);

test("[CASH-2] at a pickup the sender pays the delivery and nothing for the goods", async () => {
  const one = await bookPaidBy("sender_pickup");
  expect(await one.take(DELIVERY + 100, { at: "pickup" })).toEqual({
    ...{ deliveryKobo: DELIVERY, codKobo: 0, overKobo: 100 },
  });
  expect(await one.due()).toMatchObject({ deliveryKobo: 0, codKobo: GOODS });
});

test("[CASH-2] [TRIP-17] a deed that is taken back gives back delivery, goods and excess, and only its own money", async () => {
  const one = await bookPaidBy("receiver");
  // Both acts happen in one millisecond.
  await one.take(DELIVERY + 1000 * NAIRA);
  await one.take(GOODS);
  const [first, second] = [...new Set((await entriesOf(one.id)).map(({ actId }) => actId))] as [
    number,
    number,
  ];
  expect(await one.has()).toBe(DELIVERY + GOODS + 1000 * NAIRA);
  expect(await one.takeBack(second)).toBe(true);
  expect(await one.has()).toBe(DELIVERY + 1000 * NAIRA);
  expect(await one.due()).toMatchObject({ deliveryKobo: 0, codKobo: GOODS - 1000 * NAIRA });
  expect(await one.takeBack(second)).toBe(false);
  expect(await one.takeBack(first)).toBe(true);
  expect(await one.has()).toBe(0);
  expect(await one.due()).toMatchObject({ deliveryKobo: DELIVERY, codKobo: GOODS });
  expect(await wrongCash(db)).toEqual([]);
  expect(await wrongBalances(db)).toEqual([]);
});

test("[CASH-11] [COD-5] only less than was to be paid has a reason, and none if the rest is a transfer", async () => {
  const reasonOf = async (more: Partial<DoorTaken>, kobo: number) => {
    const one = await bookPaidBy("receiver");
    await one.take(kobo, more);
    return (await readCollection(db, one.id))!.entries[0]?.reason;
  };
  expect(await reasonOf({}, DELIVERY + 100)).toBe("other");
  expect(await reasonOf({ reason: "refused" }, DELIVERY + 100)).toBe("refused");
  expect(await reasonOf({ restByTransfer: true }, DELIVERY + 100)).toBeNull();
  const whole = await bookPaidBy("receiver");
  expect(await collect(whole.code, { reason: "refused" })).toEqual({ ok: true });
  expect((await readCollection(db, whole.id))!.entries).toMatchObject([{ reason: null }]);
});

test("[CASH-2] cash is with the one who handed the parcel out if nobody is named; a card's money is with nobody", async () => {
  const [named, usual, card] = [
    await bookPaidBy("receiver"),
    await bookPaidBy("receiver"),
    await bookPaidBy("receiver"),
  ];
  for (const { id } of [named, usual, card])
    await db.insert(bookingEvents).values({
      actId: SOME_ACT,
      ...{ bookingId: id, kind: "delivered", hubId: IKJ.id, byName: "Uche" },
      ...{ fromStatus: "in_transit", toStatus: "delivered" },
      ...{ occurredAt: services.now(), receivedAt: services.now() },
    });
  const rider = `rider:${named.holder.id}`;
  expect(await collect(named.code, { holder: `rider:${key()}` })).toMatchObject({ reason: "unknown_holder" });
  expect(await collect(named.code, { holder: rider })).toEqual({ ok: true });
  expect(await named.has()).toBe(DELIVERY + GOODS);
  expect(await collect(usual.code, {})).toEqual({ ok: true });
  expect(await entriesOf(usual.id)).toMatchObject([
    { part: "delivery", holderKind: "hub", holderId: IKJ.id },
    { part: "goods", holderKind: "hub", holderId: IKJ.id },
  ]);
  expect(await collect(card.code, { method: "pos", reference: "slip 9", holder: rider })).toEqual({
    ok: true,
  });
  expect(await entriesOf(card.id)).toEqual([]);
});

test("[COD-6] an entry of another booking is not reversed, nor one that is no collection", async () => {
  const [one, other] = [await bookPaidBy("sender_before"), await bookPaidBy("sender_before")];
  await one.take(GOODS);
  await other.take(0, { reason: "refused" });
  const [[collected], [nothing]] = [
    (await readCollection(db, one.id))!.entries,
    (await readCollection(db, other.id))!.entries,
  ];
  const reverse = (code: string, entryId: number) =>
    reverseCollection(services, superAdmin, { code, entryId, reversalReason: "x" }, key());
  const unknown = { code: "not_found", reason: "unknown_collection" };
  expect(await reverse(other.code, collected!.id)).toMatchObject(unknown);
  expect(await reverse(other.code, nothing!.id)).toMatchObject(unknown);
  expect(await reverse(one.code, collected!.id)).toEqual({ ok: true });
});
