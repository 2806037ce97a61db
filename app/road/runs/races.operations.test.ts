/**
 * Two people make conflicting changes at the same time, many times. The first change wins, no accepted change is lost,
 * and the ledgers agree.
 */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { makeAdmin } from "../../../test/fixtures/bookings.ts";
import { times } from "../../../test/fixtures/long.ts";
import { bookedAt, makeRun, receiveAt, recountRoad } from "../../../test/fixtures/road.ts";
import { HOUR, key, makeRunDesk } from "../../../test/fixtures/run-desk.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { bookings, custodyEntries, pieces, runPieces } from "../../platform/db/schema.ts";
import { assignPieces } from "./assign-pieces.server.ts";
import { loadWhatIsPlanned, sealRun } from "./load-run.server.ts";
import { recordDelivered } from "../entries/run-deeds.server.ts";
import { reconcileRun, runReturned } from "./send-and-close-run.server.ts";

const { opened, services, clock, db } = await fileServices();
const { desk: one, IKJ, KAN, seen, delivery, many, outWith } = await makeRunDesk(opened);
const two = await makeAdmin(opened, "dispatcher");
const ROUNDS = times(5, 100);
const placesOf = (run: string) => db.select().from(runPieces).where(eq(runPieces.runId, run));

async function runWith(count: number) {
  const ids = (await many(count)).flatMap(({ pieceIds }) => pieceIds);
  return { run: (await delivery()).id, ids };
}

test("[TRIP-3] two dispatchers assign the same pieces to two runs: no piece is on both", async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { run: a, ids } = await runWith(4);
    const { id: b } = await makeRun(opened, two, { kind: "delivery", hub: IKJ.id });
    const done = await Promise.all([
      assignPieces(services, one, { run: a, pieces: ids }, key()),
      assignPieces(services, two, { run: b, pieces: ids.toReversed() }, key()),
    ]);
    expect([...(await placesOf(a)), ...(await placesOf(b))]).toHaveLength(4);
    // Each response lists the pieces that could not be assigned because the other run got them.
    const told = done.map((result) => (result.ok ? result.missed.length : 4));
    expect(told[0]! + told[1]!).toBe(4);
  }
});

test("[TRIP-10] two clerks receive the same piece: it is received once, and in two hubs it is in one of them", async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { pieceIds } = await bookedAt(opened, one, KAN.id);
    clock.pass(HOUR);
    await Promise.all([receiveAt(opened, one, IKJ.id, pieceIds), receiveAt(opened, two, IKJ.id, pieceIds)]);
    const piece = eq(custodyEntries.pieceId, pieceIds[0]!);
    const entries = await db.select().from(custodyEntries).where(piece);
    expect(entries.filter(({ toId }) => toId === IKJ.id)).toHaveLength(1);
    clock.pass(HOUR);
    await Promise.all([receiveAt(opened, one, IKJ.id, pieceIds), receiveAt(opened, two, KAN.id, pieceIds)]);
    const [now] = await db.select().from(pieces).where(eq(pieces.id, pieceIds[0]!));
    expect([IKJ.id, KAN.id]).toContain(now!.holderId);
  }
  expect(await recountRoad(opened)).toEqual([]);
});

test("[TRIP-5] one seals while another assigns: what was sealed is with the rider, and nothing is planned on a sealed run", async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { run, ids } = await runWith(3);
    await assignPieces(services, one, { run, pieces: ids.slice(0, 2) }, key());
    await loadWhatIsPlanned(services, one, await seen(run), key());
    const form = { ...(await seen(run)), note: "Late", person: "Ada" };
    const [sealed, assigned] = await Promise.all([
      sealRun(services, one, form, key()),
      assignPieces(services, two, { run, pieces: ids.slice(2) }, key()),
    ]);
    const places = await placesOf(run);
    // One of the two forms is refused: it was outdated, or the run was sealed before the form arrived.
    expect(Number(sealed.ok) + Number(assigned.ok)).toBe(1);
    if (sealed.ok) expect(places.filter(({ loadedAt, endedAt }) => !loadedAt && !endedAt)).toEqual([]);
    else expect(places).toHaveLength(3);
  }
});

test("[TRIP-8] a run is closed while a delivery arrives: the parcel is delivered, whoever is first", async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const {
      run: { id: run },
      ids,
    } = await outWith(1);
    clock.pass(HOUR);
    await runReturned(services, one, await seen(run), key());
    const form = { ...(await seen(run)), note: "Not back", person: "Musa" };
    const [closed, delivered] = await Promise.all([
      reconcileRun(services, one, form, key()),
      recordDelivered(services, two, { run, pieces: ids, agedMs: 60_000 }, key()),
    ]);
    expect(delivered).toMatchObject({ ok: true });
    expect((await placesOf(run)).map(({ outcome }) => outcome)).toEqual(["delivered"]);
    if (!closed.ok)
      expect(await reconcileRun(services, one, await seen(run), key())).toMatchObject({
        ok: true,
        missing: 0,
      });
    const [piece] = await db.select().from(pieces).where(eq(pieces.id, ids[0]!));
    const [booking] = await db.select().from(bookings).where(eq(bookings.id, piece!.bookingId));
    expect([piece!.holderKind, booking!.status]).toEqual(["receiver", "delivered"]);
  }
  expect(await recountRoad(opened)).toEqual([]);
});
