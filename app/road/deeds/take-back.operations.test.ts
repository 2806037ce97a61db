/** Hand-overs that only one rider reported, and undone deeds, on a real database. */
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookOne } from "../../../test/fixtures/bookings.ts";
import { Phone } from "../../../test/fixtures/phone.ts";
import { makeRider, makeRun, piecesOf, receiveAt, recountRoad, runNow } from "../../../test/fixtures/road.ts";
import { HOUR, key, makeRunDesk } from "../../../test/fixtures/run-desk.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { custodyEntries, exceptions, riderDeeds, runPieces } from "../../platform/db/schema.ts";
import { recordDelivered } from "../entries/run-deeds.server.ts";
import { NO_PROOF_GIVEN } from "./no-proof.ts";
import { readStops } from "./read-stops.server.ts";

const { opened, services, clock, db } = await fileServices();
const { desk, IKJ, musa, assign, outWith, outWithPhone, pickupOf, holderOf, statusOf } =
  await makeRunDesk(opened);
const MINUTE = 60_000;

test("[DEED-8] what is handed to a hub is a one-sided hand-over until the hub scans it", async () => {
  const { run, all, ids, phone } = await outWithPhone(2);
  phone.does({ kind: "handed_to_hub", hub: IKJ.id, pieces: ids }, run);
  await receiveAt(opened, desk, IKJ.id, [ids[1]!]);
  expect(await phone.answers()).toEqual(["taken"]);
  expect(await holderOf(all[0]!.booking.id)).toBe("rider");
  const handOvers = await db.select().from(custodyEntries).where(eq(custodyEntries.oneSided, true));
  expect(handOvers.map(({ pieceId, toKind, toId }) => [pieceId, toKind, toId])).toEqual([
    [ids[0], "hub", IKJ.id],
  ]);
});

test("[DEED-8] a piece that was delivered stays delivered although both riders then report a hand-over; dispatch decides", async () => {
  const sani = await makeRider(opened, IKJ.id, "Late taker");
  const { run, all, ids } = await outWith(1);
  const { run: his } = await outWith(1, sani.id);
  const [giver, taker] = [await Phone.of(opened, musa.id), await Phone.of(opened, sani.id)];
  clock.pass(HOUR);
  giver.delivers(run, ids);
  clock.pass(MINUTE);
  giver.does({ kind: "handed_to_rider", rider: sani.id, pieces: ids }, run);
  taker.does({ kind: "received_from_rider", rider: musa.id, pieces: ids }, his);
  // Both phones send at once, so that one request may have read its data before the other request writes the delivery.
  await Promise.all([giver.sends(), taker.sends()]);
  await Promise.all([giver.sends(), taker.sends()]);
  const id = all[0]!.booking.id;
  expect([await statusOf(id), await holderOf(id)]).toEqual(["delivered", "receiver"]);
  const open = await db
    .select({ kind: exceptions.kind, pieceId: exceptions.pieceId })
    .from(exceptions)
    .where(and(eq(exceptions.bookingId, id), eq(exceptions.kind, "deeds_disagree")));
  expect(open).toEqual([{ kind: "deeds_disagree", pieceId: ids[0] }]);
  expect(await recountRoad(opened)).toEqual([]);
});

