/** Riders' deeds, incidents, and the settings for loading, on a real database. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookOne, makeAdmin } from "../../../test/fixtures/bookings.ts";
import {
  bookedAt,
  makeRider,
  makeRun,
  piecesOf,
  receiveAt,
  recountRoad,
  runNow,
} from "../../../test/fixtures/road.ts";
import { HOUR, key, makeRunDesk } from "../../../test/fixtures/run-desk.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { bookingCharges, bookings, exceptions, riders } from "../../platform/db/schema.ts";
import { moveChange } from "../../money/cash/move-cash.server.ts";
import { setPrice } from "../../money/prices/set-price.server.ts";
import { countPickup } from "./count-pickup.server.ts";
import { chooseRider } from "../runs/give-run.server.ts";
import { loadWhatIsPlanned, sealRun } from "../runs/load-run.server.ts";
import { recordAttempted, recordDelivered } from "./run-deeds.server.ts";
import { moveToRun, reportIncident } from "./run-incidents.server.ts";
import { reconcileRun, runReturned } from "../runs/send-and-close-run.server.ts";

const { opened, services, clock, db } = await fileServices();
const { desk, IKJ, musa, seen, assign, delivery, many, pickupOf, statusOf, kindsOf, exceptionsOf, outFor } =
  await makeRunDesk(opened);

test("[TRIP-9] a pickup gives the parcel to the rider; a refusal asks the sender and starts no return; a third attempt asks, too", async () => {
  const { booking, pieceIds } = await bookedAt(opened, desk, IKJ.id);
  for (let attempt = 1; attempt <= 3; attempt++) {
    const run = await outFor(pieceIds);
    clock.pass(HOUR);
    await recordAttempted(services, desk, { run: run.id, pieces: pieceIds, reason: "nobody_home" }, key());
    clock.pass(HOUR);
    await receiveAt(opened, desk, IKJ.id, pieceIds);
  }
  const asked = await db.select().from(exceptions).where(eq(exceptions.bookingId, booking.id));
  expect(asked.map(({ kind, details }) => [kind, details])).toEqual([["attempts_used", { attempts: 3 }]]);

  const run = await outFor(pieceIds);
  clock.pass(HOUR);
  await recordAttempted(services, desk, { run: run.id, pieces: pieceIds, reason: "refused" }, key());
  expect((await exceptionsOf(booking.id)).toSorted()).toEqual(["attempts_used", "refused"]);
  expect(await kindsOf(booking.id)).not.toContain("return_started");
});

test("[TRIP-9] a pickup run takes parcels from their senders, and the hub receives them", async () => {
  const booking = await bookOne(opened);
  const { run, ids } = await pickupOf(booking);
  clock.pass(HOUR);
  expect(
    await countPickup(services, desk, { run: run.id, booking: booking.id, count: 1 }, key()),
  ).toMatchObject({ ok: true, pickedUp: 1 });
  expect((await piecesOf(opened, booking.id))[0]).toMatchObject({ holderKind: "rider", holderId: musa.id });
  expect(await statusOf(booking.id)).toBe("in_transit");
  clock.pass(HOUR);
  await receiveAt(opened, desk, IKJ.id, ids);
  await runReturned(services, desk, await seen(run.id), key());
  expect(await reconcileRun(services, desk, await seen(run.id), key())).toMatchObject({ ok: true });
});

test("[TRIP-11] after an incident the rest of a run moves to another rider in one act", async () => {
  const all = await many(2);
  const ids = all.flatMap(({ pieceIds }) => pieceIds);
  const run = await outFor(ids);
  await reportIncident(services, desk, { run: run.id, incident: "vehicle_broke_down" }, key());
  expect(await kindsOf(all[0]!.booking.id)).toContain("incident");
  expect(await statusOf(all[0]!.booking.id)).toBe("in_transit");
  const ngozi = await makeRider(opened, IKJ.id, "Ngozi Eze");
  const rescue = await makeRun(opened, desk, { kind: "delivery", hub: IKJ.id, rider: ngozi.id });
  clock.pass(HOUR);
  expect(await moveToRun(services, desk, { run: run.id, toRun: rescue.id, pieces: [] }, key())).toMatchObject(
    { ok: true, moved: 2 },
  );
  expect((await piecesOf(opened, all[1]!.booking.id))[0]).toMatchObject({
    holderKind: "rider",
    holderId: ngozi.id,
  });
  expect(await sealRun(services, desk, await seen(rescue.id), key())).toMatchObject({ ok: true, sealed: 2 });
  expect(await recountRoad(opened)).toEqual([]);
});

test("[TRIP-10] a piece scanned in a hub after it was delivered is taken, and two deeds that disagree are an exception", async () => {
  const [one] = await many(1);
  const run = await outFor(one!.pieceIds);
  clock.pass(HOUR);
  await recordDelivered(services, desk, { run: run.id, pieces: one!.pieceIds }, key());
  clock.pass(HOUR);
  await receiveAt(opened, desk, IKJ.id, one!.pieceIds);
  const open = await db.select().from(exceptions).where(eq(exceptions.pieceId, one!.pieceIds[0]!));
  expect(open).toMatchObject([{ kind: "deeds_disagree" }]);
});

test("[TRIP-6] a deed of the office is not in the future and at most seven days back", async () => {
  const [one] = await many(1);
  const run = await outFor(one!.pieceIds);
  const at = (happenedAt: string) =>
    recordDelivered(services, desk, { run: run.id, pieces: one!.pieceIds, happenedAt }, key());
  expect(await at("2031-01-01T10:00")).toMatchObject({ errors: { happenedAt: expect.any(String) } });
  expect(await at("2026-11-01T10:00")).toMatchObject({ errors: { happenedAt: expect.any(String) } });
  expect(await at("yesterday")).toMatchObject({ errors: { happenedAt: expect.any(String) } });
});

test("[TRIP-2] a planned run is given to another rider, and to none who has left", async () => {
  const run = await delivery();
  const ada = await makeRider(opened, IKJ.id, "Ada Obi");
  expect(await chooseRider(services, desk, { run: run.id, rider: ada.id }, key())).toMatchObject({
    ok: true,
  });
  expect(await runNow(opened, run.id)).toMatchObject({ riderId: ada.id, version: 2 });
  await db.update(riders).set({ leftAt: clock.now() }).where(eq(riders.id, ada.id));
  expect(await chooseRider(services, desk, { run: run.id, rider: ada.id }, key())).toMatchObject({
    errors: { rider: expect.any(String) },
  });
});

test("[TRIP-7] parcels not paid for, and more than a rider may carry, are loaded by a cashier alone", async () => {
  const { booking, pieceIds } = await bookedAt(opened, desk, IKJ.id);
  await db.insert(bookingCharges).values({
    bookingId: booking.id,
    kind: "set",
    lines: [],
    totalKobo: 500_000,
    at: clock.now(),
    byName: "Desk",
  });
  const run = await delivery();
  await assign(run.id, pieceIds);
  const dispatcher = await makeAdmin(opened, "dispatcher");
  const cashier = await makeAdmin(opened, "cashier");
  const load = async (admin: typeof desk) => loadWhatIsPlanned(services, admin, await seen(run.id), key());
  const company = services.company;
  const setting = async (more: Partial<Awaited<ReturnType<typeof company>>>) => {
    const facts = await company();
    services.company = async () => ({ ...facts, ...more });
  };
  await setting({ unpaidMayLoad: "cashier" });
  expect(await load(dispatcher)).toMatchObject({
    reason: "not_unpaid",
    errors: { form: expect.stringContaining(booking.trackingCode) },
  });
  // A booking on a business's account never counts as unpaid.
  const other = await bookedAt(opened, desk, IKJ.id);
  await db.update(bookings).set({ paysDelivery: "account" }).where(eq(bookings.id, other.booking.id));
  await setPrice(services, desk, { code: other.booking.trackingCode, price: 500_000, note: "" }, key());
  const ofBusiness = await delivery();
  await assign(ofBusiness.id, other.pieceIds);
  expect(await loadWhatIsPlanned(services, dispatcher, await seen(ofBusiness.id), key())).toMatchObject({
    ok: true,
    loaded: 1,
  });
  await setting({ unpaidMayLoad: "yes", floatLimitKobo: 100_000 });
  await db.update(bookings).set({ paysDelivery: "receiver" }).where(eq(bookings.id, booking.id));
  expect(await load(dispatcher)).toMatchObject({ reason: "over_float" });
  expect(await load(cashier)).toMatchObject({ ok: true, loaded: 1 });
  // The cash that the rider already has counts towards the limit. A parcel with nothing to collect can still
  // be loaded.
  await setting({ unpaidMayLoad: "yes", floatLimitKobo: 600_000 });
  const [paid, third] = [await bookedAt(opened, desk, IKJ.id), await bookedAt(opened, desk, IKJ.id)];
  await db.update(bookings).set({ paysDelivery: "receiver" }).where(eq(bookings.id, third.booking.id));
  await setPrice(services, desk, { code: third.booking.trackingCode, price: 500_000, note: "" }, key());
  const next = await delivery();
  const rider = (await runNow(opened, next.id)).riderId!;
  const change = { kind: "rider" as const, id: rider, hub: IKJ.id, amount: 150_000, way: "out" as const };
  expect(await moveChange(services, cashier, change, key())).toMatchObject({ ok: true });
  await assign(next.id, paid.pieceIds);
  expect(await loadWhatIsPlanned(services, dispatcher, await seen(next.id), key())).toMatchObject({
    loaded: 1,
  });
  await assign(next.id, third.pieceIds);
  expect(await loadWhatIsPlanned(services, dispatcher, await seen(next.id), key())).toMatchObject({
    reason: "over_float",
    errors: { form: expect.stringContaining("₦6,500, ₦1,500 of it in hand already") },
  });
  services.company = company;
});
