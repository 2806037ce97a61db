/** CUSTODY-4, CUSTODY-5: the holder of each piece for staff, and the bookings that a sender may still cancel. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { acting } from "../../../test/fixtures/acts.ts";
import { bookOne, makeAdmin } from "../../../test/fixtures/bookings.ts";
import { makeHubs, makePartner, makeRider, makeRun, piecesOf } from "../../../test/fixtures/road.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { asGuest } from "../../access/actors.server.ts";
import type { Holder } from "../../domain/custody.ts";
import { bookings, hubs, pieces, runPieces } from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { cancelBooking } from "../bookings/cancel-booking.server.ts";
import { changeStatus } from "../bookings/change-status.server.ts";
import { readOwnBooking } from "../bookings/own-booking.server.ts";
import { holderText } from "./held-pieces.tsx";
import { movePieces } from "./move-pieces.server.ts";
import { readPieces } from "./read-pieces.server.ts";

const { opened, services, clock, db } = await fileServices();
const clerk = await makeAdmin(opened, "moderator");

const move = (pieceId: string, to: Holder) =>
  transact(db, (tx) =>
    movePieces(acting({ tx, actor: clerk, at: clock.now() }), [
      { pieceId, to, occurredAt: clock.now(), method: "scan" },
    ]),
  );
const held = async (bookingId: string) =>
  (await readPieces(db, bookingId)).map((piece) => `Held by ${holderText(piece)}`);
const cancel = (code: string) => cancelBooking(services, asGuest("127.0.0.1"), { code }, crypto.randomUUID());

test("[CUSTODY-4] without hubs nothing is said of who holds a piece; with an active hub, or once one changed hands, it is", async () => {
  const { id } = await bookOne(opened);
  expect(await held(id)).toEqual([]);
  const { IKJ } = await makeHubs(opened, "IKJ");
  expect(await held(id)).toEqual(["Held by the sender"]);
  await db.update(hubs).set({ active: false });
  expect(await held(id)).toEqual([]);
  const [piece] = await piecesOf(opened, id);
  await move(piece!.id, { kind: "hub", id: IKJ.id });
  expect(await held(id)).toEqual(["Held by hub Ikeja"]);
  await db.update(hubs).set({ active: true });
});

test("[CUSTODY-4] each piece has its holder by name, since when, its run and the hub that the desk chose", async () => {
  const { id } = await bookOne(opened);
  await db.update(bookings).set({ pieces: 6 }).where(eq(bookings.id, id));
  const [ikeja] = await db.select().from(hubs);
  const rider = await makeRider(opened, ikeja!.id);
  const partner = await makePartner(opened);
  const run = await makeRun(opened, clerk, { kind: "delivery", hub: ikeja!.id, rider: rider.id });
  const own = await piecesOf(opened, id);
  const to: Holder[] = [
    { kind: "hub", id: ikeja!.id },
    { kind: "rider", id: rider.id },
    { kind: "partner", id: partner.id },
    { kind: "receiver", id: null },
    { kind: "lost", id: null },
  ];
  for (const [n, holder] of to.entries()) await move(own[n]!.id, holder);
  const onRun = { runId: run.id, stop: 1, assignedAt: clock.now() };
  await db.insert(runPieces).values([
    { ...onRun, pieceId: own[0]!.id },
    { ...onRun, pieceId: own[1]!.id, loadedAt: clock.now(), loadedBy: "scan" },
    { ...onRun, pieceId: own[3]!.id, outcome: "delivered", endedAt: clock.now() },
  ]);
  await db.update(pieces).set({ toHubId: ikeja!.id, returning: true }).where(eq(pieces.id, own[2]!.id));
  expect(await held(id)).toEqual([
    "Held by hub Ikeja",
    "Held by rider Musa Bello",
    "Held by partner God is Good Motors",
    "Held by the receiver",
    "Held by nobody we know",
    "Held by the sender",
  ]);
  const named = { id: run.id, name: run.name };
  const plain = { run: null, toHub: null, returning: false, since: clock.now() };
  expect(await readPieces(db, id)).toMatchObject([
    { ...plain, run: { ...named, loaded: false } },
    { ...plain, run: { ...named, loaded: true } },
    { ...plain, toHub: { name: "Ikeja", code: "IKJ" }, returning: true },
    plain,
    plain,
    { ...plain, since: null },
  ]);
});

test("[CUSTODY-5] [BOOK-27] a sender cancels while they hold every piece: its places on runs end; else they are told to call", async () => {
  const booking = await bookOne(opened);
  const { id, trackingCode: code } = booking;
  await db.update(bookings).set({ pieces: 2 }).where(eq(bookings.id, id));
  const [ikeja] = await db.select().from(hubs);
  const [first] = await piecesOf(opened, id);
  await move(first!.id, { kind: "hub", id: ikeja!.id });
  expect((await readOwnBooking(services, code))?.pending).toBe(false);
  expect(await cancel(code)).toMatchObject({
    reason: "not_pending",
    errors: {
      form: "We have this parcel already, so you can no longer change or cancel it yourself. Call us: 0800 662 2335.",
    },
  });
  clock.pass(1000);
  await move(first!.id, { kind: "sender", id: null });
  expect((await readOwnBooking(services, code))?.pending).toBe(true);
  const run = await makeRun(opened, clerk, { kind: "pickup", hub: ikeja!.id });
  await db.insert(runPieces).values({ runId: run.id, pieceId: first!.id, stop: 1, assignedAt: clock.now() });
  expect(await cancel(code)).toMatchObject({ ok: true });
  expect(await db.select().from(runPieces).where(eq(runPieces.pieceId, first!.id))).toMatchObject([
    { outcome: "removed", endedAt: clock.now() },
  ]);
  // A booking that staff set back to Pending while a hub or a rider has a piece cannot be cancelled either.
  const other = await bookOne(opened);
  const [piece] = await piecesOf(opened, other.id);
  await move(piece!.id, { kind: "hub", id: ikeja!.id });
  const set = (status: "in_transit" | "pending", version: number) =>
    changeStatus(services, clerk, { id: other.id, version, status }, crypto.randomUUID());
  await set("in_transit", 1);
  await set("pending", 2);
  expect(await cancel(other.trackingCode)).toMatchObject({ reason: "not_pending" });
});
