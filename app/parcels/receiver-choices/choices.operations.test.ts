/** CHOICE-1, CHOICE-2: a receiver's choices until the parcel is loaded, on a real database. */
import { desc, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { lastEvent, makeAdmin } from "../../../test/fixtures/bookings.ts";
import {
  bookedAt,
  makeHubs,
  makeRider,
  makeRun,
  receiveAt,
  runNow,
  seenRun,
  sendRunOut,
} from "../../../test/fixtures/road.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { asGuest } from "../../access/actors.server.ts";
import { lagosDay } from "../../domain/dates.ts";
import {
  bookingEvents,
  bookings,
  mails,
  receiverChoices,
  runPieces,
  runs,
} from "../../platform/db/schema.ts";
import { assignPieces } from "../../road/runs/assign-pieces.server.ts";
import { loadWhatIsPlanned, sealRun } from "../../road/runs/load-run.server.ts";
import { sectionFinder } from "../../road/runs/board/board.ts";
import { readOpenPieces } from "../../road/runs/board/read-board.server.ts";
import { recordAttempted } from "../../road/entries/run-deeds.server.ts";
import { putOnRunAgain } from "../../road/reattempts/put-on-run.server.ts";
import { readReattempts } from "../../road/reattempts/read-reattempts.server.ts";
import { announceRefusal, chooseDay, chooseHold, takeBackChoice } from "./choose.server.ts";
import { endChoiceByDispatch } from "./end-by-dispatch.server.ts";
import { choicesOf } from "./read-choices.server.ts";
import { standingOf } from "./standing.server.ts";
import { readActiveHubs } from "../../places/hubs.server.ts";

const { opened, services, clock, db } = await fileServices();
const desk = await makeAdmin(opened, "dispatcher");
const { IKJ, KAN } = await makeHubs(opened, "IKJ", "KAN");
const rider = await makeRider(opened, IKJ.id);
const guest = asGuest("127.0.0.1");
const key = () => crypto.randomUUID();
const seen = (run: string) => seenRun(opened, run);
beforeEach(() => clock.pass(1000));

const bookingOf = async (id: string) => (await db.select().from(bookings).where(eq(bookings.id, id)))[0]!;
const daysOf = async (id: string) => {
  const booking = await bookingOf(id);
  const around = { company: await services.company(), hubs: await readActiveHubs(db), at: clock.now() };
  return (await standingOf(db, booking, around)).days;
};

/** Books a parcel, brings it to its delivery hub, and plans it on today's delivery run. */
async function planned() {
  const { booking, pieceIds } = await bookedAt(opened, desk, IKJ.id);
  await db
    .update(bookings)
    .set({ receiverState: "Lagos", receiverTown: null })
    .where(eq(bookings.id, booking.id));
  const { id: run } = await makeRun(opened, desk, { kind: "delivery", hub: IKJ.id, rider: rider.id });
  await assignPieces(services, desk, { run, pieces: pieceIds }, key());
  return { id: booking.id, code: booking.trackingCode, pieceIds, run };
}
const openPlaces = async (run: string) =>
  (await db.select().from(runPieces).where(eq(runPieces.runId, run))).filter(({ endedAt }) => !endedAt);

test("[CHOICE-1] another day takes the parcel off today's run, moves the promise, is an event, and is mailed to the sender", async () => {
  const { id, code, run, pieceIds } = await planned();
  const before = await bookingOf(id);
  const days = await daysOf(id);
  expect(days).toHaveLength(7);
  const day = days[5]!;
  const { version } = await runNow(opened, run);
  expect(await chooseDay(services, guest, { code, day }, key())).toEqual({ ok: true });
  expect(await openPlaces(run)).toEqual([]);
  expect((await runNow(opened, run)).version).toBe(version + 1);
  expect(lagosDay((await bookingOf(id)).estimatedDelivery)).toBe(day);
  expect(await lastEvent(opened, id)).toMatchObject({ kind: "day_chosen", byName: "Receiver" });
  await expect
    .poll(async () => (await db.select().from(mails).where(eq(mails.bookingId, id))).map(({ kind }) => kind))
    .toContain("receiver_chose");
  // The parcel cannot be planned on a run before the chosen day.
  expect(await assignPieces(services, desk, { run, pieces: pieceIds }, key())).toMatchObject({
    ok: false,
    reason: "none_open",
  });
  expect(await takeBackChoice(services, guest, { code, slot: "plan" }, key())).toEqual({ ok: true });
  expect((await bookingOf(id)).estimatedDelivery).toEqual(before.estimatedDelivery);
  expect(await assignPieces(services, desk, { run, pieces: pieceIds }, key())).toMatchObject({ assigned: 1 });
  expect(await takeBackChoice(services, guest, { code, slot: "plan" }, key())).toMatchObject({
    reason: "nothing_chosen",
  });
});

test("[CHOICE-1] the last of several who choose wins, and all that was chosen is kept", async () => {
  const { id, code } = await planned();
  const before = await bookingOf(id);
  const days = await daysOf(id);
  // Choosing a day before the promised day does not change the promise.
  await chooseDay(services, guest, { code, day: days[0]! }, key());
  expect((await bookingOf(id)).estimatedDelivery).toEqual(before.estimatedDelivery);
  for (const day of days.slice(5)) await chooseDay(services, guest, { code, day }, key());
  expect(await choicesOf(db, [id])).toMatchObject([{ kind: "day", day: days[6] }]);
  const all = await db.select().from(receiverChoices).where(eq(receiverChoices.bookingId, id));
  expect(all.map(({ endedBy }) => endedBy)).toEqual(["replaced", "replaced", null]);
  await takeBackChoice(services, guest, { code, slot: "plan" }, key());
  expect((await bookingOf(id)).estimatedDelivery).toEqual(before.estimatedDelivery);
});

test("[CHOICE-1] a day or an office that is not offered, a wrong code and a parcel that is loaded are refused", async () => {
  const { id, code, run } = await planned();
  const [day] = await daysOf(id);
  const today = lagosDay(clock.now());
  expect(await chooseDay(services, guest, { code, day: today }, key())).toMatchObject({
    reason: "unknown_day",
  });
  // The hub in Kano is not in the receiver's state, so the receiver cannot choose it.
  expect(await chooseHold(services, guest, { code, hub: KAN.id }, key())).toMatchObject({
    reason: "unknown_hub",
  });
  expect(await chooseDay(services, guest, { code: "OD00000000NG", day: day! }, key())).toMatchObject({
    reason: "no_such_parcel",
  });
  await loadWhatIsPlanned(services, desk, await seen(run), key());
  expect(await chooseDay(services, guest, { code, day: day! }, key())).toMatchObject({ reason: "loaded" });
  await sealRun(services, desk, await seen(run), key());
  expect(await chooseDay(services, guest, { code, day: day! }, key())).toMatchObject({ reason: "loaded" });
});

test("[CHOICE-1] a choice at the second of loading: one comes first, and the other is told", async () => {
  for (let round = 0; round < 5; round++) {
    const { id, code, run } = await planned();
    const [day] = await daysOf(id);
    const form = await seen(run);
    const [chosen, loaded] = await Promise.all([
      chooseDay(services, guest, { code, day: day! }, key()),
      loadWhatIsPlanned(services, desk, form, key()),
    ]);
    const places = await openPlaces(run);
    if (chosen.ok) expect([places, loaded]).toMatchObject([[], { ok: false, reason: "changed_meanwhile" }]);
    else expect([chosen.reason, places.length]).toEqual(["loaded", 1]);
    expect(chosen.ok).toBe(!loaded.ok);
  }
});

test("[CHOICE-2] a choice while somebody plans the parcel: it is never on a run of a day before", async () => {
  for (let round = 0; round < 5; round++) {
    const { id, code, run, pieceIds } = await planned();
    await db.delete(runPieces).where(eq(runPieces.runId, run));
    const [day] = await daysOf(id);
    const [chosen, assigned] = await Promise.all([
      chooseDay(services, guest, { code, day: day! }, key()),
      assignPieces(services, desk, { run, pieces: pieceIds }, key()),
    ]);
    if (!chosen.ok) expect(chosen.reason).toBe("busy");
    expect([chosen.ok, assigned.ok]).toContain(true);
    expect(await openPlaces(run)).toHaveLength(chosen.ok ? 0 : 1);
  }
});

test("[CHOICE-2] the board has it apart, with its day; failed deliveries go on a run of the day", async () => {
  const { id, code, pieceIds, run } = await planned();
  const days = await daysOf(id);
  await chooseDay(services, guest, { code, day: days[3]! }, key());
  const hubs = (await readActiveHubs(db)).map((hub) => ({ ...hub, closed: false }));
  const here = hubs.find(({ id: hub }) => hub === IKJ.id)!;
  const openHere = async () =>
    (await readOpenPieces(db, hubs, here, clock.now())).find((piece) => piece.id === pieceIds[0]);
  expect(await openHere()).toMatchObject({ waits: "day", plan: days[3] });
  expect(sectionFinder(hubs, here)((await openHere())!)?.key).toBe("waiting");
  await takeBackChoice(services, guest, { code, slot: "plan" }, key());
  expect(await openHere()).toMatchObject({ waits: null, plan: null });
  await sendRunOut(opened, desk, run, pieceIds);
  clock.pass(1000);
  await recordAttempted(services, desk, { run, pieces: pieceIds, reason: "nobody_home" }, key());
  // The receiver may choose while the rider is bringing the parcel back to the hub.
  expect(await chooseDay(services, guest, { code, day: days[3]! }, key())).toEqual({ ok: true });
  clock.pass(1000);
  await receiveAt(opened, desk, IKJ.id, pieceIds);
  expect(await readReattempts(db, { pieceIds })).toMatchObject([{ plan: days[3] }]);
  const put = (to: string) =>
    putOnRunAgain(services, desk, { run: to, hub: IKJ.id, pieces: pieceIds }, key());
  expect(await put("new")).toMatchObject({ ok: false, reason: "none_of_run" });
  const done = await put(`new ${days[3]}`);
  expect(done).toMatchObject({ ok: true, put: 1 });
  const [again] = await db
    .select()
    .from(runs)
    .where(eq(runs.name, done.ok ? done.run : ""));
  expect(again!.day).toBe(days[3]);
});

test("[CHOICE-2] what is to be collected waits at the hub once it is there, and goes out again when that is taken back", async () => {
  const { booking, pieceIds } = await bookedAt(opened, desk, KAN.id);
  const code = booking.trackingCode;
  await db
    .update(bookings)
    .set({ receiverState: "Lagos", receiverTown: null })
    .where(eq(bookings.id, booking.id));
  expect(await chooseHold(services, guest, { code, hub: IKJ.id }, key())).toEqual({ ok: true });
  expect((await lastEvent(opened, booking.id)).kind).toBe("hold_chosen");
  clock.pass(1000);
  await receiveAt(opened, desk, IKJ.id, pieceIds);
  expect(await lastEvent(opened, booking.id)).toMatchObject({ kind: "held_for_collection", hubId: IKJ.id });
  expect(await takeBackChoice(services, guest, { code, slot: "plan" }, key())).toEqual({ ok: true });
  expect((await lastEvent(opened, booking.id)).kind).toBe("rescheduled");
  // A parcel that is already at the hub is held at once.
  expect(await chooseHold(services, guest, { code, hub: IKJ.id }, key())).toEqual({ ok: true });
  expect((await lastEvent(opened, booking.id)).kind).toBe("held_for_collection");
});

test("[CHOICE-2] the desk ends a choice, in the log", async () => {
  const { id, code } = await planned();
  const [day] = await daysOf(id);
  await chooseDay(services, guest, { code, day: day! }, key());
  expect(await endChoiceByDispatch(services, desk, { code, slot: "plan" }, key())).toEqual({ ok: true });
  expect(await choicesOf(db, [id])).toEqual([]);
  expect((await lastEvent(opened, id)).kind).toBe("choice_ended");
});

test("[CHOICE-2] what waited for collection is delivered again once the desk ends that choice, and once a refusal after it is taken back", async () => {
  for (const refused of [false, true]) {
    const { id, code } = await planned();
    expect(await chooseHold(services, guest, { code, hub: IKJ.id }, key())).toEqual({ ok: true });
    expect((await lastEvent(opened, id)).kind).toBe("held_for_collection");
    clock.pass(1000);
    if (refused) {
      await announceRefusal(services, guest, { code, words: null }, key());
      clock.pass(1000);
      expect(await takeBackChoice(services, guest, { code, slot: "plan" }, key())).toEqual({ ok: true });
    } else
      expect(await endChoiceByDispatch(services, desk, { code, slot: "plan" }, key())).toEqual({ ok: true });
    const kinds = await db
      .select({ kind: bookingEvents.kind })
      .from(bookingEvents)
      .where(eq(bookingEvents.bookingId, id))
      .orderBy(desc(bookingEvents.id))
      .limit(2);
    expect(kinds.map(({ kind }) => kind)).toContain("rescheduled");
  }
});
