/**
 * SCAN-12, HUB-8: counting the shelf of a hub, on a real database. Longer than 250 lines because scans and their count are
 * one subject.
 */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { makeAdmin, bookOne } from "../../../test/fixtures/bookings.ts";
import { recountRoad } from "../../../test/fixtures/road.ts";
import { HOUR, key, openRoadScans, scansBy } from "../../../test/fixtures/road-scans.ts";
import { KEEP_DAYS } from "../../../server/keep-days.ts";
import { purgeExpired } from "../../../server/retention.ts";
import { exceptions, hubMembers, hubs, shelfCountPieces, shelfCounts } from "../../platform/db/schema.ts";
import { handToRun } from "../scan/hand-over-scan.server.ts";
import { undoReceive } from "../scan/undo-receive.server.ts";
import { undoCount } from "../scan/count-scan.server.ts";
import { beginCount, closeCount, leaveCount } from "./end-count.server.ts";
import { openCount, readCount } from "./read-counts.server.ts";

const road = await openRoadScans();
const { opened, services, clock, db, desk, IKJ, KAN } = road;
const { inHub, pieceOf, exceptionsOf, assign, delivery, sendOut, scan } = road;

const MINUTE = 60_000;
type Hub = { id: string; name: string; code: string };
const shelf = (code: string, hub: Hub, more = {}) => scan("count", code, { hub: hub.id, ...more });
const close = async (hub: Hub, missing?: number, by = desk) => {
  const open = await openCount(db, hub.id);
  return closeCount(
    services,
    by,
    { hub: hub.id, count: open?.id ?? "", missing: missing ?? open?.missing ?? 0 },
    key(),
  );
};
let hubsMade = 0;
/** A hub whose shelf is empty. */
async function newHub() {
  const n = hubsMade++;
  const code = `X${String.fromCharCode(65 + Math.floor(n / 26))}${String.fromCharCode(65 + (n % 26))}`;
  const { id: _, ...like } = IKJ;
  const [hub] = await db
    .insert(hubs)
    .values({ ...like, code, name: `Hub ${code}` })
    .returning();
  return hub!;
}

test("[SCAN-12] [HUB-8] what is scanned is here, what is not is missing with the names of who counted, and custody stays", async () => {
  const hub = await newHub();
  const [one, two, three] = await inHub(3, hub);
  expect(await shelf(one!.code, hub)).toMatchObject({
    ok: true,
    word: "Here",
    text: "For Kano (KAN): linehaul.",
    tone: "yes",
    count: { hub: hub.id, expected: 3, scanned: 1, missing: 2, extra: 0 },
    back: { intent: "undo_count" },
  });
  clock.pass(MINUTE);
  expect(await shelf(one!.code, hub)).toMatchObject({ word: "Counted already", tone: "same", back: null });
  expect(await shelf(two!.code, hub)).toMatchObject({ count: { scanned: 2, missing: 1 } });
  const ended = await close(hub);
  expect(ended).toMatchObject({ ok: true, expected: 3, scanned: 2, missing: 1, extra: 0 });
  expect(await pieceOf(three!)).toMatchObject({ holderKind: "hub", holderId: hub.id });
  const [found] = await db.select().from(exceptions).where(eq(exceptions.bookingId, three!.id));
  expect(found).toMatchObject({ kind: "missing", hubId: hub.id, closedAt: null });
  expect(found!.note).toMatch(/^Not on the shelf of Hub X.. \(X..\)\. Counted by .+, closed by .+\.$/);
  expect(await exceptionsOf(one!)).toEqual([]);
  expect(await close(hub)).toMatchObject({ ok: false, reason: "no_count" });

  // A scan finds the missing piece: a scan of the next count, or a scan with 'Receive here'.
  expect(await shelf(three!.code, hub)).toMatchObject({
    word: "Found",
    tone: "yes",
    count: { expected: 3, scanned: 1 },
  });
  const [after] = await db.select().from(exceptions).where(eq(exceptions.bookingId, three!.id));
  expect(after).toMatchObject({ closeReason: "found" });
  expect(await recountRoad(opened)).toEqual([]);
});

