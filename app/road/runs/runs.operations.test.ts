/** Runs from planning to closing, on a real database. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookOne } from "../../../test/fixtures/bookings.ts";
import {
  bookedAt,
  loadEach,
  makePartner,
  makeRun,
  piecesOf,
  receiveAt,
  recountRoad,
  runNow,
} from "../../../test/fixtures/road.ts";
import { HOUR, key, makeRunDesk } from "../../../test/fixtures/run-desk.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { exceptions, runPieces } from "../../platform/db/schema.ts";
import { moveStop, unassignPieces } from "./assign-pieces.server.ts";
import { createRun } from "./create-run.server.ts";
import { sealRun } from "./load-run.server.ts";
import { recordAttempted, recordDelivered } from "../entries/run-deeds.server.ts";
import { reconcileRun, runOut, runReturned } from "./send-and-close-run.server.ts";

const { opened, services, clock, db } = await fileServices();
const { desk, IKJ, KAN, musa, seen, assign, delivery, many, sendOut, statusOf, kindsOf, outFor } =
  await makeRunDesk(opened);
const bus = await makePartner(opened);

test("[TRIP-1] a run is named after its hub; a linehaul needs another hub, a partner a phone", async () => {
  const first = await delivery();
  expect(first.name).toMatch(/^IKJ-D-\d+$/);
  const day = first.day;
  const linehaul = { kind: "linehaul" as const, day, hub: IKJ.id };
  expect(await createRun(services, desk, linehaul, key())).toMatchObject({
    errors: { toHub: expect.any(String) },
  });
  expect(await createRun(services, desk, { ...linehaul, toHub: IKJ.id }, key())).toMatchObject({ ok: false });
  const byBus = { ...linehaul, toHub: KAN.id, partner: bus.id };
  expect(await createRun(services, desk, byBus, key())).toMatchObject({
    errors: { driverPhone: expect.any(String) },
  });
  expect(
    await createRun(services, desk, { ...byBus, driverPhone: "08031234567", fee: "3500" }, key()),
  ).toMatchObject({
    ok: true,
  });
  expect(
    await createRun(services, desk, { kind: "delivery", day: "2026-11-20", hub: IKJ.id }, key()),
  ).toMatchObject({
    errors: { day: expect.stringContaining("over") },
  });
});

test("[TRIP-3] a piece is on one open run: of two who assign the same at once, one gets each and the other is told", async () => {
  const pieces = (await many(6)).flatMap(({ pieceIds }) => pieceIds);
  const [one, two] = [await delivery(), await delivery()];
  const [a, b] = await Promise.all([assign(one.id, pieces), assign(two.id, pieces)]);
  const open = await db.select().from(runPieces).where(eq(runPieces.runId, one.id));
  const other = await db.select().from(runPieces).where(eq(runPieces.runId, two.id));
  expect(open.length + other.length).toBe(6);
  for (const result of [a, b])
    if (result.ok) expect(result.assigned + result.missed.length).toBe(6);
    else expect(result).toMatchObject({ code: "conflict", reason: "none_open" });
});

test("[TRIP-3] what is delivered, and what nobody has picked up yet, goes on no delivery run", async () => {
  const [here, given] = await many(2);
  const waiting = await bookOne(opened);
  const out = await outFor(given!.pieceIds);
  await recordDelivered(services, desk, { run: out.id, pieces: given!.pieceIds, note: "" }, key());
  const pieces = [
    ...here!.pieceIds,
    ...given!.pieceIds,
    ...(await piecesOf(opened, waiting.id)).map(({ id }) => id),
  ];
  const assigned = await assign((await delivery()).id, pieces);
  expect(assigned).toMatchObject({ ok: true, assigned: 1 });
  expect(assigned.ok && assigned.missed.map(({ why }) => why).toSorted()).toEqual([
    "delivered",
    "not picked up yet",
  ]);
});

test("[TRIP-4] parcels of one place are one stop, and stops are put into another order", async () => {
  const same = [await bookedAt(opened, desk, IKJ.id), await bookedAt(opened, desk, IKJ.id)];
  const other = await bookedAt(opened, desk, IKJ.id, {
    receiverPhone: "08029876543",
    receiverAddress: "5 Ogunlana Drive, Surulere, Lagos",
  });
  const run = await delivery();
  await assign(
    run.id,
    [...same, other].flatMap(({ pieceIds }) => pieceIds),
  );
  const stops = async () =>
    new Map(
      (await db.select().from(runPieces).where(eq(runPieces.runId, run.id))).map((row) => [
        row.pieceId,
        row.stop,
      ]),
    );
  const before = await stops();
  expect(before.get(same[0]!.pieceIds[0]!)).toBe(before.get(same[1]!.pieceIds[0]!));
  expect(new Set(before.values())).toEqual(new Set([1, 2]));
  const last = before.get(other.pieceIds[0]!)!;
  await moveStop(services, desk, { run: run.id, stop: last, to: last === 1 ? 2 : 1 }, key());
  expect((await stops()).get(other.pieceIds[0]!)).toBe(last === 1 ? 2 : 1);
});

test("[TRIP-5] [TRIP-8] a run is loaded, sealed, out, returned and closed, and each piece has its holder", async () => {
  const [first, second, third] = await many(3);
  const run = await delivery();
  await assign(
    run.id,
    [first!, second!, third!].flatMap(({ pieceIds }) => pieceIds),
  );
  await loadEach(opened, desk, run.id, [...first!.pieceIds, ...second!.pieceIds]);
  expect(await sealRun(services, desk, await seen(run.id), key())).toMatchObject({
    ok: false,
    reason: "difference",
    errors: { form: expect.stringContaining("1 missing") },
  });
  const note = { note: "Not on the shelf", person: "Ngozi" };
  const version = await seen(run.id);
  const both = await Promise.all([
    sealRun(services, desk, { ...version, ...note }, key()),
    sealRun(services, desk, { ...version, ...note }, key()),
  ]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  const missing = await db.select().from(exceptions).where(eq(exceptions.pieceId, third!.pieceIds[0]!));
  expect(missing).toMatchObject([{ kind: "missing", note: "Not on the shelf (Ngozi)" }]);
  expect((await piecesOf(opened, first!.booking.id))[0]).toMatchObject({
    holderKind: "rider",
    holderId: musa.id,
  });
  expect((await piecesOf(opened, third!.booking.id))[0]).toMatchObject({ holderKind: "hub" });

  await runOut(services, desk, await seen(run.id), key());
  expect(await kindsOf(first!.booking.id)).toEqual(["booked", "arrived_at_hub", "out_for_delivery"]);
  clock.pass(HOUR);
  await recordDelivered(
    services,
    desk,
    { run: run.id, pieces: first!.pieceIds, note: "To Ada at the gate" },
    key(),
  );
  expect(await statusOf(first!.booking.id)).toBe("delivered");
  await recordAttempted(
    services,
    desk,
    { run: run.id, pieces: second!.pieceIds, reason: "nobody_home" },
    key(),
  );
  expect(await statusOf(second!.booking.id)).toBe("failed");
  expect((await piecesOf(opened, second!.booking.id))[0]).toMatchObject({ holderKind: "rider" });

  await runReturned(services, desk, await seen(run.id), key());
  expect(await reconcileRun(services, desk, await seen(run.id), key())).toMatchObject({
    ok: false,
    reason: "difference",
  });
  await receiveAt(opened, desk, IKJ.id, second!.pieceIds);
  expect(await reconcileRun(services, desk, await seen(run.id), key())).toMatchObject({
    ok: true,
    missing: 0,
  });
  expect((await piecesOf(opened, second!.booking.id))[0]).toMatchObject({
    holderKind: "hub",
    holderId: IKJ.id,
  });
  expect(await recountRoad(opened)).toEqual([]);
});

test("[TRIP-5] a delivery run with nothing loaded is not sealed", async () => {
  const [one] = await many(1);
  const run = await delivery();
  await assign(run.id, one!.pieceIds);
  const note = { note: "Nothing there", person: "Ngozi" };
  expect(await sealRun(services, desk, { ...(await seen(run.id)), ...note }, key())).toMatchObject({
    reason: "nothing_loaded",
  });
});

test("[TRIP-8] closing with a piece that is neither delivered nor back needs a reason and a person, and opens an exception", async () => {
  const [one] = await many(1);
  const run = await outFor(one!.pieceIds);
  await runReturned(services, desk, await seen(run.id), key());
  const note = { note: "Rider says handed over", person: "Musa Bello" };
  expect(await reconcileRun(services, desk, { ...(await seen(run.id)), ...note }, key())).toMatchObject({
    ok: true,
    missing: 1,
  });
  const [open] = await db.select().from(exceptions).where(eq(exceptions.pieceId, one!.pieceIds[0]!));
  expect(open).toMatchObject({ kind: "missing", runId: run.id, note: "Rider says handed over (Musa Bello)" });
  expect((await piecesOf(opened, one!.booking.id))[0]).toMatchObject({
    holderKind: "rider",
    holderId: musa.id,
  });
});

test("[TRIP-8] a planned run is closed as it is while nothing is on it, and not with a piece; it does not go out", async () => {
  const [one] = await many(1);
  const run = await delivery();
  await assign(run.id, one!.pieceIds);
  expect(await runOut(services, desk, await seen(run.id), key())).toMatchObject({ ok: false });
  expect(await reconcileRun(services, desk, await seen(run.id), key())).toMatchObject({ ok: false });
  await unassignPieces(services, desk, { ...(await seen(run.id)), pieces: one!.pieceIds }, key());
  expect(await reconcileRun(services, desk, await seen(run.id), key())).toMatchObject({ ok: true });
  expect(await runNow(opened, run.id)).toMatchObject({ state: "reconciled", closeNote: null });
});

test("[TRIP-10] a linehaul arrives at the other hub, and what is left off a run can be planned again", async () => {
  const all = await many(2);
  const run = await makeRun(opened, desk, {
    kind: "linehaul",
    hub: IKJ.id,
    toHub: KAN.id,
    partner: bus.id,
    driverPhone: "08031234567",
  });
  await assign(
    run.id,
    all.flatMap(({ pieceIds }) => pieceIds),
  );
  await unassignPieces(services, desk, { run: run.id, pieces: all[1]!.pieceIds }, key());
  await sendOut(run.id);
  const out = await runNow(opened, run.id);
  expect(out.expectedAt!.getTime() - out.outAt!.getTime()).toBe(24 * HOUR);
  clock.pass(20 * HOUR);
  await receiveAt(opened, desk, KAN.id, all[0]!.pieceIds);
  expect((await piecesOf(opened, all[0]!.booking.id))[0]).toMatchObject({
    holderKind: "hub",
    holderId: KAN.id,
  });
  expect(await kindsOf(all[0]!.booking.id)).toEqual([
    "booked",
    "arrived_at_hub",
    "left_hub",
    "arrived_at_hub",
  ]);
  const again = await delivery();
  expect(await assign(again.id, all[1]!.pieceIds)).toMatchObject({ ok: true, assigned: 1 });
  expect(await recountRoad(opened)).toEqual([]);
});
