/** Deeds of phones, on a real database. Longer than 250 lines because the tests share one hub and one rider. */
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { Phone } from "../../../test/fixtures/phone.ts";
import { makeRider, makeRun, piecesOf, receiveAt, recountRoad, runNow } from "../../../test/fixtures/road.ts";
import { HOUR, key, makeRunDesk } from "../../../test/fixtures/run-desk.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { bookOne } from "../../../test/fixtures/bookings.ts";
import {
  acts,
  bookingEvents,
  exceptions,
  riderDeeds,
  riderDevices,
  runPieces,
} from "../../platform/db/schema.ts";
import { recordDelivered } from "../entries/run-deeds.server.ts";
import { moveToRun } from "../entries/run-incidents.server.ts";
import { readPeople } from "../runs/board/read-board.server.ts";
import { NO_PROOF_GIVEN } from "./no-proof.ts";
import { PROTOCOL } from "./protocol.ts";
import { readStops } from "./read-stops.server.ts";
import { receiveDeeds } from "./take-deeds.server.ts";

const { opened, services, clock, db } = await fileServices();
const runDesk = await makeRunDesk(opened);
const { desk, IKJ, musa, assign, delivery, outWith, outFor, pickupOf } = runDesk;
const { holderOf, statusOf, kindsOf, exceptionsOf } = runDesk;
const MINUTE = 60_000;

test("[DEED-5] deeds do what the same entries of the office do, each once, however often and in whatever order they are sent", async () => {
  const { run, all, ids } = await outWith(3);
  const phone = await Phone.of(opened, musa.id);
  const before = await runNow(opened, run.id);
  clock.pass(HOUR);
  phone.delivers(run, [ids[0]!]);
  clock.pass(10 * MINUTE);
  const failed = phone.fails(run, [ids[1]!], "refused");
  clock.pass(10 * MINUTE);
  phone.delivers(run, [all[2]!.booking.trackingCode]);
  clock.pass(HOUR);
  const [one, two, three] = phone.log;
  expect(await phone.answers([three, one])).toEqual(["flagged proof_missing", "flagged proof_missing"]);
  const twice = await Promise.all([phone.answers(), phone.answers(phone.log.toReversed())]);
  expect(twice.flat().toSorted()).toEqual(["seen", "seen", "seen", "seen", "seen", "taken"]);
  expect(await phone.answers([two, two])).toEqual(["seen", "seen"]);
  expect(await Promise.all(all.map(({ booking }) => statusOf(booking.id)))).toEqual([
    "delivered",
    "failed",
    "delivered",
  ]);
  expect(await exceptionsOf(all[1]!.booking.id)).toEqual(["refused"]);
  const rows = await db
    .select()
    .from(riderDeeds)
    .where(eq(riderDeeds.riderId, musa.id))
    .orderBy(riderDeeds.seq);
  expect(rows.map(({ seq, kind }) => [seq, kind])).toEqual([
    [1, "delivered"],
    [2, "attempted"],
    [3, "delivered"],
  ]);
  expect(rows[1]!.occurredAt.getTime()).toBe(failed.clock.at);
  const [written] = await db
    .select({ event: bookingEvents })
    .from(bookingEvents)
    .innerJoin(acts, eq(acts.id, bookingEvents.actId))
    .where(eq(acts.deedId, rows[1]!.deedId));
  expect(written?.event).toMatchObject({
    byName: "Musa Bello",
    byUserId: null,
    occurredAt: rows[1]!.occurredAt,
  });
  // A phone's deed does not change the run's version, so open forms of dispatch stay valid.
  expect((await runNow(opened, run.id)).version).toBe(before.version);
  expect(await recountRoad(opened)).toEqual([]);
});

test("[DEED-2] a deed is stored as it came, without the PIN, and the database lets nothing of it be changed", async () => {
  const { run, ids } = await outWith(1);
  const phone = await Phone.of(opened, musa.id);
  const deed = phone.delivers(run, ids, { proof: { ...NO_PROOF_GIVEN, pin: "4821", name: "Ada" } });
  await phone.sends();
  const [row] = await db.select().from(riderDeeds).where(eq(riderDeeds.deedId, deed.id));
  expect(row!.body).toEqual(
    JSON.parse(JSON.stringify({ ...deed, did: { ...deed.did, proof: { ...NO_PROOF_GIVEN, name: "Ada" } } })),
  );
  await expect(
    db.update(riderDeeds).set({ seq: 99 }).where(eq(riderDeeds.deedId, deed.id)),
  ).rejects.toThrow();
  await expect(db.execute(sql`truncate rider_deeds`)).rejects.toThrow();
});

