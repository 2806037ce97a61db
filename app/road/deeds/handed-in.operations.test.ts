/**
 * PHONE-4: pieces that the rider handed in and later takes out again, in `RiderDay` and on the phone, on a
 * real database.
 */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { Phone } from "../../../test/fixtures/phone.ts";
import { makeRider, makeRun, piecesOf, receiveAt } from "../../../test/fixtures/road.ts";
import { bookOne } from "../../../test/fixtures/bookings.ts";
import { HOUR, key, makeRunDesk } from "../../../test/fixtures/run-desk.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { custodyEntries } from "../../platform/db/schema.ts";
import { dayState } from "../rider-phone/state/day-state.ts";
import { moveToRun } from "../entries/run-incidents.server.ts";
import { runOut } from "../runs/send-and-close-run.server.ts";
import { readDay } from "./read-day.server.ts";

const { opened, services, clock, db } = await fileServices();
const { desk, IKJ, seen, delivery, assign, sendOut, outWith } = await makeRunDesk(opened);

/**
 * Makes a rider with a phone. `shown` sends the phone's deeds, and then returns what the phone shows: the states of the
 * pieces, and why pieces left the runs.
 */
async function riderWithPhone(name: string) {
  const rider = await makeRider(opened, IKJ.id, name);
  const phone = await Phone.of(opened, rider.id);
  const shown = async () => {
    await phone.sends();
    const day = await readDay(services, (await phone.device()).rider, clock.now());
    const kept = phone.log.map((deed) => ({ deed, answer: "taken" as const, why: [] }));
    const { stops } = dayState(day, kept, new Set(phone.log.map(({ id }) => id)));
    return {
      is: stops.map(({ parcels }) => parcels.flatMap(({ pieces }) => pieces.map(({ is }) => is))),
      gone: day.runs.flatMap(({ gone }) => gone.map(({ why }) => why)),
    };
  };
  const handsIn = (pieces: string[], run: { id: string; version: number }) =>
    phone.does({ kind: "handed_to_hub", hub: IKJ.id, pieces }, run);
  /** A pickup run of the rider that is out for one parcel. */
  const pickupOut = async () => {
    const ids = (await piecesOf(opened, (await bookOne(opened)).id)).map(({ id }) => id);
    const pickup = await makeRun(opened, desk, { kind: "pickup", hub: IKJ.id, rider: rider.id });
    await assign(pickup.id, ids);
    expect(await runOut(services, desk, await seen(pickup.id), key())).toMatchObject({ ok: true });
    return { pickup, ids };
  };
  const picksUp = (pieces: string[], run: { id: string; version: number }) =>
    phone.does({ kind: "picked_up", pieces, counted: [], kg: null, took: [], note: "" }, run);
  return { rider, phone, shown, handsIn, pickupOut, picksUp };
}

test("[PHONE-4] [DEED-8] what was handed in is so until the hub scans it, and open when it goes out again", async () => {
  const { rider, phone, shown, handsIn } = await riderWithPhone("Out again");
  const { run, ids } = await outWith(2, rider.id);
  clock.pass(HOUR);
  phone.fails(run, ids);
  clock.pass(1000);
  handsIn(ids, run);
  expect(await shown()).toEqual({ is: [["handed_in", "handed_in"]], gone: [] });
  clock.pass(HOUR);
  await receiveAt(opened, desk, IKJ.id, ids);
  const again = await delivery(rider.id);
  await assign(again.id, [ids[0]!]);
  await sendOut(again.id);
  expect(await shown()).toEqual({ is: [["open"]], gone: ["returned_to_hub", "returned_to_hub"] });
  // The second piece goes out on another rider's run. Dispatch then moves the piece back to `run`, from which it had
  // returned to the hub.
  const other = await delivery((await makeRider(opened, IKJ.id, "Broken down")).id);
  await assign(other.id, [ids[1]!]);
  await sendOut(other.id);
  const moved = await moveToRun(services, desk, { run: other.id, toRun: run.id, pieces: [] }, key());
  expect(moved).toMatchObject({ ok: true, moved: 1 });
  expect(await shown()).toEqual({ is: [["open"], ["open"]], gone: ["returned_to_hub"] });
});

