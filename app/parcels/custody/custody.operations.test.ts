/** Hand-overs of pieces, and the state of a booking derived from its deeds, on a real database. */
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookOne, makeAdmin } from "../../../test/fixtures/bookings.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import type { Holder } from "../../domain/custody.ts";
import type { EventKind } from "../../domain/event-kinds.ts";
import { bookingEvents, bookings, custodyEntries, hubs, pieces } from "../../platform/db/schema.ts";
import { changeStatus, undoStatus } from "../bookings/change-status.server.ts";
import { movePieces } from "./move-pieces.server.ts";
import { recordDeeds } from "./record-deeds.server.ts";

const { opened, services, clock, db } = await fileServices({ limitsFactor: 100 });
const clerk = await makeAdmin(opened, "moderator");
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
const record = (...deeds: ReturnType<typeof deed>[]) =>
  db.transaction((tx) => recordDeeds({ services, tx, actor: clerk, at: clock.now() }, deeds));
const move = (pieceId: string, to: Holder, occurredAt = clock.now()) =>
  db.transaction((tx) =>
    movePieces({ tx, actor: clerk, at: clock.now() }, [{ pieceId, to, occurredAt, method: "scan" }]),
  );

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

test("[CUSTODY-2] the state follows from when deeds happened, not from when we heard of them", async () => {
  const { id } = await bookOne(opened);
  const start = clock.now().getTime();
  const at = (hours: number) => new Date(start + hours * HOUR);
  clock.pass(6 * HOUR);
  await record(deed(id, "delivered", at(5)));
  expect(await stateOf(id)).toMatchObject({ status: "delivered", deliveredAt: at(5), version: 2 });
  await record(deed(id, "picked_up", at(1)), deed(id, "arrived_at_hub", at(2)), deed(id, "attempted", at(3)));
  // No displayed value has changed, so open forms stay valid.
  expect(await stateOf(id)).toMatchObject({ status: "delivered", deliveredAt: at(5), version: 2 });
  const events = await db.select().from(bookingEvents).where(eq(bookingEvents.bookingId, id));
  expect(events.map(({ kind, receivedAt }) => [kind, receivedAt])).toEqual([
    ["booked", at(0)],
    ...["delivered", "picked_up", "arrived_at_hub", "attempted"].map((kind) => [kind, clock.now()]),
  ]);
});

test("[CUSTODY-2] a deed of every piece is one event, and a booking is delivered with its last piece", async () => {
  const { id } = await bookOne(opened);
  await db.update(bookings).set({ pieces: 2 }).where(eq(bookings.id, id));
  clock.pass(HOUR);
  const now = clock.now();
  await record(deed(id, "arrived_at_hub", now, 1), deed(id, "arrived_at_hub", now, 2));
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

test("[CUSTODY-3] Delivered by hand gives the pieces to the receiver, other statuses move nothing, and undo takes it back", async () => {
  const { id, version } = await bookOne(opened);
  const [piece] = await piecesOf(id);
  await move(piece!.id, atHub);
  clock.pass(HOUR);
  const set = (status: "in_transit" | "delivered", version: number) =>
    changeStatus(services, clerk, { id, version, status, note: "", reason: null }, crypto.randomUUID());
  await set("in_transit", version);
  expect((await piecesOf(id))[0]).toMatchObject({ holderKind: "hub" });
  clock.pass(HOUR);
  await set("delivered", version + 1);
  expect((await piecesOf(id))[0]).toMatchObject({ holderKind: "receiver", heldSince: clock.now() });
  clock.pass(1000);
  expect(await undoStatus(services, clerk, { id, version: version + 2 }, crypto.randomUUID())).toMatchObject({
    ok: true,
    status: "in_transit",
  });
  expect((await piecesOf(id))[0]).toMatchObject({ holderKind: "hub", holderId: hub!.id });
});
