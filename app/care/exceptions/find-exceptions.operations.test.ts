/**
 * The periodic check: it finds late runs, late linehauls and unconfirmed hand-overs, and its queries use the indexes.
 */
import { eq, sql, type SQL } from "drizzle-orm";
import { expect, test } from "vitest";
import { actBy } from "../../../test/fixtures/acts.ts";
import { bookOne } from "../../../test/fixtures/bookings.ts";
import { HOUR, openDesk } from "../../../test/fixtures/exception-desk.ts";
import { anyRun, handOver, readOne } from "../../../test/fixtures/exceptions.ts";
import { Phone } from "../../../test/fixtures/phone.ts";
import { makeRider } from "../../../test/fixtures/road.ts";
import { lagosDay } from "../../domain/dates.ts";
import { exceptions, runPieces, runs } from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { recordProofs, type NewProof } from "../../parcels/proof/record-proof.server.ts";
import { closeException } from "./change-exception.server.ts";
import { handOverNotArrived } from "./hand-over-steps.server.ts";
import {
  handOversNotConfirmed,
  findExceptions,
  linehaulsOverdue,
  runsNotClosed,
} from "./find-exceptions.server.ts";

const desk = await openDesk();
const { opened, services, clock, db, ikeja, kano, dispatcher, onTheRoad } = desk;
const key = () => crypto.randomUUID();
const DAY = 24 * HOUR;
const hub = { kind: "hub", id: ikeja.id } as const;

const about = async (runId: string) =>
  (await db.select().from(exceptions).where(eq(exceptions.runId, runId))).map(({ kind }) => kind);
/** Closes all runs, and deletes all exceptions and the pieces of all runs, so that each test starts without them. */
const clear = () =>
  db
    .update(runs)
    .set({ state: "reconciled" })
    .then(() => db.delete(exceptions))
    .then(() => db.delete(runPieces));

test("[EXC-9] a run that is still open the day after, or came back twelve hours ago, is asked for once, and again after its hours", async () => {
  await clear();
  const day = lagosDay(clock.now());
  const base = { hubId: ikeja.id, day };
  const out = await anyRun(opened, { ...base, name: "F-1" });
  const planned = await anyRun(opened, { ...base, name: "F-2", state: "planned" });
  const linehaul = await anyRun(opened, { ...base, name: "F-3", kind: "linehaul", toHubId: kano.id });
  const back = { state: "returned", returnedAt: clock.now() } as const;
  const returned = await anyRun(opened, { ...base, ...back, name: "F-4", kind: "pickup" });
  expect(await findExceptions(services)).toBe(0);
  clock.pass(13 * HOUR);
  // It is noon in the fixture, so thirteen hours later the next day has begun in Lagos.
  expect(lagosDay(clock.now())).not.toBe(day);
  expect(await Promise.all([findExceptions(services), findExceptions(services)])).toContain(2);
  expect(await findExceptions(services)).toBe(0);
  expect(await about(out.id)).toEqual(["run_not_closed"]);
  expect(await about(returned.id)).toEqual(["run_not_closed"]);
  expect([...(await about(planned.id)), ...(await about(linehaul.id))]).toEqual([]);

  const [one] = await db.select().from(exceptions).where(eq(exceptions.runId, out.id));
  expect(one).toMatchObject({
    openedByName: "Automatic check",
    hubId: ikeja.id,
    dueAt: new Date(clock.now().getTime() + 12 * HOUR),
  });
  const form = { id: one!.id, version: 1, reason: "solved", note: "He comes tonight" } as const;
  expect(await closeException(services, dispatcher, form, key())).toMatchObject({ ok: true });
  clock.pass(11 * HOUR);
  expect(await findExceptions(services)).toBe(0);
  clock.pass(2 * HOUR);
  expect(await findExceptions(services)).toBe(1);
});

test("[EXC-9] a linehaul is overdue when its time is over and a piece has not arrived", async () => {
  await clear();
  const { run } = await onTheRoad();
  const expectedAt = new Date(clock.now().getTime() + HOUR);
  await db
    .update(runs)
    .set({ kind: "linehaul", toHubId: kano.id, expectedAt, day: lagosDay(clock.now()) })
    .where(eq(runs.id, run.id));
  expect(await findExceptions(services)).toBe(0);
  clock.pass(2 * HOUR);
  expect(await findExceptions(services)).toBe(1);
  expect(await about(run.id)).toEqual(["linehaul_overdue"]);
  await db.delete(exceptions);
  await db.update(runPieces).set({ outcome: "arrived", endedAt: clock.now() });
  expect(await findExceptions(services)).toBe(0);
});

