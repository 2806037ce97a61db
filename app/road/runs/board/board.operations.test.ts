/** Reading the board, on a real database. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { SOME_ACT, acting } from "../../../../test/fixtures/acts.ts";
import { bookOne, makeAdmin } from "../../../../test/fixtures/bookings.ts";
import {
  bookedAt,
  makeHubs,
  makeRider,
  makeRun,
  piecesOf,
  receiveAt,
} from "../../../../test/fixtures/road.ts";
import { makeHub } from "../../../../test/fixtures/hubs.ts";
import { fileServices } from "../../../../test/fixtures/file-services.ts";
import { addDays, lagosDay } from "../../../domain/dates.ts";
import { readActiveHubs } from "../../../places/hubs.server.ts";
import { bookingCharges, bookings, exceptions, pieces } from "../../../platform/db/schema.ts";
import { transact } from "../../../platform/db/transact.server.ts";
import { addEvents } from "../../../history/add-events.server.ts";
import { assignPieces, unassignPieces } from "../assign-pieces.server.ts";
import { chooseDestination } from "./choose-destination.server.ts";
import type { SectionKind } from "./board-section-kinds.ts";
import { boardOf } from "./board.ts";
import { readHubTable } from "./hub-table.server.ts";
import { readOpenPieces, readPeople } from "./read-board.server.ts";
import { readRunsOfDay } from "../runs-of-day.server.ts";

const { opened, services, clock, db } = await fileServices();
const desk = await makeAdmin(opened, "dispatcher");
const { IKJ, KAN } = await makeHubs(opened, "IKJ", "KAN");
const closed = await makeHub(services, { name: "Yaba", code: "YAB", active: false });
const musa = await makeRider(opened, IKJ.id);
const key = () => crypto.randomUUID();
const open = async (hub = IKJ.id) => {
  const hubs = (await readActiveHubs(db)).map((hub) => ({ ...hub, closed: false }));
  const all = await readOpenPieces(
    db,
    hubs,
    hubs.find(({ id }) => id === hub)!,
    clock.now(),
  );
  const people = await readPeople(db, all);
  return new Map(all.map((piece) => [piece.id, { ...piece, ...people.get(piece.id) }]));
};
const delivery = () => makeRun(opened, desk, { kind: "delivery", hub: IKJ.id, rider: musa.id });
const pickup = () => makeRun(opened, desk, { kind: "pickup", hub: IKJ.id, rider: musa.id });
const assign = (run: string, ids: string[]) => assignPieces(services, desk, { run, pieces: ids }, key());

test("[TRIP-12] the board has what is with its sender and what is in the hub, until a run has it", async () => {
  const booking = await bookOne(opened);
  const [waits] = await piecesOf(opened, booking.id);
  const { pieceIds } = await bookedAt(opened, desk, IKJ.id);
  const [here] = pieceIds;
  expect((await open()).get(waits!.id)).toMatchObject({ with: "sender", name: booking.senderName, kg: 2.5 });
  expect((await open()).get(here!)).toMatchObject({ with: "hub", name: booking.receiverName, waits: null });
  expect((await open(KAN.id)).has(here!)).toBe(false);
  const run = await delivery();
  await assign(run.id, [here!]);
  expect((await open()).has(here!)).toBe(false);
  const [shown] = await readRunsOfDay(db, { hubId: IKJ.id, day: run.day, today: run.day });
  expect(shown).toMatchObject({
    name: run.name,
    holder: "Musa Bello",
    pieces: 1,
    stops: [{ pieces: 1, open: 1 }],
  });
  await unassignPieces(services, desk, { run: run.id, pieces: [here!] }, key());
  expect((await open()).has(here!)).toBe(true);
  expect(await readRunsOfDay(db, { hubId: IKJ.id, day: run.day, today: run.day })).toMatchObject([
    { pieces: 0 },
  ]);
});

test("[TRIP-12] the rest of a booking stays to be picked up when a part of it is in the hub", async () => {
  const { id } = await bookOne(opened);
  await db.update(bookings).set({ pieces: 2 }).where(eq(bookings.id, id));
  const [first, second] = await piecesOf(opened, id);
  await receiveAt(opened, desk, IKJ.id, [first!.id]);
  expect((await open()).get(second!.id)).toMatchObject({ with: "sender", pieces: 2, number: 2 });
});

/** Records that a parcel stays in its hub until the receiver collects it. */
async function hold(bookingId: string) {
  clock.pass(1000);
  const at = clock.now();
  const holds = { bookingId, piece: null, kind: "held_for_collection", occurredAt: at } as const;
  await transact(db, (tx) => addEvents(acting({ services, tx, actor: desk, at }), [holds]));
}

