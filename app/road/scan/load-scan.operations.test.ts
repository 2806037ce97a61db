/** SCAN-8: loading runs by scans, on a real database. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookOne, makeAdmin } from "../../../test/fixtures/bookings.ts";
import { makeRun, runNow } from "../../../test/fixtures/road.ts";
import { key, openRoadScans, scansBy } from "../../../test/fixtures/road-scans.ts";
import { hubMembers, pieces } from "../../platform/db/schema.ts";
import { undoLoad } from "./load-scan.server.ts";

const road = await openRoadScans();
const { opened, services, clock, db, desk, IKJ, KAN, musa, ada } = road;
const { scan, assign, seal, inHub, delivery, linehaul, placesOf } = road;

test("[SCAN-8] what is planned is loaded, what is not is added as an extra, twice changes nothing, and an undo takes it off", async () => {
  const [planned, extra] = await inHub(2);
  const run = await delivery();
  await assign(run, planned!.pieceIds);
  const load = (code: string, more = {}) => scan("load", code, { run: run.id, ...more });
  const at = clock.now();
  expect(await load(planned!.code, { agedMs: 30_000 })).toMatchObject({
    ok: true,
    word: "Right",
    text: `Loaded on ${run.name}, stop 1.`,
    tone: "yes",
    count: { run: run.id, expected: 1, scanned: 1, missing: 0, extra: 0 },
  });
  expect((await placesOf(planned!.pieceIds[0]!))[0]).toMatchObject({
    loadedAt: new Date(at.getTime() - 30_000),
    loadedBy: "scan",
  });
  const version = (await runNow(opened, run.id)).version;
  expect(await load(planned!.code)).toMatchObject({ word: "Already loaded", tone: "same", back: null });
  expect((await runNow(opened, run.id)).version).toBe(version);
  const added = await load(extra!.code);
  expect(added).toMatchObject({
    word: "Added",
    text: `Not planned: added to ${run.name}. It is for Kano (KAN): take it off if that is not meant.`,
    tone: "same",
    count: { expected: 1, scanned: 1, missing: 0, extra: 1 },
  });
  expect((await placesOf(extra!.pieceIds[0]!))[0]).toMatchObject({
    extra: true,
    loadedBy: "scan",
    endedAt: null,
  });
  const back = added.back as { run: string; piece: string };
  expect(await undoLoad(services, desk, back, key())).toMatchObject({ ok: true, count: { extra: 0 } });
  expect((await placesOf(extra!.pieceIds[0]!))[0]).toMatchObject({ outcome: "removed" });
  const first = { run: run.id, piece: planned!.pieceIds[0]! };
  expect(await undoLoad(services, desk, first, key())).toMatchObject({ ok: true, count: { missing: 1 } });
  expect((await placesOf(planned!.pieceIds[0]!))[0]).toMatchObject({ loadedAt: null, endedAt: null });
  expect(await undoLoad(services, desk, first, key())).toMatchObject({ ok: false, reason: "not_undone" });
});

test("[SCAN-8] an extra that the run's hub delivers is named with no other hub", async () => {
  const [extra] = await inHub(1);
  await db.update(pieces).set({ toHubId: IKJ.id }).where(eq(pieces.id, extra!.pieceIds[0]!));
  const run = await delivery();
  const text = `Not planned: added to ${run.name}.`;
  expect(await scan("load", extra!.code, { run: run.id })).toMatchObject({ word: "Added", text });
});

test("[SCAN-8] a piece of another run, one that is elsewhere or delivered, a sealed run and a pickup run are refused, each in clear words", async () => {
  const [own, others, delivered] = await inHub(3);
  const run = await delivery();
  const other = await delivery(ada);
  await assign(run, own!.pieceIds);
  await assign(other, others!.pieceIds);
  expect(await scan("load", others!.code, { run: run.id })).toMatchObject({ ok: false, reason: "other_run" });
  expect((await scan("load", others!.code, { run: run.id })).errors?.["form"]).toContain(
    `It is on ${other.name}.`,
  );
  const withSender = await bookOne(opened);
  const notHere = await scan("load", withSender.trackingCode, { run: run.id });
  expect(notHere).toMatchObject({ ok: false, reason: "not_here" });
  expect(notHere.errors?.["form"]).toBe(
    "By what we know it is with the sender. Receive it here first, then load it.",
  );
  await scan("status", delivered!.code, { status: "delivered" });
  expect(await scan("load", delivered!.code, { run: run.id })).toMatchObject({ reason: "delivered_before" });
  expect(await scan("load", "GIG1234567890", { run: run.id })).toMatchObject({ reason: "not_ours" });
  await seal(run);
  const sealed = await scan("load", own!.code, { run: run.id });
  expect(sealed).toMatchObject({ ok: false, reason: "sealed" });
  expect(sealed.errors?.["form"]).toContain(`${run.name} is sealed: no more is loaded.`);
  expect(await undoLoad(services, desk, { run: run.id, piece: own!.pieceIds[0]! }, key())).toMatchObject({
    reason: "not_undone",
  });
  const pickup = await makeRun(opened, desk, { kind: "pickup", hub: IKJ.id, rider: musa.id });
  expect(await scan("load", others!.code, { run: pickup.id })).toMatchObject({ reason: "no_loading" });
});

test("[SCAN-8] a clerk loads at the own hub alone, also on a linehaul to it; a cashier may load, support may not", async () => {
  const [one] = await inHub(1);
  const run = await linehaul(IKJ, KAN);
  await assign(run, one!.pieceIds);
  const kano = await makeAdmin(opened, "hub_clerk");
  await db.insert(hubMembers).values({ memberId: kano.memberId, hubId: KAN.id });
  const load = async (by: typeof kano) => scansBy(opened, by)("load", one!.code, { run: run.id });
  expect(await load(kano)).toMatchObject({ ok: false, reason: "other_hub" });
  expect(await load(await makeAdmin(opened, "support"))).toMatchObject({ ok: false, code: "forbidden" });
  expect(await load(await makeAdmin(opened, "cashier"))).toMatchObject({ ok: true, word: "Right" });
});

test("[SCAN-8] of two who add one piece to two runs at once, one has it and the other is told the run", async () => {
  const [piece] = await inHub(1);
  const both = [await delivery(), await delivery(ada)];
  const answers = await Promise.all(both.map(({ id }) => scan("load", piece!.code, { run: id })));
  expect(new Set(answers.map(({ ok, reason }) => (ok ? "added" : reason)))).toEqual(
    new Set(["added", "other_run"]),
  );
  expect((await placesOf(piece!.pieceIds[0]!)).filter(({ endedAt }) => !endedAt)).toHaveLength(1);
});
