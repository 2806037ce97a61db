/** Two people at once, many times: whoever is faster wins, nobody's work is lost, and the ledgers agree. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { makeAdmin } from "../../../test/fixtures/bookings.ts";
import { closedAfterAll } from "../../../test/fixtures/closed-after-all.ts";
import { times } from "../../../test/fixtures/long.ts";
import {
  bookedAt,
  makeHubs,
  makeRider,
  makeRun,
  receiveAt,
  recountRoad,
  runNow,
} from "../../../test/fixtures/road.ts";
import { openTestServices } from "../../../test/fixtures/services.ts";
import { bookings, custodyEntries, pieces, runPieces } from "../../platform/db/schema.ts";
import { assignPieces } from "./assign-pieces.server.ts";
import { loadWhatIsPlanned, sealRun } from "./load-run.server.ts";
import { recordDelivered } from "./run-deeds.server.ts";
import { reconcileRun, runOut, runReturned } from "./run-way.server.ts";

const opened = await closedAfterAll(openTestServices({ limitsFactor: 1000 }));
const { services, clock } = opened;
const { db } = services;
const [one, two] = [await makeAdmin(opened, "moderator"), await makeAdmin(opened, "dispatcher")];
const { IKJ, KAN } = await makeHubs(opened, "IKJ", "KAN");
const rider = await makeRider(opened, IKJ.id);
const ROUNDS = times(5, 100);
const HOUR = 3_600_000;
const key = () => crypto.randomUUID();
const seen = async (run: string) => ({ run, version: (await runNow(opened, run)).version });
const placesOf = (run: string) => db.select().from(runPieces).where(eq(runPieces.runId, run));

async function runWith(count: number) {
  const all = [];
  for (let n = 0; n < count; n++) all.push(await bookedAt(opened, one, IKJ.id));
  const ids = all.flatMap(({ pieceIds }) => pieceIds);
  const run = await makeRun(opened, one, { kind: "delivery", hub: IKJ.id, rider: rider.id });
  return { run: run.id, ids };
}

async function outWith(count: number) {
  const { run, ids } = await runWith(count);
  await assignPieces(services, one, { run, pieces: ids }, key());
  await loadWhatIsPlanned(services, one, await seen(run), key());
  await sealRun(services, one, await seen(run), key());
  await runOut(services, one, await seen(run), key());
  return { run, ids };
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
    // Each is told of every piece that did not come to them.
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
    // The form of the other was out of date, or the run was sealed before it came.
    expect(Number(sealed.ok) + Number(assigned.ok)).toBe(1);
    if (sealed.ok) expect(places.filter(({ loadedAt, endedAt }) => !loadedAt && !endedAt)).toEqual([]);
    else expect(places).toHaveLength(3);
  }
});

test("[TRIP-8] a run is closed while a delivery arrives: the parcel is delivered, whoever is first", async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { run, ids } = await outWith(1);
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