test("[TRIP-12] a piece that waits for its sender or its receiver is not for delivery", async () => {
  const [asks, held] = [await bookedAt(opened, desk, IKJ.id), await bookedAt(opened, desk, IKJ.id)];
  await db.insert(exceptions).values({
    actId: SOME_ACT,
    kind: "refused",
    subject: "x",
    bookingId: asks.booking.id,
    openedAt: clock.now(),
    openedByName: "Desk",
    dueAt: clock.now(),
  });
  await hold(held.booking.id);
  const board = await open();
  expect(board.get(asks.pieceIds[0]!)).toMatchObject({ waits: "sender" });
  expect(board.get(held.pieceIds[0]!)).toMatchObject({ waits: "collection" });
});

test("[TRIP-12] what goes back is delivered to its sender, who pays what is left of delivery and return", async () => {
  const { booking, pieceIds } = await bookedAt(opened, desk, IKJ.id);
  await db.update(bookings).set({ paysDelivery: "sender_before" }).where(eq(bookings.id, booking.id));
  await db
    .insert(bookingCharges)
    .values({ bookingId: booking.id, kind: "set", lines: [], totalKobo: 970_000, at: clock.now() });
  expect((await open()).get(pieceIds[0]!)).toMatchObject({ collectKobo: 0 });
  await db.update(pieces).set({ returning: true }).where(eq(pieces.id, pieceIds[0]!));
  expect((await open()).get(pieceIds[0]!)).toMatchObject({ name: booking.senderName, collectKobo: 970_000 });
});

test("[TRIP-13] the desk chooses the hub of a piece; a closed one is refused", async () => {
  const { pieceIds } = await bookedAt(opened, desk, IKJ.id);
  const choose = (toHub: string, ids = pieceIds) =>
    chooseDestination(services, desk, { toHub, pieces: ids }, key());
  expect(await choose(KAN.id)).toMatchObject({ ok: true, hub: "Kano" });
  expect((await open()).get(pieceIds[0]!)).toMatchObject({ toHubId: KAN.id });
  for (const wrong of [closed.id, crypto.randomUUID()])
    expect(await choose(wrong)).toMatchObject({ errors: { toHub: expect.any(String) } });
  expect(await choose(KAN.id, [crypto.randomUUID()])).toMatchObject({ code: "conflict" });
  const clerk = await makeAdmin(opened, "hub_clerk");
  expect(await chooseDestination(services, clerk, { toHub: KAN.id, pieces: pieceIds }, key())).toMatchObject({
    code: "forbidden",
  });
});