test("[HUB-8] missing is only what lay here from the first scan to the close: not what came, left or was loaded meanwhile", async () => {
  const hub = await newHub();
  const [stays, leaves, loaded] = await inHub(3, hub);
  const counted = await inHub(1, hub);
  expect(await shelf(counted[0]!.code, hub)).toMatchObject({ count: { expected: 4, missing: 3 } });
  clock.pass(MINUTE);
  const [came] = await inHub(1, hub);
  const run = await delivery(undefined, hub);
  await sendOut(run, leaves!.pieceIds);
  const other = await delivery(undefined, hub);
  await assign(other, loaded!.pieceIds);
  expect(await scan("load", loaded!.code, { run: other.id })).toMatchObject({ ok: true });
  expect(await close(hub)).toMatchObject({ ok: true, missing: 1 });
  expect(await exceptionsOf(stays!)).toEqual(["missing"]);
  for (const one of [came!, leaves!, loaded!]) expect(await exceptionsOf(one)).toEqual([]);
  clock.pass(MINUTE);
  expect(await shelf(loaded!.code, hub)).toMatchObject({ word: "Loaded", tone: "wrong" });
});

test("[SCAN-12] what turned up moves: it is taken in, whoever had it by the record, and an undo takes it out again", async () => {
  const hub = await newHub();
  const [fromKano] = await inHub(1, KAN);
  const withSender = await bookOne(opened);
  clock.pass(MINUTE);
  const turned = await shelf(fromKano!.code, hub);
  expect(turned).toMatchObject({
    ok: true,
    word: "Wrong hub",
    tone: "wrong",
    count: { extra: 1, scanned: 0 },
  });
  expect(await pieceOf(fromKano!)).toMatchObject({ holderKind: "hub", holderId: hub.id });
  expect(await shelf(withSender.trackingCode, hub)).toMatchObject({
    word: "Turned up",
    text: "By what we knew it was with the sender. Taken in. For Kano (KAN): linehaul.",
    tone: "same",
    count: { extra: 2 },
  });
  expect(await shelf("OD00000000NG", hub)).toMatchObject({ ok: false, reason: "unknown_piece" });
  if (turned.back && "entry" in turned.back)
    expect(await undoReceive(services, desk, { entry: turned.back.entry }, key())).toMatchObject({
      ok: true,
    });
  expect(await pieceOf(fromKano!)).toMatchObject({ holderId: KAN.id });
  expect(await openCount(db, hub.id)).toMatchObject({ extra: 1 });
  expect(await close(hub)).toMatchObject({ ok: true, missing: 0, extra: 1 });
  expect(await recountRoad(opened)).toEqual([]);
});

test("[SCAN-12] a counted piece is taken out of an open count, and of no closed one", async () => {
  const hub = await newHub();
  const [one] = await inHub(1, hub);
  const { back } = await shelf(one!.code, hub);
  const fields = back as { count: string; piece: string };
  expect(await undoCount(services, desk, fields, key())).toMatchObject({
    ok: true,
    code: one!.code,
    count: { scanned: 0, missing: 1 },
  });
  expect(await undoCount(services, desk, fields, key())).toMatchObject({ ok: false, reason: "count_over" });
  await shelf(one!.code, hub);
  await close(hub);
  expect(await undoCount(services, desk, fields, key())).toMatchObject({ ok: false, reason: "count_over" });
});