test("[DEED-5] a number that this phone used before for another deed is flagged, and the deed counts", async () => {
  const { run, ids } = await outWith(3);
  const phone = await Phone.of(opened, musa.id);
  phone.fails(run, [ids[0]!]);
  expect(await phone.answers()).toEqual(["taken"]);
  clock.pass(MINUTE);
  // The phone's storage was lost, so its deeds are numbered from the start again.
  const [first, second] = [phone.fails(run, [ids[1]!]), phone.fails(run, [ids[2]!])];
  first.seq = second.seq = 1;
  expect(await phone.answers([first, second])).toEqual(["flagged number_again", "flagged number_again"]);
  expect(await phone.answers()).toEqual(["seen", "seen", "seen"]);
  // Each phone numbers its deeds separately, so another phone may use the same numbers.
  const other = await Phone.of(opened, musa.id);
  other.fails(run, [ids[0]!]);
  expect(await other.answers()).toEqual(["taken"]);
  const [third, fourth] = [other.fails(run, [ids[1]!]), other.fails(run, [ids[2]!])];
  third.seq = fourth.seq = 7;
  expect(await other.answers([third, fourth])).toEqual(["taken", "flagged number_again"]);
});

test("[DEED-5] a piece that was moved to another run is delivered all the same, and off that run", async () => {
  const { run, all, ids } = await outWith(1);
  const sani = await makeRider(opened, IKJ.id, "Sani Ali");
  const phone = await Phone.of(opened, musa.id);
  const other = await delivery(sani.id);
  clock.pass(HOUR);
  const moved = await moveToRun(services, desk, { run: run.id, toRun: other.id, pieces: [] }, key());
  expect(moved).toMatchObject({ ok: true });
  clock.pass(MINUTE);
  phone.delivers(run, ids);
  clock.pass(HOUR);
  expect((await phone.answers())[0]).toContain("flagged");
  expect(await statusOf(all[0]!.booking.id)).toBe("delivered");
  const places = await db
    .select()
    .from(runPieces)
    .where(eq(runPieces.pieceId, ids[0]!))
    .orderBy(runPieces.id);
  expect(places.map(({ outcome }) => outcome)).toEqual(["moved", "delivered"]);
  expect(await recountRoad(opened)).toEqual([]);
});

test("[DEED-5] a deed that meets a newer one by staff is kept and flagged, and the desk asks where both cannot be", async () => {
  const { run, all, ids } = await outWith(2);
  const phone = await Phone.of(opened, musa.id);
  clock.pass(HOUR);
  phone.delivers(run, [ids[0]!]);
  phone.fails(run, [ids[1]!]);
  clock.pass(HOUR);
  await receiveAt(opened, desk, IKJ.id, [ids[0]!]);
  await recordDelivered(services, desk, { run: run.id, pieces: [ids[1]!], noPin: "Not asked" }, key());
  const answers = await phone.answers();
  expect(answers.every((answer) => answer.includes("newer_by_staff"))).toBe(true);
  expect(await holderOf(all[0]!.booking.id)).toBe("hub");
  expect(await exceptionsOf(all[0]!.booking.id)).toContain("deeds_disagree");
  expect(await statusOf(all[1]!.booking.id)).toBe("delivered");
  expect(await recountRoad(opened)).toEqual([]);
});

test("[DEED-5] nobody tells of what was never theirs, and what cannot be read is kept for the desk", async () => {
  const sani = await makeRider(opened, IKJ.id, "Sani Garba");
  const { run, all, ids } = await outWith(1);
  const phone = await Phone.of(opened, sani.id);
  phone.delivers(run, ids);
  const broken = { ...phone.delivers(run, ids), did: { kind: "delivered", pieces: "all", pin: "4821" } };
  phone.delivers({ id: crypto.randomUUID(), version: 1 }, ids);
  const sent = [phone.log[0], broken, phone.log[2]];
  expect(await phone.answers(sent)).toEqual([
    "flagged not_yours",
    "flagged not_understood",
    "flagged not_yours",
  ]);
  expect(await holderOf(all[0]!.booking.id)).toBe("rider");
  const [kept] = await db.select().from(riderDeeds).where(eq(riderDeeds.deedId, broken.id));
  expect(kept).toMatchObject({ kind: "not_understood", body: { did: { pieces: "all", pin: null } } });
  const asked = await db.select().from(exceptions).where(eq(exceptions.kind, "deed_unclear"));
  expect(asked.map(({ note }) => note ?? "").toSorted()).toEqual([
    "Sani Garba: The phone said something that we could not read",
  ]);
  expect(
    await phone.answers([{ ...phone.log[0], device: crypto.randomUUID(), id: crypto.randomUUID() }]),
  ).toEqual(["refused"]);
});