test.each([
  ["the one who gives first", true],
  ["the one who takes first", false],
])("[DEED-8] from rider to rider both sides say it: %s", async (_, giverFirst) => {
  const sani = await makeRider(opened, IKJ.id, `Taker ${giverFirst}`);
  const { run, all, ids } = await outWith(1);
  const { run: his } = await outWith(1, sani.id);
  const [giver, taker] = [await Phone.of(opened, musa.id), await Phone.of(opened, sani.id)];
  clock.pass(HOUR);
  giver.does({ kind: "handed_to_rider", rider: sani.id, pieces: ids }, run);
  clock.pass(MINUTE);
  taker.does({ kind: "received_from_rider", rider: musa.id, pieces: [all[0]!.booking.trackingCode] }, his);
  clock.pass(HOUR);
  const [first, second] = giverFirst ? [giver, taker] : [taker, giver];
  expect(await first.answers()).toEqual([giverFirst ? "taken" : "flagged not_yours"]);
  expect((await piecesOf(opened, all[0]!.booking.id))[0]!.holderId).toBe(musa.id);
  expect(await second.answers()).toEqual(["taken"]);
  const [piece] = await piecesOf(opened, all[0]!.booking.id);
  expect([piece!.holderId, piece!.heldSince!.getTime()]).toEqual([sani.id, taker.log[0]!.clock.at]);
  const places = await db
    .select()
    .from(runPieces)
    .where(eq(runPieces.pieceId, ids[0]!))
    .orderBy(runPieces.id);
  expect(places.map(({ runId, outcome }) => [runId, outcome])).toEqual([
    [run.id, "moved"],
    [his.id, null],
  ]);
  taker.delivers(his, ids);
  await taker.sends();
  expect(await statusOf(all[0]!.booking.id)).toBe("delivered");
  expect(await recountRoad(opened)).toEqual([]);
});

test("[DEED-10] the last deed is undone or corrected within 15 minutes, whichever of both arrives first", async () => {
  for (const reversed of [false, true]) {
    const { run, all, ids, phone } = await outWithPhone(2);
    const wrong = phone.delivers(run, [ids[0]!]);
    clock.pass(5 * MINUTE);
    phone.does({ kind: "undo", of: wrong.id }, run);
    const other = phone.delivers(run, [ids[1]!]);
    clock.pass(5 * MINUTE);
    const to = {
      kind: "attempted" as const,
      pieces: [ids[1]!],
      reason: "refused" as const,
      note: "",
      proof: NO_PROOF_GIVEN,
    };
    phone.does({ kind: "corrected", of: other.id, to }, run);
    clock.pass(HOUR);
    for (const deed of reversed ? phone.log.toReversed() : phone.log) await phone.sends([deed]);
    expect(await statusOf(all[0]!.booking.id), `reversed ${reversed}`).toBe("in_transit");
    expect(await holderOf(all[0]!.booking.id)).toBe("rider");
    expect(await statusOf(all[1]!.booking.id)).toBe("failed");
    expect(await holderOf(all[1]!.booking.id)).toBe("rider");
    const places = await db.select().from(runPieces).where(eq(runPieces.runId, run.id));
    expect(places.map(({ outcome }) => outcome)).toEqual([null, null]);
    const [undone] = await db.select().from(riderDeeds).where(eq(riderDeeds.deedId, wrong.id));
    expect(undone!.bookingIds).toEqual([all[0]!.booking.id]);
    expect(await recountRoad(opened)).toEqual([]);
  }
});

test("[DEED-10] later than 15 minutes, or after staff, nothing is undone: the desk is asked", async () => {
  const { run, all, ids, phone } = await outWithPhone(2);
  const [late, met] = [phone.delivers(run, [ids[0]!]), phone.fails(run, [ids[1]!])];
  phone.does({ kind: "undo", of: met.id }, run);
  clock.pass(16 * MINUTE);
  phone.does({ kind: "undo", of: late.id }, run);
  const [one, two, undoMet, undoLate] = phone.log;
  await phone.sends([one, two]);
  await recordDelivered(services, desk, { run: run.id, pieces: [ids[1]!], noPin: "Not asked" }, key());
  expect(await phone.answers([undoMet, undoLate])).toEqual(["flagged newer_by_staff", "flagged late_undo"]);
  expect(await statusOf(all[0]!.booking.id)).toBe("delivered");
  expect(await statusOf(all[1]!.booking.id)).toBe("delivered");
});