test("[TRIP-3] a run takes what fits its kind, and says of the rest why it does not", async () => {
  const { booking, pieceIds } = await bookedAt(opened, desk, IKJ.id);
  const waits = await bookOne(opened);
  const [sent] = await piecesOf(opened, waits.id);
  const both = [...pieceIds, sent!.id];
  expect(await assign((await pickup()).id, both)).toMatchObject({
    ok: true,
    assigned: 1,
    missed: [{ code: booking.trackingCode, why: "picked up already" }],
  });
  const other = await bookOne(opened);
  const [pending] = await piecesOf(opened, other.id);
  const run = await delivery();
  expect(await assign(run.id, [pending!.id])).toMatchObject({
    reason: "none_open",
    errors: { form: expect.stringContaining(`${other.trackingCode} is not picked up yet`) },
  });
  // A ticked group is sent as one field with all of its pieces.
  const form = { run: run.id, [`group:delivery/Kano`]: pieceIds.join(","), [`piece:${pieceIds[0]}`]: "on" };
  expect(await assignPieces.receive(services, desk, form, key())).toMatchObject({ ok: true, assigned: 1 });
});

test("[TRIP-12] runs of other days that are not closed are on today's board", async () => {
  const run = await delivery();
  clock.pass(24 * 3_600_000);
  const today = lagosDay(clock.now());
  const names = (await readRunsOfDay(db, { hubId: IKJ.id, day: today, today })).map(({ name }) => name);
  expect(names).toContain(run.name);
  const tomorrow = lagosDay(new Date(clock.now().getTime() + 24 * 3_600_000));
  expect(await readRunsOfDay(db, { hubId: IKJ.id, day: tomorrow, today })).toEqual([]);
});

/**
 * Makes a booking whose sender should bring the parcel to a hub, and closes this hub. No other hub serves the sender.
 */
async function broughtToClosed() {
  const { id } = await bookOne(opened);
  const sender = { senderState: "Borno" as const, senderTown: null };
  await db
    .update(bookings)
    .set({ ...sender, dropOffHubId: closed.id })
    .where(eq(bookings.id, id));
  return id;
}

test("[TRIP-12] [BOOK-31] what was to be brought to a closed hub that no other replaces is on every board", async () => {
  const id = await broughtToClosed();
  const [piece] = await piecesOf(opened, id);
  for (const hub of [IKJ.id, KAN.id])
    expect((await open(hub)).get(piece!.id)).toMatchObject({ with: "sender", dropOffHubId: closed.id });
  await db.update(bookings).set({ dropOffHubId: KAN.id }).where(eq(bookings.id, id));
  expect((await open()).has(piece!.id)).toBe(false);
  expect((await open(KAN.id)).has(piece!.id)).toBe(true);
});

test("[TRIP-23] the table of all hubs counts what each hub's board has to pick up and to plan", async () => {
  await bookOne(opened);
  await broughtToClosed();
  await hold((await bookedAt(opened, desk, IKJ.id)).booking.id);
  const { booking } = await bookedAt(opened, desk, IKJ.id);
  await db.update(bookings).set({ estimatedDelivery: clock.now() }).where(eq(bookings.id, booking.id));
  const late = await bookedAt(opened, desk, KAN.id);
  const yesterday = addDays(clock.now(), -1);
  await db.update(bookings).set({ estimatedDelivery: yesterday }).where(eq(bookings.id, late.booking.id));
  const hubs = (await readActiveHubs(db)).map((hub) => ({ ...hub, closed: false }));
  const { rows: table } = await readHubTable(db, hubs, clock.now());
  for (const here of hubs) {
    const pieces = await readOpenPieces(db, hubs, here, clock.now());
    const sections = boardOf(pieces, { hubs, here, open: null });
    const count = (...kinds: SectionKind[]) =>
      sections
        .filter(({ kind }) => kinds.includes(kind))
        .flatMap(({ groups }) => groups)
        .reduce((sum, { totals }) => sum + totals.pieces, 0);
    expect(table.find(({ id }) => id === here.id)).toMatchObject({
      toPickUp: count("pickup"),
      toPlan: count("delivery", "linehaul", "unclear"),
    });
  }
  expect(table.find(({ id }) => id === IKJ.id)!.dueToday).toBeGreaterThan(0);
  expect(table.find(({ id }) => id === KAN.id)!.late).toBeGreaterThan(0);
});
