/**
 * DEED-12: one rider's report takes effect once the other side or dispatch confirms it. The effect has the time of the
 * report. On a real database.
 */
import { and, eq, isNull } from "drizzle-orm";
import { expect, test } from "vitest";
import { COLLECT_KOBO as KOBO, makeCashDesk } from "../../../test/fixtures/cash-desk.ts";
import { bookOne } from "../../../test/fixtures/bookings.ts";
import { wrongCash } from "../../../test/fixtures/cash-recount.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { Phone } from "../../../test/fixtures/phone.ts";
import { bookedAt, makeRider, piecesOf, receiveAt, recountRoad } from "../../../test/fixtures/road.ts";
import { HOUR, key, makeRunDesk } from "../../../test/fixtures/run-desk.ts";
import { toldCash } from "../../money/cash-ledger/cash-account.server.ts";
import { cancelBooking } from "../../parcels/bookings/cancel-booking.server.ts";
import { asGuest } from "../../access/actors.server.ts";
import { toldPieces } from "../../platform/db/schema.ts";
import { moveToRun } from "../entries/run-incidents.server.ts";
import { NO_PROOF_GIVEN } from "./no-proof.ts";

const { opened, services, clock, db } = await fileServices();
const road = await makeRunDesk(opened);
const { desk, IKJ, musa, delivery, outWith, pickupOf, statusOf, holderOf } = road;
const { outWithCash } = await makeCashDesk(opened, road);
const MINUTE = 60_000;
const NAMED = { ...NO_PROOF_GIVEN, name: "Ada", pictures: [{ number: 1, kind: "photo" as const }] };
let riders = 0;
const riderWith = async () => {
  const rider = await makeRider(opened, IKJ.id, `Taker ${riders++}`);
  return { rider, phone: await Phone.of(opened, rider.id) };
};
test.each([true, false])(
  "[DEED-8] [DEED-13] a hand-over at the roadside and the delivery after it count when both phones were heard (giver first: %s)",
  async (giverFirst) => {
    const { run, ids, bookingId, phone: giver, took, balance, asked } = await outWithCash();
    const { rider, phone: taker } = await riderWith();
    giver.does({ kind: "handed_to_rider", rider: rider.id, pieces: ids }, run);
    clock.pass(MINUTE);
    taker.does({ kind: "received_from_rider", rider: giver.riderId, pieces: ids });
    clock.pass(10 * MINUTE);
    const deed = taker.delivers({ id: run.id, version: 1 }, ids, { took: [took(KOBO)], proof: NAMED });
    clock.pass(MINUTE);
    const hears = async (phone: Phone) => phone.answers();
    if (giverFirst) await hears(giver);
    else {
      expect(await hears(taker)).toEqual(["flagged not_yours", "flagged not_yours"]);
      expect([await statusOf(bookingId), await holderOf(bookingId)]).toEqual(["in_transit", "rider"]);
      expect(await toldCash(db, { kind: "rider", id: rider.id })).toBe(KOBO);
    }
    await hears(giverFirst ? taker : giver);
    expect([await statusOf(bookingId), await holderOf(bookingId)]).toEqual(["delivered", "receiver"]);
    const [piece] = await piecesOf(opened, bookingId);
    expect(piece!.heldSince!.getTime()).toBe(deed.clock.at);
    expect([await toldCash(db, { kind: "rider", id: rider.id }), await balance()]).toEqual([0, 0]);
    expect((await taker.sends()).answers.every(({ answer }) => answer === "seen")).toBe(true);
    expect(await asked()).not.toContain("deeds_disagree");
    expect(await recountRoad(opened)).toEqual([]);
    expect(await wrongCash(db)).toEqual([]);
  },
);

test("[DEED-12] a piece that went through three hands counts, in whatever order the phones are heard", async () => {
  const { run, all, ids } = await outWith(1);
  const giver = await Phone.of(opened, musa.id);
  const [second, third] = [await riderWith(), await riderWith()];
  clock.pass(HOUR);
  giver.does({ kind: "handed_to_rider", rider: second.rider.id, pieces: ids }, run);
  second.phone.does({ kind: "received_from_rider", rider: musa.id, pieces: ids });
  clock.pass(MINUTE);
  second.phone.does({ kind: "handed_to_rider", rider: third.rider.id, pieces: ids });
  third.phone.does({ kind: "received_from_rider", rider: second.rider.id, pieces: ids });
  clock.pass(MINUTE);
  third.phone.delivers(run, ids, { proof: NAMED });
  await third.phone.sends();
  await second.phone.sends();
  expect(await holderOf(all[0]!.booking.id)).toBe("rider");
  await giver.sends();
  expect(await statusOf(all[0]!.booking.id)).toBe("delivered");
  expect(await db.$count(toldPieces, and(eq(toldPieces.pieceId, ids[0]!), isNull(toldPieces.endedAt)))).toBe(
    0,
  );
  expect(await recountRoad(opened)).toEqual([]);
});

