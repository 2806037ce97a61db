/** Hand-overs of pieces, and the state of a booking derived from its deeds, on a real database. */
import { setTimeout } from "node:timers/promises";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { acting } from "../../../test/fixtures/acts.ts";
import { bookOne, makeAdmin } from "../../../test/fixtures/bookings.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { makeRider, makeRun } from "../../../test/fixtures/road.ts";
import type { Holder } from "../../domain/custody.ts";
import type { EventKind } from "../../domain/event-kinds.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import {
  bookingEvents,
  bookings,
  custodyEntries,
  exceptions,
  hubs,
  pieces,
  receiverMessages,
  runPieces,
} from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { changeStatus, undoStatus } from "../bookings/change-status.server.ts";
import { deliverByHand } from "./deliver-by-hand.server.ts";
import { movePieces } from "./move-pieces.server.ts";
import { addEvents } from "../../history/add-events.server.ts";

const { opened, services, clock, db } = await fileServices({ limitsFactor: 100 });
const clerk = await makeAdmin(opened, "moderator");
const dispatcher = await makeAdmin(opened, "dispatcher");
const HOUR = 3_600_000;

const [hub] = await db
  .insert(hubs)
  .values({ name: "Ikeja", code: "IKJ", phone: "+2348006622335", address: "1 Allen Avenue", state: "Lagos" })
  .returning();
const atHub: Holder = { kind: "hub", id: hub!.id };

const piecesOf = (bookingId: string) =>
  db.select().from(pieces).where(eq(pieces.bookingId, bookingId)).orderBy(pieces.number);
const stateOf = async (id: string) => (await db.select().from(bookings).where(eq(bookings.id, id)))[0]!;
const deed = (bookingId: string, kind: EventKind, occurredAt: Date, piece: number | null = null) => ({
  bookingId,
  piece,
  kind,
  occurredAt,
});
const recordIn = (tx: Tx, ...deeds: ReturnType<typeof deed>[]) =>
  addEvents(acting({ services, tx, actor: clerk, at: clock.now() }), deeds);
const record = (...deeds: ReturnType<typeof deed>[]) => transact(db, (tx) => recordIn(tx, ...deeds));
const moveIn = (tx: Tx, pieceId: string, to: Holder, occurredAt = clock.now(), method = "scan" as const) =>
  movePieces(acting({ tx, actor: clerk, at: clock.now() }), [{ pieceId, to, occurredAt, method }]);
const move = (pieceId: string, to: Holder, occurredAt?: Date) =>
  transact(db, (tx) => moveIn(tx, pieceId, to, occurredAt));
const set = (id: string, version: number, status: "in_transit" | "delivered") =>
  changeStatus(services, clerk, { id, version, status, note: "", reason: null }, crypto.randomUUID());
const undo = (id: string, version: number) =>
  undoStatus(services, clerk, { id, version }, crypto.randomUUID());

/** Runs two transactions: the second one begins while the first is open, and ends after the first. */
async function overlapping(first: (tx: Tx) => Promise<unknown>, second: (tx: Tx) => Promise<unknown>) {
  const [, later] = await transact(db, async (tx) => {
    await first(tx);
    const begun = transact(db, second);
    await Promise.race([begun, setTimeout(300)]);
    return [null, begun] as const;
  });
  await later;
}

test("[PIECE-1] a booking has its pieces from the start, each with its sender; another number changes them", async () => {
  const { id } = await bookOne(opened);
  expect((await piecesOf(id)).map(({ number, holderKind }) => [number, holderKind])).toEqual([[1, "sender"]]);
  await db.update(bookings).set({ pieces: 3 }).where(eq(bookings.id, id));
  expect((await piecesOf(id)).map(({ number }) => number)).toEqual([1, 2, 3]);
  await db.update(bookings).set({ pieces: 2 }).where(eq(bookings.id, id));
  expect((await piecesOf(id)).map(({ number }) => number)).toEqual([1, 2]);
});

test("[CUSTODY-1] a hand-over that we hear of late changes no holder after it; the ledger is only added to", async () => {
  const { id } = await bookOne(opened);
  const [piece] = await piecesOf(id);
  const noon = clock.now();
  clock.pass(2 * HOUR);
  await move(piece!.id, { kind: "receiver", id: null });
  await move(piece!.id, atHub, new Date(noon.getTime() + HOUR));
  const [now] = await piecesOf(id);
  expect(now).toMatchObject({ holderKind: "receiver", holderId: null, heldSince: clock.now() });
  expect(await db.$count(custodyEntries, eq(custodyEntries.pieceId, piece!.id))).toBe(2);
  await expect(db.update(custodyEntries).set({ byName: "Nobody" })).rejects.toThrow();
});

