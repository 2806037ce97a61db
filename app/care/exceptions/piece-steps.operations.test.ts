/** The steps for missing, extra and refused pieces, on a real database. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { HOUR, openDesk } from "../../../test/fixtures/exception-desk.ts";
import { handOver, openOne, readOne } from "../../../test/fixtures/exceptions.ts";
import { piecesOf } from "../../../test/fixtures/road.ts";
import { runPieces } from "../../platform/db/schema.ts";
import { declareLost, foundHere, keepExtra, sendExtraOn } from "./piece-steps.server.ts";
import { holdForCollection, returnToSender, tryAgain } from "./sender-said.server.ts";

const desk = await openDesk();
const { opened, services, clock, db, ikeja, kano, dispatcher, bookingOf, lastEvent, onTheRoad } = desk;
const key = () => crypto.randomUUID();

test("[EXC-4] a missing piece that is found is at that hub: custody, history and its run say so", async () => {
  const { bookingId, piece, run } = await onTheRoad();
  const { id } = await openOne(opened, { kind: "missing", bookingId, pieceId: piece.id });
  const form = { id, version: 1, hub: ikeja.id, note: "Behind the shelf." };
  const again = key();
  expect(await foundHere(services, dispatcher, { ...form, hub: key() }, key())).toMatchObject({
    reason: "unknown_hub",
  });
  expect(await foundHere(services, dispatcher, form, again)).toMatchObject({ ok: true });
  // A form that is sent again returns the result of the first time.
  expect(await foundHere(services, dispatcher, form, again)).toMatchObject({ ok: true });
  expect((await piecesOf(opened, bookingId))[0]).toMatchObject({ holderKind: "hub", holderId: ikeja.id });
  expect(await lastEvent(bookingId)).toMatchObject({ kind: "arrived_at_hub", hubId: ikeja.id, piece: null });
  const [place] = await db.select().from(runPieces).where(eq(runPieces.runId, run.id));
  expect(place).toMatchObject({ outcome: "returned_to_hub", endedAt: clock.now() });
  expect(await readOne(opened, id)).toMatchObject({
    closeReason: "found",
    closeNote: "Found at Ikeja. Behind the shelf.",
  });
});

test("[EXC-4] a lost piece is with nobody, its booking failed as lost, and the sender is mailed, of a piece of several too", async () => {
  const { bookingId, piece, code } = await onTheRoad();
  const { id } = await openOne(opened, { kind: "missing", bookingId, pieceId: piece.id });
  expect(await declareLost(services, dispatcher, { id, version: 1, note: "" }, key())).toMatchObject({
    ok: true,
  });
  expect((await piecesOf(opened, bookingId))[0]).toMatchObject({ holderKind: "lost", holderId: null });
  expect(await bookingOf(bookingId)).toMatchObject({ status: "failed" });
  expect(await lastEvent(bookingId)).toMatchObject({ kind: "status_set", reason: "lost" });
  const of = async (wanted: string) =>
    (await opened.mails(0)).find(
      ({ kind, subject }) => kind === "status_changed" && subject.includes(wanted),
    );
  await expect
    .poll(() => of(code), { timeout: 10_000 })
    .toMatchObject({
      subject: `We could not deliver ${code}: we are looking for it`,
    });

  const two = await onTheRoad(2);
  const second = await openOne(opened, {
    kind: "missing",
    bookingId: two.bookingId,
    pieceId: (await piecesOf(opened, two.bookingId))[1]!.id,
  });
  expect(
    await declareLost(services, dispatcher, { id: second.id, version: 1, note: "" }, key()),
  ).toMatchObject({
    ok: true,
    subject: `${two.code}-2`,
  });
  expect((await piecesOf(opened, two.bookingId)).map(({ holderKind }) => holderKind)).toEqual([
    "rider",
    "lost",
  ]);
  await expect.poll(async () => (await of(two.code))?.text, { timeout: 10_000 }).toContain("Piece 2 of 2");
});

test("[EXC-4] an extra piece is kept at the hub, which delivers it then, or waits there for its own; one that the receiver has is left", async () => {
  for (const [step, hub] of [
    [keepExtra, kano.id],
    [sendExtraOn, null],
  ] as const) {
    const { bookingId, piece } = await onTheRoad();
    const { id } = await openOne(opened, { kind: "extra", bookingId, pieceId: piece.id, hubId: kano.id });
    expect(await step(services, dispatcher, { id, version: 1, hub: kano.id, note: "" }, key())).toMatchObject(
      {
        ok: true,
      },
    );
    expect((await piecesOf(opened, bookingId))[0]).toMatchObject({ holderId: kano.id, toHubId: hub });
  }
  const { bookingId, piece } = await onTheRoad();
  const { id } = await openOne(opened, { kind: "extra", bookingId, pieceId: piece.id });
  await handOver(opened, piece.id, { kind: "receiver", id: null });
  expect(
    await keepExtra(services, dispatcher, { id, version: 1, hub: kano.id, note: "" }, key()),
  ).toMatchObject({
    ok: false,
    reason: "already_delivered",
  });
  // A step that belongs to another kind of exception has no effect.
  expect(
    await foundHere(services, dispatcher, { id, version: 1, hub: kano.id, note: "" }, key()),
  ).toMatchObject({
    reason: "other_kind",
  });
});

test("[EXC-5] a refusal starts no return: what the sender said is done, and nothing before", async () => {
  const wanted = [
    [tryAgain, "rescheduled", "try_again", false],
    [holdForCollection, "held_for_collection", "hold", false],
    [returnToSender, "return_started", "return", true],
  ] as const;
  for (const [step, kind, reason, returning] of wanted) {
    const { bookingId, piece } = await onTheRoad();
    await handOver(opened, piece.id, { kind: "hub", id: ikeja.id });
    clock.pass(HOUR);
    const { id } = await openOne(opened, { kind: "refused", bookingId });
    expect((await piecesOf(opened, bookingId))[0]).toMatchObject({ returning: false });
    expect(await step(services, dispatcher, { id, version: 1, note: "On the phone" }, key())).toMatchObject({
      ok: true,
    });
    expect(await lastEvent(bookingId)).toMatchObject({ kind, hubId: ikeja.id, piece: null });
    expect(await bookingOf(bookingId)).toMatchObject({ status: "in_transit" });
    expect((await piecesOf(opened, bookingId))[0]).toMatchObject({ returning });
    expect(await readOne(opened, id)).toMatchObject({ closeReason: reason, closeNote: "On the phone" });
  }
});