test("[DEED-12] two riders who both tell of a piece that neither has move nothing", async () => {
  const { booking, pieceIds } = await bookedAt(opened, desk, IKJ.id);
  const [one, two] = [await riderWith(), await riderWith()];
  one.phone.does({ kind: "handed_to_rider", rider: two.rider.id, pieces: pieceIds });
  two.phone.does({ kind: "received_from_rider", rider: one.rider.id, pieces: pieceIds });
  two.phone.does({ kind: "received_from_rider", rider: two.rider.id, pieces: pieceIds });
  two.phone.delivers({ id: crypto.randomUUID(), version: 1 }, pieceIds, { proof: NAMED });
  for (const { phone } of [one, two, one]) await phone.sends();
  expect([await statusOf(booking.id), await holderOf(booking.id)]).toEqual(["in_transit", "hub"]);
});

test("[DEED-12] what a rider once had, and a hub has scanned since, is not theirs any more", async () => {
  const { run, all, ids } = await outWith(1);
  const phone = await Phone.of(opened, musa.id);
  clock.pass(HOUR);
  await receiveAt(opened, desk, IKJ.id, ids);
  clock.pass(HOUR);
  phone.delivers(run, ids, { proof: NAMED });
  expect(await phone.answers()).toEqual(["flagged not_yours"]);
  expect([await statusOf(all[0]!.booking.id), await holderOf(all[0]!.booking.id)]).toEqual([
    "in_transit",
    "hub",
  ]);
});

test("[DEED-12] a run that the desk moved meanwhile is delivered all the same", async () => {
  const { run, all, ids } = await outWith(1);
  const phone = await Phone.of(opened, musa.id);
  const other = await delivery((await riderWith()).rider.id);
  clock.pass(HOUR);
  expect(await moveToRun(services, desk, { run: run.id, toRun: other.id, pieces: [] }, key())).toMatchObject({
    ok: true,
  });
  clock.pass(MINUTE);
  phone.delivers(run, ids, { proof: NAMED });
  expect((await phone.answers())[0]).not.toContain("not_yours");
  expect(await statusOf(all[0]!.booking.id)).toBe("delivered");
});

test("[DEED-12] a sixth parcel at a planned sender is picked up; one of another sender and a cancelled one wait", async () => {
  const planned = await bookOne(opened);
  const sixth = await bookOne(opened);
  const stranger = await bookOne(opened, { senderPhone: "08033334444" });
  const cancelled = await bookOne(opened);
  const { run } = await pickupOf(planned, cancelled);
  const code = cancelled.trackingCode;
  expect(await cancelBooking(services, asGuest("127.0.0.1"), { code }, key())).toMatchObject({ ok: true });
  const phone = await Phone.of(opened, musa.id);
  clock.pass(HOUR);
  const pickedUp = { kind: "picked_up" as const, counted: [], kg: null, took: [], note: "" };
  const all = [planned, sixth, stranger, cancelled];
  for (const { trackingCode } of all) phone.does({ ...pickedUp, pieces: [trackingCode] }, run);
  expect(await phone.answers()).toEqual([
    "taken",
    "flagged not_on_run",
    "flagged not_yours",
    "flagged not_yours",
  ]);
  expect(await Promise.all(all.map(({ id }) => holderOf(id)))).toEqual([
    "rider",
    "rider",
    "sender",
    "sender",
  ]);
  expect(await statusOf(cancelled.id)).toBe("failed");
});

test("[DEED-12] a delivery that was heard before its pickup counts when the pickup is heard", async () => {
  const booking = await bookOne(opened);
  const { run, ids } = await pickupOf(booking);
  const phone = await Phone.of(opened, musa.id);
  clock.pass(HOUR);
  const pickup = phone.does(
    { kind: "picked_up", pieces: ids, counted: [], kg: null, took: [], note: "" },
    run,
  );
  clock.pass(HOUR);
  const done = phone.delivers(run, ids, { proof: NAMED });
  expect(await phone.answers([done])).toEqual(["flagged not_yours"]);
  expect(await phone.answers([pickup])).toEqual(["taken"]);
  expect(await statusOf(booking.id)).toBe("delivered");
  expect(await recountRoad(opened)).toEqual([]);
});

test("[DEED-15] of 25 pieces taken over and delivered offline, those that were not read count, too, when the giver is heard", async () => {
  const { run, all, ids } = await outWith(25);
  const giver = await Phone.of(opened, musa.id);
  const { rider, phone } = await riderWith();
  clock.pass(HOUR);
  giver.does({ kind: "handed_to_rider", rider: rider.id, pieces: ids }, run);
  phone.does({ kind: "received_from_rider", rider: musa.id, pieces: ids });
  clock.pass(MINUTE);
  for (const id of ids) phone.delivers(run, [id], { proof: NAMED });
  await phone.sends();
  await giver.sends();
  const states = await Promise.all(all.map(({ booking }) => statusOf(booking.id)));
  expect(states).toEqual(all.map(() => "delivered"));
  expect(await recountRoad(opened)).toEqual([]);
});