test("[CUSTODY-1] [CUSTODY-2] of two deeds at once the second sees the first", async () => {
  const { id } = await bookOne(opened, { pieces: "2" });
  const [one] = await piecesOf(id);
  const before = clock.now();
  clock.pass(HOUR);
  await overlapping(
    (tx) => moveIn(tx, one!.id, { kind: "receiver", id: null }),
    (tx) => moveIn(tx, one!.id, atHub, before),
  );
  expect((await piecesOf(id))[0]).toMatchObject({ holderKind: "receiver" });
  await overlapping(
    (tx) => recordIn(tx, deed(id, "delivered", clock.now(), 1)),
    (tx) => recordIn(tx, deed(id, "delivered", clock.now(), 2)),
  );
  expect(await stateOf(id)).toMatchObject({ status: "delivered" });
});

test("[CUSTODY-2] the state follows from when deeds happened, not from when we heard of them", async () => {
  const { id } = await bookOne(opened, { receiverEmail: "musa@example.com" });
  const start = clock.now().getTime();
  const at = (hours: number) => new Date(start + hours * HOUR);
  clock.pass(6 * HOUR);
  const done = await record(deed(id, "delivered", at(5)));
  expect(done.get(id)).toMatchObject({ before: "pending", status: "delivered", version: 2 });
  expect(await stateOf(id)).toMatchObject({ status: "delivered", deliveredAt: at(5), version: 2 });
  await record(deed(id, "picked_up", at(1)), deed(id, "arrived_at_hub", at(2)), deed(id, "attempted", at(3)));
  // The late deeds changed no displayed value, so the version stays and open forms stay valid.
  expect(await stateOf(id)).toMatchObject({ status: "delivered", deliveredAt: at(5), version: 2 });
  const events = await db.select().from(bookingEvents).where(eq(bookingEvents.bookingId, id));
  expect(events.map(({ kind, receivedAt, fromStatus }) => [kind, receivedAt, fromStatus])).toEqual([
    ["booked", at(0), null],
    ["delivered", clock.now(), "pending"],
    ...["picked_up", "arrived_at_hub", "attempted"].map((kind) => [kind, clock.now(), "delivered"]),
  ]);
  // Sender and receiver get messages about the delivery. They get none about the older deeds, which were reported after
  // the delivery.
  const { rows } = await db.execute(
    sql`select from pgboss.job where data ->> 'bookingId' = ${id} and data ->> 'kind' = 'status_changed'`,
  );
  expect(rows).toHaveLength(1);
  const told = await db.select().from(receiverMessages).where(eq(receiverMessages.bookingId, id));
  expect(told.map(({ kind }) => kind)).toContain("delivered");
  expect(told.map(({ kind }) => kind)).not.toContain("could_not_deliver");
  await record(deed(id, "delivered", at(5.5)));
  expect(await stateOf(id)).toMatchObject({ status: "delivered", deliveredAt: at(5.5), version: 3 });
});

test("[CUSTODY-2] a deed of every piece is one event, and a booking is delivered with its last piece", async () => {
  const { id } = await bookOne(opened);
  await db.update(bookings).set({ pieces: 2 }).where(eq(bookings.id, id));
  clock.pass(HOUR);
  const now = clock.now();
  await record(deed(id, "arrived_at_hub", now, 1), deed(id, "arrived_at_hub", now, 2));
  // Two deeds with different times are stored as two events, even if together they are about every piece.
  await record(deed(id, "left_hub", now, 1), deed(id, "left_hub", new Date(now.getTime() + 1), 2));
  const left = sql`${bookingEvents.bookingId} = ${id} and ${bookingEvents.kind} = 'left_hub'`;
  expect(await db.$count(bookingEvents, left)).toBe(2);
  const whole = sql`${bookingEvents.bookingId} = ${id} and ${bookingEvents.kind} = 'arrived_at_hub'`;
  expect(await db.select({ piece: bookingEvents.piece }).from(bookingEvents).where(whole)).toEqual([
    { piece: null },
  ]);
  clock.pass(HOUR);
  await record(deed(id, "delivered", clock.now(), 2));
  expect(await stateOf(id)).toMatchObject({ status: "in_transit", deliveredAt: null });
  clock.pass(HOUR);
  await record(deed(id, "delivered", clock.now(), 1));
  expect(await stateOf(id)).toMatchObject({ status: "delivered", deliveredAt: clock.now() });
});