test("[SCAN-12] two clerks who scan the same twenty pieces at once, share one count, and nothing is counted double", async () => {
  const hub = await newHub();
  const all = await inHub(20, hub);
  const ada = scansBy(opened, await makeAdmin(opened, "dispatcher"));
  const answers = await Promise.all(
    all.flatMap(({ code }) => [shelf(code, hub), ada("count", code, { hub: hub.id })]),
  );
  expect(answers.filter(({ ok }) => !ok)).toEqual([]);
  expect(answers.filter(({ word }) => word === "Here")).toHaveLength(20);
  expect(answers.filter(({ word }) => word === "Counted already")).toHaveLength(20);
  const open = await db.select().from(shelfCounts).where(eq(shelfCounts.hubId, hub.id));
  expect(open.filter(({ endedAt }) => endedAt === null)).toHaveLength(1);
  expect(await openCount(db, hub.id)).toMatchObject({ expected: 20, scanned: 20, missing: 0 });
  const closing = await openCount(db, hub.id);
  const form = { hub: hub.id, count: closing!.id, missing: 0 };
  const ends = await Promise.all([1, 2, 3].map(() => closeCount(services, desk, form, key())));
  expect(ends.filter(({ ok }) => ok)).toHaveLength(1);
  expect(ends.find(({ ok }) => !ok)).toMatchObject({ reason: "ended_meanwhile" });
});

test("[HUB-8] closing races with scans and hand-overs: each piece is scanned, gone or missing, and never two of them", async () => {
  for (let round = 0; round < 5; round++) {
    const hub = await newHub();
    const all = await inHub(8, hub);
    await shelf(all[0]!.code, hub);
    clock.pass(MINUTE);
    const run = await delivery(undefined, hub);
    await sendOut(run, all[7]!.pieceIds);
    const count = (await openCount(db, hub.id))!;
    const moving = all.slice(4, 7);
    const [ended] = await Promise.all([
      closeCount(services, desk, { hub: hub.id, count: count.id, missing: 6 }, key()),
      ...all.slice(1, 4).map(({ code }) => shelf(code, hub)),
      ...moving.map(({ code }) => handToRun.receive(services, desk, { code, run: run.id }, key())),
    ]);
    expect(ended).toMatchObject({ ok: true });
    const rows = await db.select().from(shelfCountPieces).where(eq(shelfCountPieces.countId, count.id));
    expect(new Set(rows.map(({ pieceId }) => pieceId)).size).toBe(rows.length);
    for (const one of moving) {
      const { holderKind, id } = await pieceOf(one);
      if (holderKind !== "rider") continue;
      const missed = rows.some(({ pieceId, outcome }) => pieceId === id && outcome === "missing");
      const open = (await db.select().from(exceptions).where(eq(exceptions.pieceId, id))).length;
      // The piece was missing if the close came before the hand-over. Only a missing piece has an exception.
      expect(open).toBe(missed ? 1 : 0);
    }
  }
  expect(await recountRoad(opened)).toEqual([]);
});

test("[SCAN-12] a scan that waited without a network belongs to the count of its time, and what that count missed is found", async () => {
  const hub = await newHub();
  const [one, two] = await inHub(2, hub);
  await shelf(one!.code, hub);
  clock.pass(5 * MINUTE);
  await close(hub);
  expect(await exceptionsOf(two!)).toEqual(["missing"]);
  clock.pass(HOUR);
  const late = await shelf(two!.code, hub, { agedMs: HOUR + 2 * MINUTE });
  expect(late).toMatchObject({ ok: true, word: "Found", count: { missing: 0, scanned: 2 }, back: null });
  const [asked] = await db.select().from(exceptions).where(eq(exceptions.bookingId, two!.id));
  expect(asked).toMatchObject({ closeReason: "found" });
  expect(await openCount(db, hub.id)).toBeNull();

  // A late scan may be older than all scans that the server knows. The count then begins at the time of this scan.
  const [first, second, later] = await inHub(3, hub);
  clock.pass(20 * MINUTE);
  const [cameThen] = await inHub(1, hub);
  clock.pass(MINUTE);
  await shelf(first!.code, hub);
  await shelf(second!.code, hub, { agedMs: 10 * MINUTE });
  const open = (await openCount(db, hub.id))!;
  expect(open.startedAt).toEqual(new Date(clock.now().getTime() - 10 * MINUTE));
  await close(hub);
  expect([await exceptionsOf(later!), await exceptionsOf(cameThen!)]).toEqual([["missing"], []]);
});

