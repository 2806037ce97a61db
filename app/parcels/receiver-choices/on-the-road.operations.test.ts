/** CHOICE-4: what receiver and rider learn of each other once the parcel is loaded, on a real database. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { HOUR, key, makeRunDesk } from "../../../test/fixtures/run-desk.ts";
import { runNow } from "../../../test/fixtures/road.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { asGuest } from "../../access/actors.server.ts";
import { SAMPLE_COMPANY } from "../../domain/company.ts";
import { lagosDay, parseLagosDay, startOfLagosDay } from "../../domain/dates.ts";
import { bookings, pieces, runs } from "../../platform/db/schema.ts";
import { readActiveHubs } from "../../places/hubs.server.ts";
import { readStops } from "../../road/deeds/read-stops.server.ts";
import { recordAttempted } from "../../road/entries/run-deeds.server.ts";
import { chooseDestination } from "../../road/runs/board/choose-destination.server.ts";
import {
  chooseDay,
  chooseHold,
  giveLandmark,
  namePerson,
  noteToRider,
  takeBackChoice,
} from "./choose.server.ts";
import { readParcel } from "../tracking/track-parcel.server.ts";
import { standingOf } from "./standing.server.ts";

const { opened, services, clock, db } = await fileServices();
const { desk, IKJ, KAN, delivery, assign, many, outWith, sendOut } = await makeRunDesk(opened);
const guest = asGuest("127.0.0.1");
const saidOn = async (run: string) =>
  (await readStops(services, await runNow(opened, run))).stops.flatMap(({ parcels }) =>
    parcels.flatMap(({ said = [] }) => said),
  );

test("[CHOICE-4] what was said before loading is in the rider's day; a note after it is marked, and the phone hears of it", async () => {
  const [one] = await many(1);
  const { trackingCode: code } = one!.booking;
  const { id: run } = await delivery();
  await assign(run, one!.pieceIds);
  const person = { taker: "gateman" as const, takerName: "Musa Bello", takerPhone: "0803 123 4567" };
  expect(await namePerson(services, guest, { code, ...person }, key())).toEqual({ ok: true });
  expect(await giveLandmark(services, guest, { code, words: "Blue gate" }, key())).toEqual({ ok: true });
  clock.pass(1000);
  await sendOut(run);
  expect(await saidOn(run)).toEqual([
    { text: "Landmark: Blue gate", later: false },
    { text: "Hand to Musa Bello, gateman, 0803 123 4567", later: false },
  ]);
  const { version } = await runNow(opened, run);
  clock.pass(1000);
  expect(await giveLandmark(services, guest, { code, words: "Red gate" }, key())).toMatchObject({
    reason: "loaded",
  });
  expect(await takeBackChoice(services, guest, { code, slot: "person" }, key())).toMatchObject({
    reason: "loaded",
  });
  expect(await noteToRider(services, guest, { code, words: "Call when you are near" }, key())).toEqual({
    ok: true,
  });
  expect((await runNow(opened, run)).version).toBe(version + 1);
  expect((await saidOn(run))[0]).toEqual({ text: "Note: Call when you are near", later: true });
  expect(await takeBackChoice(services, guest, { code, slot: "note" }, key())).toEqual({ ok: true });
  expect(await saidOn(run)).toHaveLength(2);
});

test("[CHOICE-2] while the rider still has a parcel after an attempt, the day that its receiver chooses is the promise at once", async () => {
  const { run, all, ids } = await outWith(1);
  const { id, trackingCode: code } = all[0]!.booking;
  clock.pass(HOUR);
  await recordAttempted(services, desk, { run: run.id, pieces: ids, reason: "nobody_home" }, key());
  const promised = async () => {
    const { parcel } = (await readParcel(services, code))!;
    return { news: parcel.news, day: parcel.triedAgainOn && lagosDay(parcel.triedAgainOn) };
  };
  expect(await promised()).toEqual({ news: "attempted", day: null });
  const [booking] = await db.select().from(bookings).where(eq(bookings.id, id));
  const around = { company: await services.company(), hubs: await readActiveHubs(db), at: clock.now() };
  const day = (await standingOf(db, booking!, around)).days[2]!;
  expect(await chooseDay(services, guest, { code, day }, key())).toEqual({ ok: true });
  expect(await promised()).toEqual({ news: "attempted", day });
  const chosenAt = clock.now();
  clock.pass(parseLagosDay(day)!.getTime() + 24 * HOUR - 1 - chosenAt.getTime());
  expect(await promised()).toEqual({ news: "attempted", day });
  // The day has ended without another attempt.
  clock.pass(1);
  expect(await promised()).toEqual({ news: "attempted", day: null });
  clock.pass(chosenAt.getTime() - clock.now().getTime());
  expect(await takeBackChoice(services, guest, { code, slot: "plan" }, key())).toEqual({ ok: true });
  expect(await promised()).toEqual({ news: "attempted", day: null });
});

test("[CHOICE-1] after the company's time what is planned for today cannot be changed, and what is planned for tomorrow can", async () => {
  const [one] = await many(1);
  const { id: run } = await delivery();
  await assign(run, one!.pieceIds);
  const [booking] = await db.select().from(bookings).where(eq(bookings.id, one!.booking.id));
  const today = startOfLagosDay(clock.now());
  const hubs = await readActiveHubs(db);
  const stateAt = async (hour: number, choicesUntil: "loaded" | "08:00" = "08:00") => {
    const at = new Date(today.getTime() + hour * 3_600_000);
    return (await standingOf(db, booking!, { company: { ...SAMPLE_COMPANY, choicesUntil }, hubs, at })).state;
  };
  expect([await stateAt(7), await stateAt(8), await stateAt(8, "loaded")]).toEqual([
    "open",
    "cut_off",
    "open",
  ]);
  const tomorrow = lagosDay(new Date(today.getTime() + 26 * 3_600_000));
  await db.update(runs).set({ day: tomorrow }).where(eq(runs.id, run));
  expect(await stateAt(8)).toBe("open");
});

test("[CHOICE-2] after an office was taken back the hub that dispatch had chosen delivers it again, however often it was chosen otherwise", async () => {
  const [one] = await many(1);
  const { id, trackingCode: code } = one!.booking;
  await db.update(bookings).set({ receiverState: "Lagos", receiverTown: null }).where(eq(bookings.id, id));
  const deliversIt = async () =>
    (await db.select().from(pieces).where(eq(pieces.bookingId, id))).map(({ toHubId }) => toHubId);
  const hold = (hub: string) => chooseHold(services, guest, { code, hub }, key());
  const back = () => takeBackChoice(services, guest, { code, slot: "plan" }, key());
  const byDesk = (toHub: string) =>
    chooseDestination(services, desk, { pieces: one!.pieceIds, toHub }, key());
  expect(await hold(IKJ.id)).toEqual({ ok: true });
  expect([await back(), await deliversIt()]).toEqual([{ ok: true }, [null]]);
  expect(await byDesk(KAN.id)).toMatchObject({ ok: true });
  for (const hub of [KAN.id, IKJ.id, IKJ.id]) expect(await hold(hub)).toEqual({ ok: true });
  expect([await back(), await deliversIt()]).toEqual([{ ok: true }, [KAN.id]]);
  // Dispatch chooses another hub after the receiver's choice. Withdrawing the choice does not change that hub.
  expect(await hold(IKJ.id)).toEqual({ ok: true });
  expect(await byDesk(KAN.id)).toMatchObject({ ok: true });
  expect(await hold(IKJ.id)).toEqual({ ok: true });
  expect([await back(), await deliversIt()]).toEqual([{ ok: true }, [KAN.id]]);
});