test("[CUSTODY-1] [CUSTODY-3] Delivered by hand gives the pieces to the receiver, other statuses move nothing, and undo takes it back", async () => {
  const { id, version } = await bookOne(opened, { pieces: "2" });
  const [piece, earlier] = await piecesOf(id);
  const since = clock.now();
  await move(piece!.id, atHub);
  await move(earlier!.id, { kind: "receiver", id: null });
  clock.pass(HOUR);
  await set(id, version, "in_transit");
  expect((await piecesOf(id))[0]).toMatchObject({ holderKind: "hub" });
  clock.pass(HOUR);
  await set(id, version + 1, "delivered");
  expect((await piecesOf(id)).map(({ holderKind, heldSince }) => [holderKind, heldSince])).toEqual([
    ["receiver", clock.now()],
    ["receiver", since],
  ]);
  clock.pass(1000);
  expect(await undo(id, version + 2)).toMatchObject({ ok: true, status: "in_transit" });
  const before = [
    { holderKind: "hub", holderId: hub!.id, heldSince: since },
    { holderKind: "receiver", heldSince: since },
  ];
  expect(await piecesOf(id)).toMatchObject(before);
  for (const next of [version + 3, version + 5]) {
    await set(id, next, "delivered");
    expect(await undo(id, next + 1)).toMatchObject({ ok: true, status: "in_transit" });
  }
  expect(await piecesOf(id)).toMatchObject(before);
});

test("[CUSTODY-3] it ends the place on a run and the undo opens it, unless the piece changed hands later; a hub that has it by then contradicts", async () => {
  const rider = await makeRider(opened, hub!.id);
  const plan = () => makeRun(opened, dispatcher, { kind: "delivery", hub: hub!.id, rider: rider.id });
  const [first, second] = [await plan(), await plan()];
  const { id, version } = await bookOne(opened, { pieces: "3" });
  const [still, onRoad, inHub] = (await piecesOf(id)).map((piece) => piece.id);
  const noon = clock.now();
  const on = { stop: 1, assignedAt: noon };
  await db
    .insert(runPieces)
    .values([
      { ...on, runId: first.id, pieceId: still!, outcome: "returned_to_hub", endedAt: noon },
      { ...on, runId: second.id, pieceId: onRoad!, outcome: "removed", endedAt: noon },
      ...[still, onRoad].map((pieceId) => ({ ...on, runId: second.id, pieceId: pieceId! })),
    ]);
  await move(still!, atHub);
  clock.pass(HOUR);
  await move(onRoad!, { kind: "rider", id: rider.id });
  await move(inHub!, atHub);
  clock.pass(HOUR);
  const places = () =>
    db
      .select({ outcome: runPieces.outcome, endedAt: runPieces.endedAt })
      .from(runPieces)
      .orderBy(runPieces.id);
  const open = { outcome: null, endedAt: null };
  const earlier = ["returned_to_hub", "removed"].map((outcome) => ({ outcome, endedAt: noon }));
  const delivered = { occurredAt: noon, method: "typed" } as const;
  await transact(db, (tx) => deliverByHand(acting({ tx, actor: clerk, at: clock.now() }), id, delivered));
  expect((await piecesOf(id)).map(({ holderKind }) => holderKind)).toEqual(["receiver", "rider", "hub"]);
  expect(await places()).toEqual([...earlier, { outcome: "delivered", endedAt: noon }, open]);
  expect(await db.select().from(exceptions)).toMatchObject([{ kind: "deeds_disagree", pieceId: inHub }]);
  clock.pass(HOUR);
  await set(id, version, "delivered");
  expect(await places()).toMatchObject([...earlier, { endedAt: noon }, { outcome: "delivered" }]);
  await undo(id, version + 1);
  expect(await places()).toEqual([...earlier, { outcome: "delivered", endedAt: noon }, open]);
  clock.pass(HOUR);
  await set(id, version + 2, "delivered");
  await db.insert(runPieces).values({ ...on, runId: first.id, pieceId: onRoad! });
  await undo(id, version + 3);
  expect((await places()).slice(-2)).toMatchObject([{ outcome: "delivered" }, open]);
});