test("[EXC-9] a one-sided hand-over of twelve hours is asked for unless the piece went on, came back, or was decided about", async () => {
  await clear();
  const scenes = await Promise.all(
    ["none", "confirmed", "came back", "taken back", "closed"].map(async (what) => ({
      what,
      ...(await onTheRoad()),
    })),
  );
  for (const { piece, run } of scenes)
    await handOver(opened, piece.id, hub, { oneSided: true, runId: run.id });
  clock.pass(HOUR);
  for (const { what, piece } of scenes) {
    if (what === "confirmed") await handOver(opened, piece.id, hub);
    if (what !== "came back") continue;
    await handOver(opened, piece.id, hub);
    clock.pass(1000);
    await handOver(opened, piece.id, { kind: "rider", id: desk.rider.id });
  }
  await db.update(runs).set({ state: "reconciled" });
  expect(await findExceptions(services)).toBe(0);
  clock.pass(12 * HOUR);
  expect(await findExceptions(services)).toBe(3);
  const found = await db.select().from(exceptions);
  const of = (wanted: string) =>
    found.find(({ pieceId }) => pieceId === scenes.find(({ what }) => what === wanted)!.piece.id);
  expect(of("none")).toMatchObject({
    kind: "unconfirmed_claim",
    hubId: ikeja.id,
    note: "Test says it was handed over.",
  });
  const form = { version: 1, note: "" };
  expect(
    await handOverNotArrived(services, dispatcher, { ...form, id: of("taken back")!.id }, key()),
  ).toMatchObject({ ok: true });
  expect(
    await closeException(services, dispatcher, { ...form, id: of("closed")!.id, reason: "no_fault" }, key()),
  ).toMatchObject({ ok: true });
  clock.pass(DAY);
  expect(await findExceptions(services)).toBe(0);
  expect(await readOne(opened, of("none")!.id)).toMatchObject({ closedAt: null });
});

test("[EXC-9] each look reads indexes, not tables", async () => {
  const plan = (statement: SQL) =>
    transact(db, async (tx) => {
      // PostgreSQL reads a small table whole. Without sequential scans the plan shows whether an index fits the query.
      await tx.execute(sql`set local enable_seqscan = off`);
      const { rows } = await tx.execute<{ "QUERY PLAN": string }>(sql`explain ${statement}`);
      return rows.map((row) => row["QUERY PLAN"]).join("\n");
    });
  expect(await plan(runsNotClosed(clock.now()))).toContain("runs_open");
  expect(await plan(handOversNotConfirmed(clock.now()))).toContain("custody_entries_claims");
  for (const look of [runsNotClosed, linehaulsOverdue, handOversNotConfirmed])
    expect(await plan(look(clock.now()))).not.toContain("Seq Scan");
});

test("[EXC-9] [PROOF-4] a photo that proves a delivery and has not come after a day is asked for, once", async () => {
  await clear();
  const { id } = await bookOne(opened);
  const deedId = key();
  const by = { byUserId: null, byName: "Musa" };
  const of: NewProof = {
    ...{ deedId, run: null, outcome: "delivered", occurredAt: clock.now(), takenBy: "Ada" },
    ...{ parts: [{ bookingId: id, pieces: [1], returning: false }], pictures: ["photo"] },
  };
  await transact(db, (tx) => recordProofs({ services, tx, act: actBy(tx, by.byName, clock.now()) }, [of]));
  const found = async () => {
    await findExceptions(services);
    const rows = await db.select().from(exceptions).where(eq(exceptions.bookingId, id));
    return rows.map(({ kind, closedAt }) => [kind, closedAt === null]);
  };
  clock.pass(23 * HOUR);
  expect(await found()).toEqual([]);
  clock.pass(2 * HOUR);
  expect(await found()).toEqual([["proof_missing", true]]);
  await db
    .update(exceptions)
    .set({ closedAt: clock.now(), closeReason: "solved", closedByName: "Ada" })
    .where(eq(exceptions.bookingId, id));
  expect(await found()).toEqual([["proof_missing", false]]);
});

test("[EXC-9] a phone that was not heard for an hour while its rider has pieces is asked for, once, until it is heard again", async () => {
  await clear();
  const { run } = await onTheRoad();
  const phone = await Phone.of(opened, (await makeRider(opened, ikeja.id, "Silent Rider")).id);
  const base = { hubId: ikeja.id, day: lagosDay(clock.now()), riderId: phone.riderId };
  const out = { ...base, state: "out", outAt: clock.now() } as const;
  await db
    .update(runs)
    .set({ ...out, kind: "delivery", partnerId: null, toHubId: null, expectedAt: null })
    .where(eq(runs.id, run.id));
  const empty = await anyRun(opened, { ...out, name: "S-2" });
  clock.pass(HOUR / 2);
  await findExceptions(services);
  expect(await about(run.id)).toEqual([]);
  clock.pass(HOUR);
  await Promise.all([findExceptions(services), findExceptions(services)]);
  expect([await about(run.id), await about(empty.id)]).toEqual([["phone_silent"], []]);
  await phone.sends([]);
  const [asked] = await db.select().from(exceptions).where(eq(exceptions.runId, run.id));
  expect(asked).toMatchObject({ closeReason: "solved", closedByName: "Silent Rider" });
  await findExceptions(services);
  expect(await about(run.id)).toEqual(["phone_silent"]);
});
