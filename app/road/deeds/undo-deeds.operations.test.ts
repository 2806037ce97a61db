/** Undoing a deed before or after other deeds, other undos, and the closing of the run. On a real database. */
import { and, eq, isNull } from "drizzle-orm";
import { expect, test } from "vitest";
import { closedAfterAll } from "../../../test/fixtures/closed-after-all.ts";
import { Phone } from "../../../test/fixtures/phone.ts";
import { makeRider, piecesOf, recountRoad, runNow } from "../../../test/fixtures/road.ts";
import { key, makeRunDesk } from "../../../test/fixtures/run-desk.ts";
import { openTestServices } from "../../../test/fixtures/services.ts";
import { exceptions, runPieces } from "../../platform/db/schema.ts";
import { FIRST_PAGE } from "../../platform/http/keyset.ts";
import { NO_PROOF_GIVEN } from "./no-proof.ts";
import { readRunLines } from "../parcel-reports/parcel-report.server.ts";
import { reconcileRun, runReturned } from "../runs/send-and-close-run.server.ts";

const opened = await closedAfterAll(openTestServices({ limitsFactor: 1000 }));
const { services, clock } = opened;
const { db } = services;
const { desk, IKJ, musa, outWithPhone, seen, statusOf } = await makeRunDesk(opened);
const MINUTE = 60_000;

async function outWithOne() {
  const { run, all, ids, phone } = await outWithPhone(1);
  const id = all[0]!.booking.id;
  const places = async () =>
    (await db.select().from(runPieces).where(eq(runPieces.runId, run.id))).map(({ outcome }) => outcome);
  return { run, ids, id, code: all[0]!.booking.trackingCode, phone, places };
}

test("[DEED-10] what a rider did is not undone by another", async () => {
  const { run, ids, id, phone } = await outWithOne();
  const deed = phone.delivers(run, ids);
  await phone.sends();
  const other = await Phone.of(opened, (await makeRider(opened, IKJ.id, "Other")).id);
  other.does({ kind: "undo", of: deed.id });
  await other.sends();
  expect(await statusOf(id)).toBe("delivered");
});

test("[DEED-10] a deed is undone once", async () => {
  const { run, ids, id, phone } = await outWithOne();
  const deed = phone.delivers(run, ids);
  for (const _time of [1, 2]) phone.does({ kind: "undo", of: deed.id }, run);
  expect((await phone.answers()).slice(1)).toEqual(["taken", "flagged nothing_to_undo"]);
  expect(await statusOf(id)).toBe("in_transit");
});

test("[DEED-10] an undo that came too late has no effect, also if it arrives before its deed", async () => {
  const { run, ids, id, phone } = await outWithOne();
  const deed = phone.delivers(run, ids);
  clock.pass(16 * MINUTE);
  const undo = phone.does({ kind: "undo", of: deed.id }, run);
  await phone.sends([undo]);
  await phone.sends([deed]);
  expect(await statusOf(id)).toBe("delivered");
});

test("[DEED-10] an attempt is undone though the rider delivered later, and the parcel stays delivered and off the run", async () => {
  const { run, ids, id, phone, places } = await outWithOne();
  const attempt = phone.fails(run, ids);
  clock.pass(5 * MINUTE);
  phone.delivers(run, ids);
  phone.does({ kind: "undo", of: attempt.id }, run);
  expect((await phone.answers())[2]).toBe("taken");
  expect(await statusOf(id)).toBe("delivered");
  expect(await places()).toEqual(["delivered"]);
  expect(await recountRoad(opened)).toEqual([]);
});

/** Closes the run, even if some of its pieces are not back. */
async function close(id: string) {
  expect(await runReturned(services, desk, await seen(id), key())).toMatchObject({ ok: true });
  const difference = { ...(await seen(id)), note: "Not back", person: "Musa" };
  expect(await reconcileRun(services, desk, difference, key())).toMatchObject({ ok: true });
}

test.each(["undo", "corrected"] as const)(
  "[DEED-10] after the run was closed '%s' changes nothing, and dispatch is asked with the parcel's code and the deed",
  async (kind) => {
    const { run, ids, id, code, phone, places } = await outWithOne();
    const deed = phone.delivers(run, ids);
    await phone.sends();
    clock.pass(MINUTE);
    await close(run.id);
    const to = { kind: "attempted" as const, pieces: ids, reason: "nobody_home" as const, note: "" };
    phone.does(
      kind === "undo" ? { kind, of: deed.id } : { kind, of: deed.id, to: { ...to, proof: NO_PROOF_GIVEN } },
      run,
    );
    expect((await phone.answers())[1]).toBe("flagged newer_by_staff");
    expect([await statusOf(id), await places()]).toEqual(["delivered", ["delivered"]]);
    const { name } = await runNow(opened, run.id);
    const asked = await db.select().from(exceptions).where(eq(exceptions.kind, "deed_unclear"));
    expect(asked.filter(({ bookingId }) => bookingId === id).map(({ note }) => note)).toEqual([
      `Musa Bello: ${kind === "undo" ? "Undone" : "Corrected to Not delivered"} after ${name} was closed, and nothing was changed: Delivered ${code}`,
    ]);
    expect(await recountRoad(opened)).toEqual([]);
  },
);

test("[DEED-10] [REPORT-7] a delivery that is heard of and undone after its run was closed leaves the piece missing, in the report too", async () => {
  const { run, ids, id, phone, places } = await outWithOne();
  const deed = phone.delivers(run, ids);
  phone.does({ kind: "undo", of: deed.id }, run);
  await close(run.id);
  const about = and(eq(exceptions.pieceId, ids[0]!), eq(exceptions.kind, "missing"));
  // Dispatch closed the first exception before the deeds of the phone arrived, so the undo opens another one.
  await db
    .update(exceptions)
    .set({ closedAt: clock.now(), closeReason: "counted_wrong", closedByName: "Ada" })
    .where(about);
  clock.pass(MINUTE);
  expect((await phone.answers())[1]).toBe("taken");
  expect(await places()).toEqual(["missing"]);
  const open = and(about, isNull(exceptions.closedAt));
  expect(await db.select().from(exceptions).where(open)).toMatchObject([{ runId: run.id, bookingId: id }]);
  const { day, hubId } = await runNow(opened, run.id);
  const page = await readRunLines(db, { period: { from: day, to: day }, hub: hubId }, FIRST_PAGE, 50);
  expect(page.rows.find(({ key: of }) => of === run.id)).toMatchObject({ missing: 1, delivered: 0 });
});

test("[DEED-8] [DEED-10] what both riders said is not undone by one of them", async () => {
  const sani = await makeRider(opened, IKJ.id, "Taker");
  const { run, ids, id, code, phone: giver } = await outWithOne();
  const taker = await Phone.of(opened, sani.id);
  giver.does({ kind: "handed_to_rider", rider: sani.id, pieces: ids }, run);
  await giver.sends();
  clock.pass(MINUTE);
  const taken = taker.does({ kind: "received_from_rider", rider: musa.id, pieces: [code] });
  await taker.sends();
  taker.does({ kind: "undo", of: taken.id });
  expect((await taker.answers())[1]).toBe("flagged newer_by_staff");
  expect((await piecesOf(opened, id))[0]!.holderId).toBe(sani.id);
});