test("[DEVICE-7] what a phone has not sent is without the deeds that came with its report", async () => {
  const { run, ids } = await outWith(2);
  const phone = await Phone.of(opened, musa.id);
  phone.fails(run, [ids[0]!]);
  await phone.sends();
  phone.fails(run, [ids[1]!]);
  const refused = { ...phone.log[0], id: crypto.randomUUID(), device: crypto.randomUUID() };
  const says = async (unsent: number, deeds: unknown[], protocol = PROTOCOL) => {
    const report = { ...phone.report(), unsent };
    await receiveDeeds(services, await phone.device(), { protocol, phone: report, deeds });
    const [row] = await db.select().from(riderDevices).where(eq(riderDevices.id, phone.id));
    return row!.unsent;
  };
  expect(await says(2, phone.log, 0)).toBe(2);
  // The phone reports four unsent deeds. Of the three in this request, two are stored and one is refused.
  expect(await says(4, [...phone.log, refused])).toBe(2);
  expect(await says(0, [])).toBe(0);
});

test("[DEED-6] what was refused of a stop is an attempt with its own reason, and a whole stop is one deed", async () => {
  const booking = await bookOne(opened, { pieces: "3" });
  const ids = (await piecesOf(opened, booking.id)).map(({ id }) => id);
  await receiveAt(opened, desk, IKJ.id, ids);
  const run = await outFor(ids);
  const phone = await Phone.of(opened, musa.id);
  clock.pass(HOUR);
  phone.delivers(run, ids.slice(0, 2), {
    refused: [{ piece: ids[2]!, reason: "damaged", note: "Wet" }],
    proof: { ...NO_PROOF_GIVEN, name: "Ada", pictures: [{ number: 1, kind: "photo" }] },
  });
  expect(await phone.answers()).toEqual(["taken"]);
  expect((await piecesOf(opened, booking.id)).map(({ holderKind }) => holderKind)).toEqual([
    "receiver",
    "receiver",
    "rider",
  ]);
  expect(await kindsOf(booking.id)).toEqual(expect.arrayContaining(["delivered", "attempted"]));
});

test("[DEED-6] a pickup gives the parcels to the rider, also one that nobody had planned; another number asks the desk", async () => {
  const [planned, found] = [await bookOne(opened), await bookOne(opened)];
  const { run, ids } = await pickupOf(planned);
  const phone = await Phone.of(opened, musa.id);
  clock.pass(HOUR);
  const pickedUp = { kind: "picked_up" as const, kg: null, took: [], note: "" };
  phone.does({ ...pickedUp, pieces: ids, counted: [{ booking: planned.id, pieces: 2 }] }, run);
  phone.does({ ...pickedUp, pieces: [found.trackingCode], counted: [] }, run);
  expect(await phone.answers()).toEqual(["taken", "flagged not_on_run"]);
  expect(await holderOf(planned.id)).toBe("rider");
  expect(await holderOf(found.id)).toBe("rider");
  expect(await exceptionsOf(planned.id)).toEqual(["extra"]);
});

test("[DEED-6] what could not be picked up stays with its sender as it was, off the run, with a note for staff", async () => {
  const booking = await bookOne(opened);
  const { run, ids } = await pickupOf(booking);
  const phone = await Phone.of(opened, musa.id);
  clock.pass(HOUR);
  phone.fails(run, ids, "nobody_home");
  expect(await phone.answers()).toEqual(["taken"]);
  expect([await statusOf(booking.id), await holderOf(booking.id)]).toEqual(["pending", "sender"]);
  const last = await db
    .select()
    .from(bookingEvents)
    .where(eq(bookingEvents.bookingId, booking.id))
    .orderBy(bookingEvents.id);
  expect(last.at(-1)).toMatchObject({
    kind: "noted",
    note: `Not picked up on ${run.name}: Nobody home`,
    byName: "Musa Bello",
  });
  // Its phone shows it as done at its stop, and not as taken off by dispatch. The board says what happened.
  const { stops, gone } = await readStops(services, await runNow(opened, run.id));
  expect(stops.map(({ parcels }) => parcels.map(({ pieces }) => pieces.map(({ done }) => done)))).toEqual([
    [["attempted"]],
  ]);
  expect(gone).toEqual([]);
  const rows = await readPeople(
    db,
    ids.map((id) => ({ id })),
  );
  expect(rows.get(ids[0]!)!.notPickedUp).toEqual({
    note: `Not picked up on ${run.name}: Nobody home`,
    at: clock.now(),
  });
  const again = await makeRun(opened, desk, { kind: "pickup", hub: IKJ.id, rider: musa.id });
  expect(await assign(again.id, ids)).toMatchObject({ ok: true, assigned: 1 });
  expect(await recountRoad(opened)).toEqual([]);
});