test("[DEED-6] [DEED-10] a pickup that is corrected to 'Not picked up' leaves the run, so that the stop is done", async () => {
  const booking = await bookOne(opened);
  const { run, ids } = await pickupOf(booking);
  const phone = await Phone.of(opened, musa.id);
  clock.pass(HOUR);
  const wrong = phone.does(
    { kind: "picked_up", pieces: ids, counted: [], kg: null, took: [], note: "" },
    run,
  );
  expect(await phone.answers()).toEqual(["taken"]);
  clock.pass(MINUTE);
  const to = { ...{ kind: "attempted" as const, pieces: ids, reason: "nobody_home" as const }, note: "" };
  const right = phone.does({ kind: "corrected", of: wrong.id, to: { ...to, proof: NO_PROOF_GIVEN } }, run);
  expect(await phone.answers([right])).toEqual(["taken"]);
  expect([await statusOf(booking.id), await holderOf(booking.id)]).toEqual(["pending", "sender"]);
  const places = await db.select().from(runPieces).where(eq(runPieces.pieceId, ids[0]!));
  expect(places.map(({ outcome }) => outcome)).toEqual(["not_picked_up"]);
  expect(await recountRoad(opened)).toEqual([]);
});

test("[DEED-6] [DEED-10] 'Not picked up' is undone, or the sender comes after all; without that pickup it is as before", async () => {
  const booking = await bookOne(opened);
  const { run, ids } = await pickupOf(booking);
  const phone = await Phone.of(opened, musa.id);
  const outcomes = async () =>
    (await db.select().from(runPieces).where(eq(runPieces.pieceId, ids[0]!))).map(({ outcome }) => outcome);
  const shown = async () => {
    const { stops, gone } = await readStops(services, await runNow(opened, run.id));
    return [
      stops.flatMap(({ parcels }) => parcels.flatMap(({ pieces }) => pieces.map(({ done }) => done))),
      gone,
    ];
  };
  const pickUp = () =>
    phone.does({ kind: "picked_up", pieces: ids, counted: [], kg: null, took: [], note: "" }, run);
  clock.pass(HOUR);
  const wrong = phone.fails(run, ids, "nobody_home");
  expect(await phone.answers()).toEqual(["taken"]);
  expect([await outcomes(), await shown()]).toEqual([["not_picked_up"], [["attempted"], []]]);
  clock.pass(MINUTE);
  const undo = phone.does({ kind: "undo", of: wrong.id }, run);
  expect(await phone.answers([undo])).toEqual(["taken"]);
  expect([await outcomes(), await shown()]).toEqual([[null], [[null], []]]);
  clock.pass(MINUTE);
  const failed = phone.fails(run, ids, "nobody_home");
  clock.pass(MINUTE);
  const late = pickUp();
  expect((await phone.answers([failed, late]))[0]).toBe("taken");
  expect([await outcomes(), await shown()]).toEqual([[null], [["picked_up"], []]]);
  expect(await holderOf(booking.id)).toBe("rider");
  clock.pass(MINUTE);
  const back = phone.does({ kind: "undo", of: late.id }, run);
  expect(await phone.answers([back])).toEqual(["taken"]);
  expect([await outcomes(), await shown()]).toEqual([["not_picked_up"], [["attempted"], []]]);
  expect([await statusOf(booking.id), await holderOf(booking.id)]).toEqual(["pending", "sender"]);
  expect(await recountRoad(opened)).toEqual([]);
  // Dispatch plans it for another rider, and the first one gets it after all: this phone shows that it has the piece.
  const other = await makeRider(opened, IKJ.id, "Sani Musa");
  const planned = await makeRun(opened, desk, { kind: "pickup", hub: IKJ.id, rider: other.id });
  expect(await assign(planned.id, ids)).toMatchObject({ ok: true, assigned: 1 });
  clock.pass(MINUTE);
  await phone.answers([pickUp()]);
  expect(await holderOf(booking.id)).toBe("rider");
  expect(await shown()).toEqual([["picked_up"], []]);
});