test("[PHONE-4] one hand-over of pieces of two runs counts on both", async () => {
  const { rider, shown, handsIn } = await riderWithPhone("Two runs");
  const [one, two] = [await outWith(1, rider.id), await outWith(1, rider.id)];
  clock.pass(HOUR);
  handsIn([...one.ids, ...two.ids], one.run);
  expect((await shown()).is).toEqual([["handed_in"], ["handed_in"]]);
});

test("[PHONE-4] a hand-over that arrives after the hub's scan and the next run leaves the parcel open", async () => {
  const { rider, phone, shown, handsIn } = await riderWithPhone("Late");
  const { run, ids } = await outWith(1, rider.id);
  clock.pass(HOUR);
  handsIn(ids, run);
  clock.pass(1000);
  await receiveAt(opened, desk, IKJ.id, ids);
  clock.pass(1000);
  const again = await delivery(rider.id);
  await assign(again.id, ids);
  await sendOut(again.id);
  clock.pass(HOUR);
  expect((await shown()).is).toEqual([["open"]]);
  expect(phone.log).toHaveLength(1);
});

test("[PHONE-4] what a rider picked up, handed in and takes out for delivery is open on the delivery run alone", async () => {
  const { rider, shown, handsIn, pickupOut, picksUp } = await riderWithPhone("Both ways");
  const { pickup, ids } = await pickupOut();
  clock.pass(HOUR);
  picksUp(ids, pickup);
  expect((await shown()).is).toEqual([["picked_up"]]);
  clock.pass(1000);
  handsIn(ids, pickup);
  expect((await shown()).is).toEqual([["handed_in"]]);
  clock.pass(1000);
  await receiveAt(opened, desk, IKJ.id, ids);
  const run = await delivery(rider.id);
  await assign(run.id, ids);
  await sendOut(run.id);
  expect((await shown()).is).toEqual([["handed_in"], ["open"]]);
});

test("[PHONE-4] [DEED-8] a parcel that is handed in by the request that also says how the rider got it is handed in", async () => {
  const { shown, handsIn, pickupOut, picksUp } = await riderWithPhone("No network");
  const { pickup, ids } = await pickupOut();
  clock.pass(HOUR);
  picksUp(ids, pickup);
  clock.pass(HOUR);
  handsIn(ids, pickup);
  expect((await shown()).is).toEqual([["handed_in"]]);
});

test("[DEED-8] a parcel that was not planned for the rider is handed in by the request that also picks it up", async () => {
  const { phone, handsIn, pickupOut, picksUp } = await riderWithPhone("Not planned");
  const { pickup } = await pickupOut();
  const [other] = await piecesOf(opened, (await bookOne(opened)).id);
  clock.pass(HOUR);
  picksUp([other!.id], pickup);
  clock.pass(HOUR);
  handsIn([other!.id], pickup);
  expect(await phone.answers()).toEqual(["flagged not_on_run", "taken"]);
  const entries = await db.select().from(custodyEntries).where(eq(custodyEntries.pieceId, other!.id));
  expect(entries.filter(({ oneSided }) => oneSided)).toMatchObject([{ toKind: "hub", toId: IKJ.id }]);
});

test("[PHONE-4] [DEED-8] [DEED-10] a parcel whose delivery is undone by the request that also hands it in is handed in", async () => {
  const { rider, phone, shown, handsIn } = await riderWithPhone("Undone, no network");
  const { run, ids } = await outWith(1, rider.id);
  clock.pass(HOUR);
  const delivered = phone.delivers(run, ids);
  expect((await shown()).is).toEqual([["delivered"]]);
  clock.pass(60_000);
  phone.does({ kind: "undo", of: delivered.id }, run);
  clock.pass(60_000);
  handsIn(ids, run);
  expect((await shown()).is).toEqual([["handed_in"]]);
});