test("[HUB-8] an open count without a scan for twelve hours is given up, and a scan older than that begins none", async () => {
  const hub = await newHub();
  const [one, two] = await inHub(2, hub);
  await shelf(one!.code, hub);
  const old = (await openCount(db, hub.id))!;
  clock.pass(13 * HOUR);
  expect(await shelf(two!.code, hub)).toMatchObject({ count: { scanned: 1 } });
  expect(await readCount(db, hub.id, old.id)).toMatchObject({ ended: "left" });
  expect((await openCount(db, hub.id))!.id).not.toBe(old.id);
  expect(await exceptionsOf(one!)).toEqual([]);
  await leaveCount(services, desk, { hub: hub.id, count: (await openCount(db, hub.id))!.id }, key());
  clock.pass(2 * 24 * HOUR);
  expect(await shelf(one!.code, hub, { agedMs: 14 * HOUR })).toMatchObject({ ok: true, count: null });
  expect(await openCount(db, hub.id)).toBeNull();
});

test("[HUB-8] an empty shelf is counted by the button, and more missing than the page showed is asked again", async () => {
  const hub = await newHub();
  const [lost] = await inHub(1, hub);
  const begun = await Promise.all([1, 2].map(() => beginCount(services, desk, { hub: hub.id }, key())));
  expect(new Set(begun.map((one) => one.ok && one.count)).size).toBe(1);
  expect(await close(hub, 0)).toMatchObject({ ok: false, reason: "more_missing" });
  expect(await close(hub, 1)).toMatchObject({ ok: true, missing: 1, scanned: 0 });
  expect(await exceptionsOf(lost!)).toEqual(["missing"]);
});

test("[HUB-8] [HUB-3] a clerk counts the own hub only; support, a cashier and unknown ids change nothing", async () => {
  const hub = await newHub();
  const [one] = await inHub(1, hub);
  const clerk = await makeAdmin(opened, "hub_clerk");
  await db.insert(hubMembers).values({ memberId: clerk.memberId, hubId: KAN.id });
  const theirs = scansBy(opened, clerk);
  expect(await theirs("count", one!.code, { hub: hub.id })).toMatchObject({ ok: false, reason: "other_hub" });
  expect(await beginCount(services, clerk, { hub: hub.id }, key())).toMatchObject({ reason: "other_hub" });
  const { back } = await shelf(one!.code, hub);
  const fields = back as { count: string; piece: string };
  const count = fields.count;
  for (const end of [closeCount, leaveCount]) {
    const form = { hub: hub.id, count, missing: 9 };
    expect(await end.receive(services, clerk, form, key())).toMatchObject({ ok: false, reason: "other_hub" });
    // A clerk sends a form with the clerk's own hub and with the count of another hub. This must not close the count.
    const forged = { hub: KAN.id, count, missing: 9 };
    expect(await end.receive(services, clerk, forged, key())).toMatchObject({
      ok: false,
      reason: "no_count",
    });
    expect(await end.receive(services, desk, { ...form, count: "x" }, key())).toMatchObject({
      reason: "no_count",
    });
    for (const role of ["support", "cashier"] as const)
      expect(await end.receive(services, await makeAdmin(opened, role), form, key())).toMatchObject({
        code: "forbidden",
      });
  }
  expect(await undoCount(services, clerk, fields, key())).toMatchObject({ ok: false, reason: "other_hub" });
  expect(await openCount(db, hub.id)).toMatchObject({ scanned: 1 });
});

test("[HUB-8] counts are kept for a year", async () => {
  const hub = await newHub();
  const [one] = await inHub(1, hub);
  await shelf(one!.code, hub);
  await close(hub);
  const before = await db.$count(shelfCounts);
  await purgeExpired(services);
  expect(await db.$count(shelfCounts)).toBe(before);
  clock.pass((KEEP_DAYS.shelfCounts + 1) * 24 * HOUR);
  await purgeExpired(services);
  expect(await db.$count(shelfCounts)).toBe(0);
  expect(await db.$count(shelfCountPieces)).toBe(0);
});
