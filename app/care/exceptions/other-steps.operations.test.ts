/** The steps for unconfirmed hand-overs, destinations and incidents, on a real database. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { HOUR, openDesk } from "../../../test/fixtures/exception-desk.ts";
import { handOver, openOne, readOne } from "../../../test/fixtures/exceptions.ts";
import { piecesOf } from "../../../test/fixtures/road.ts";
import { bookingEvents, exceptions, runPieces } from "../../platform/db/schema.ts";
import { openExceptionsOf } from "../../parcels/custody/read-exceptions.server.ts";
import { chooseExceptionHub } from "./choose-destination.server.ts";
import { handOverArrived, handOverNotArrived } from "./hand-over-steps.server.ts";
import { tellSenders } from "./tell-senders.server.ts";

const desk = await openDesk();
const { opened, services, clock, db, ikeja, kano, dispatcher, onTheRoad } = desk;
const key = () => crypto.randomUUID();

test("[EXC-6] a one-sided hand-over that arrived counts from when it was told; one that did not is taken back, and the piece is missing", async () => {
  for (const arrived of [true, false]) {
    const { bookingId, piece, run } = await onTheRoad();
    clock.pass(HOUR);
    await handOver(opened, piece.id, { kind: "hub", id: ikeja.id }, { oneSided: true, runId: run.id });
    const toldAt = clock.now();
    clock.pass(13 * HOUR);
    const { id } = await openOne(opened, { kind: "unconfirmed_claim", bookingId, pieceId: piece.id });
    if (!arrived)
      await db
        .update(runPieces)
        .set({ outcome: "missing", endedAt: clock.now() })
        .where(eq(runPieces.runId, run.id));
    const step = arrived ? handOverArrived : handOverNotArrived;
    expect(await step(services, dispatcher, { id, version: 1, note: "" }, key())).toMatchObject({ ok: true });
    const [now] = await piecesOf(opened, bookingId);
    expect(now).toMatchObject(
      arrived ? { holderKind: "hub", holderId: ikeja.id, heldSince: toldAt } : { holderKind: "rider" },
    );
    const events = await db.select().from(bookingEvents).where(eq(bookingEvents.bookingId, bookingId));
    const atHub = events.filter(
      ({ kind, occurredAt }) => kind === "arrived_at_hub" && +occurredAt === +toldAt,
    );
    expect(atHub.map(({ hubId }) => hubId)).toEqual(arrived ? [ikeja.id] : []);
    const open = await openExceptionsOf(db, bookingId);
    expect(open.map(({ kind }) => kind)).toEqual(arrived ? [] : ["missing"]);
    // The step settled the one-sided hand-over, so a second exception about it has nothing to confirm.
    const next = await openOne(opened, { kind: "unconfirmed_claim", bookingId, pieceId: piece.id });
    if (!arrived)
      expect(
        await handOverNotArrived(services, dispatcher, { id: next.id, version: 1, note: "" }, key()),
      ).toMatchObject({
        reason: "claim_gone",
      });
  }
});

test("[EXC-7] the desk chooses the hub of a parcel whose address says none, for all its pieces", async () => {
  const { bookingId } = await onTheRoad(2);
  const { id } = await openOne(opened, { kind: "no_destination", bookingId });
  expect(
    await chooseExceptionHub(services, dispatcher, { id, version: 1, hub: kano.id, note: "" }, key()),
  ).toMatchObject({ ok: true });
  expect((await piecesOf(opened, bookingId)).map(({ toHubId }) => toHubId)).toEqual([kano.id, kano.id]);
  expect(await readOne(opened, id)).toMatchObject({ closeReason: "solved", closeNote: "Kano delivers it." });
});

test("[EXC-8] after an incident a button mails the senders of what is still on the run, once, and it stays open", async () => {
  const { piece, run, code } = await onTheRoad();
  const gone = await onTheRoad();
  await db
    .update(runPieces)
    .set({ runId: run.id, outcome: "delivered", endedAt: clock.now() })
    .where(eq(runPieces.pieceId, gone.piece.id));
  const { id } = await openOne(opened, {
    kind: "incident",
    runId: run.id,
    hubId: ikeja.id,
    incident: "vehicle_broke_down",
  });
  const tell = (version: number) => tellSenders(services, dispatcher, { id, version, note: "" }, key());
  expect(await tell(1)).toMatchObject({ ok: true, told: 1 });
  expect(await tell(2)).toMatchObject({ ok: false, reason: "told_before" });
  const of = async (wanted: string) =>
    (await opened.mails(0)).filter(({ kind, text }) => kind === "run_incident" && text.includes(wanted));
  await expect.poll(async () => (await of(code)).length, { timeout: 10_000 }).toBe(1);
  expect((await of(code))[0]).toMatchObject({
    text: expect.stringContaining("Our vehicle broke down.") as string,
  });
  expect(await of(gone.code)).toEqual([]);
  expect(await readOne(opened, id)).toMatchObject({ closedAt: null, version: 2, details: { told: 1 } });
  await db
    .update(runPieces)
    .set({ outcome: "moved", endedAt: clock.now() })
    .where(eq(runPieces.pieceId, piece.id));
  const later = await openOne(opened, { kind: "incident", runId: run.id, incident: "weather" });
  expect(
    await tellSenders(services, dispatcher, { id: later.id, version: 1, note: "" }, key()),
  ).toMatchObject({
    reason: "nobody_to_tell",
  });
  expect(await db.$count(exceptions, eq(exceptions.runId, run.id))).toBe(2);
});
