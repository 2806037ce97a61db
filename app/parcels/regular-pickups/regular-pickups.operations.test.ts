/**
 * PICKUP-1 to PICKUP-6: regular pickups, from the sender's request to the rider's phone, on a real database.
 * Longer than 250 lines because one pickup goes through every step.
 */
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookOne, makeAdmin } from "../../../test/fixtures/bookings.ts";
import { asMember, makeBusiness, makePerson } from "../../../test/fixtures/businesses.ts";
import { Phone } from "../../../test/fixtures/phone.ts";
import { makeRider, makeRun, piecesOf, seenRun } from "../../../test/fixtures/road.ts";
import { key, openRoadScans } from "../../../test/fixtures/road-scans.ts";
import { makeOwner, makeStore } from "../../../test/fixtures/stores.ts";
import { makeSuperAdmin } from "../../../test/fixtures/staff.ts";
import { addDays, lagosDay, parseLagosDay } from "../../domain/dates.ts";
import { weekdayOf } from "../../domain/regular-pickup.ts";
import { deleteAccount } from "../../people/profile/delete-account.server.ts";
import { exportOwnData } from "../../people/profile/own-data.server.ts";
import { KEEP_DAYS } from "../../../server/keep-days.ts";
import { purgeExpired } from "../../../server/retention.ts";
import {
  hubs,
  regularPickupActs,
  regularPickups,
  regularStops,
  riderDevices,
} from "../../platform/db/schema.ts";
import { readStopsOfRun } from "../../../test/fixtures/regular-pickups.ts";
import { reconcileRun, runOut } from "../../road/runs/send-and-close-run.server.ts";
import { addRegular, regularWithoutRun, takeOffRegular } from "../../road/runs/regular-stops.server.ts";
import { visitRegular } from "../../road/entries/visit-regular.server.ts";
import type { BookActor } from "../address-book/book-owner.server.ts";
import { askPickup, changePickup, endPickup, pausePickup, resumePickup } from "./ask-pickup.server.ts";
import {
  approvePickup,
  officeChangesPickup,
  officeEnds,
  officePauses,
  officeResumes,
  refusePickup,
} from "./decide-pickup.server.ts";
import { readOwnPickups, readPickup } from "./read-pickups.server.ts";
import { officeSkipsDay, skipDay, unskipDay } from "./skip-day.server.ts";

const { opened, services, clock, db, desk, IKJ, musa } = await openRoadScans();
const superAdmin = await makeSuperAdmin(opened);

const PHONE = "0803 555 0101";
const WISH = {
  name: "Amaka Obi",
  phone: PHONE,
  address: "4 Allen Avenue, Ikeja, Lagos",
  days: [0, 1, 2, 3, 4, 5],
  fromTime: "15:00",
  untilTime: "17:00",
};
const DAY = 24 * 3_600_000;

const rowOf = async (id: string) => {
  const [row] = await db.select().from(regularPickups).where(eq(regularPickups.id, id));
  return row!;
};
const seen = async (id: string, storeId = "") => ({ id, storeId, version: (await rowOf(id)).version });
async function asked(actor: BookActor, more: object = {}, storeId = "") {
  const made = await askPickup.receive(services, actor, { ...WISH, ...more, storeId }, key());
  if (!made.ok) throw new Error(JSON.stringify(made));
  return made.id;
}
async function approved(actor: BookActor, more: object = {}, hub: { id: string } = IKJ) {
  const id = await asked(actor, more);
  const done = await approvePickup.receive(services, desk, { ...(await seen(id)), hub: hub.id }, key());
  expect(done).toMatchObject({ ok: true });
  return id;
}
let hubsMade = 0;
/** A hub that works from Monday to Saturday, and has no regular pickups yet. */
async function newHub() {
  const code = `P${String.fromCharCode(65 + hubsMade++)}P`;
  const { id: _, ...like } = IKJ;
  const [hub] = await db
    .insert(hubs)
    .values({ ...like, code, name: `Hub ${code}` })
    .returning();
  return hub!;
}
const pickupRun = async (hub: { id: string }, rider = musa) =>
  makeRun(opened, desk, { kind: "pickup", hub: hub.id, rider: rider.id });
const today = () => lagosDay(clock.now());
/** Moves the clock to the next day on which hubs and company work. */
function toWorkday() {
  while (weekdayOf(today()) > 4) clock.pass(DAY);
}
const actsOf = async (id: string) =>
  (
    await db
      .select()
      .from(regularPickupActs)
      .where(eq(regularPickupActs.pickupId, id))
      .orderBy(regularPickupActs.id)
  ).map(({ kind, side }) => `${side} ${kind}`);
const mailsAbout = async (id: string) => {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from pgboss.job where data::text like ${`%${id}%`}`,
  );
  return rows[0]!.n;
};

test("[PICKUP-1] a person, a store and a business ask each for themselves, and nobody finds that of somebody else", async () => {
  const [ada, eve] = [await makePerson(services), await makePerson(services)];
  const owner = await makeOwner(services);
  const store = await makeStore(services, owner.person.id);
  const { member } = await memberOf();
  const own = await asked(ada);
  const ofStore = await asked(owner, {}, store.id);
  const ofBusiness = await asked(member);
  expect(await rowOf(own)).toMatchObject({
    status: "asked",
    userId: ada.person.id,
    phone: "+2348035550101",
    state: "Lagos",
    days: [0, 1, 2, 3, 4, 5],
  });
  const idsOf = async (actor: BookActor, storeId = "") =>
    (await readOwnPickups(services, { actor, storeId })).map(({ id }) => id);
  expect(await idsOf(ada)).toEqual([own]);
  expect(await idsOf(eve)).toEqual([]);
  expect(await idsOf(owner)).toEqual([]);
  expect(await idsOf(owner, store.id)).toEqual([ofStore]);
  expect(await idsOf(eve, store.id)).toEqual([]);
  expect(await idsOf(member)).toEqual([ofBusiness]);
  expect(await askPickup.receive(services, eve, { ...WISH, storeId: store.id }, key())).toMatchObject({
    ok: false,
    reason: "not_your_store",
  });
  for (const [id, storeId] of [
    [own, ""],
    [ofStore, store.id],
    [ofBusiness, ""],
    ["x", ""],
  ] as const)
    for (const act of [pausePickup, resumePickup, endPickup, changePickup, skipDay, unskipDay]) {
      const form = { ...WISH, id, storeId, version: 1, day: today() };
      expect(await act.receive(services, eve, form, key())).toMatchObject({
        ok: false,
        reason: "pickup_gone",
      });
    }
  expect(await rowOf(own)).toMatchObject({ status: "asked", version: 1 });
});

async function memberOf() {
  const made = await makeBusiness(services, superAdmin);
  return { ...made, member: await asMember(db, made.owner) };
}

test("[PICKUP-1] no day, too short a window, a time of no list and an unclear address are told at their fields", async () => {
  const ada = await makePerson(services);
  const wrong = async (more: object) => {
    const done = await askPickup.receive(services, ada, { ...WISH, ...more }, key());
    return done.ok ? [] : Object.keys(done.errors ?? {});
  };
  // The error belongs to the first box, which then gets the focus.
  expect(await wrong({ days: [] })).toEqual(["day0"]);
  expect(await wrong({ untilTime: "15:30" })).toEqual(["untilTime"]);
  expect(await wrong({ untilTime: "14:00" })).toEqual(["untilTime"]);
  expect(await wrong({ fromTime: "3 pm" })).toEqual(["fromTime"]);
  expect(await wrong({ phone: "12", name: "" })).toEqual(expect.arrayContaining(["phone", "name"]));
  expect(await wrong({ address: "Behind the church" })).toEqual(["state"]);
  expect(await wrong({ days: [7] })).not.toEqual([]);
  const boxes = { ...WISH, days: undefined, day0: "on", day2: "on" };
  const made = await askPickup.receive(services, ada, boxes, key());
  expect(made.ok && (await rowOf(made.id)).days).toEqual([0, 2]);
});

test("[PICKUP-1] forty wishes at once make no more than twenty, and one form is one wish", async () => {
  const ada = await makePerson(services);
  const all = await Promise.all(
    Array.from({ length: 40 }, () => askPickup.receive(services, ada, WISH, key())),
  );
  expect(all.filter(({ ok }) => ok)).toHaveLength(20);
  expect(all.find(({ ok }) => !ok)).toMatchObject({ reason: "too_many" });
  const bola = await makePerson(services);
  const form = key();
  await Promise.all(Array.from({ length: 40 }, () => askPickup.receive(services, bola, WISH, form)));
  expect(await readOwnPickups(services, { actor: bola, storeId: "" })).toHaveLength(1);
});

test("[PICKUP-2] the office approves with a hub, or refuses with a reason; a change waits, and of two editors one is told", async () => {
  const hub = await newHub();
  const ada = await makePerson(services);
  const id = await asked(ada);
  const first = await seen(id);
  expect(await approvePickup.receive(services, desk, { ...first, hub: "" }, key())).toMatchObject({
    reason: "choose_hub",
  });
  const both = await Promise.all([
    approvePickup.receive(services, desk, { ...first, hub: hub.id }, key()),
    changePickup.receive(services, ada, { ...WISH, ...first, untilTime: "18:00" }, key()),
  ]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  expect(both.find(({ ok }) => !ok)).toMatchObject({ reason: "changed_meanwhile" });
  if ((await rowOf(id)).status === "asked")
    await approvePickup.receive(services, desk, { ...(await seen(id)), hub: hub.id }, key());
  expect(await rowOf(id)).toMatchObject({ status: "active", hubId: hub.id });

  const change = { ...WISH, fromTime: "09:00", untilTime: "11:00" };
  expect(await changePickup.receive(services, ada, { ...change, ...(await seen(id)) }, key())).toMatchObject({
    ok: true,
    waits: true,
  });
  expect(await rowOf(id)).toMatchObject({ fromTime: "15:00", wanted: { fromTime: "09:00" } });
  const reason = "No rider is there in the morning";
  expect(await refusePickup.receive(services, desk, { ...(await seen(id)), reason }, key())).toMatchObject({
    ok: true,
  });
  expect(await rowOf(id)).toMatchObject({ status: "active", fromTime: "15:00", wanted: null });
  await changePickup.receive(services, ada, { ...change, ...(await seen(id)) }, key());
  await approvePickup.receive(services, desk, { ...(await seen(id)), hub: hub.id }, key());
  expect(await rowOf(id)).toMatchObject({ fromTime: "09:00", wanted: null });
  expect(
    await approvePickup.receive(services, desk, { ...(await seen(id)), hub: hub.id }, key()),
  ).toMatchObject({
    reason: "nothing_asked",
  });
  const office = { ...WISH, ...(await seen(id)), days: [2] };
  const twice = await Promise.all(
    [1, 2].map(() => officeChangesPickup.receive(services, desk, office, key())),
  );
  expect(twice.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await rowOf(id)).toMatchObject({ days: [2] });
  expect((await actsOf(id)).slice(-5)).toEqual([
    "sender change_asked",
    "office change_refused",
    "sender change_asked",
    "office approved",
    "office changed",
  ]);

  const refused = await asked(ada);
  await refusePickup.receive(services, desk, { ...(await seen(refused)), reason }, key());
  expect(await rowOf(refused)).toMatchObject({ status: "refused" });
  expect(
    await changePickup.receive(services, ada, { ...WISH, ...(await seen(refused)) }, key()),
  ).toMatchObject({
    ok: true,
  });
  expect(await rowOf(refused)).toMatchObject({ status: "asked", endedAt: null });
});

test("[PICKUP-2] [PICKUP-5] both sides pause and end; what the office paused only the office lets go on, and the sender is mailed of what the office did", async () => {
  const ada = await makePerson(services);
  const id = await approved(ada);
  const mailed = await mailsAbout(id);
  await pausePickup.receive(services, ada, await seen(id), key());
  expect(await rowOf(id)).toMatchObject({ status: "paused", pausedBy: "sender" });
  await resumePickup.receive(services, ada, await seen(id), key());
  expect(await mailsAbout(id)).toBe(mailed);
  await officePauses.receive(services, desk, await seen(id), key());
  expect(await mailsAbout(id)).toBe(mailed + 1);
  expect(await resumePickup.receive(services, ada, await seen(id), key())).toMatchObject({
    reason: "paused_by_office",
  });
  await officeResumes.receive(services, desk, await seen(id), key());
  await endPickup.receive(services, ada, await seen(id), key());
  expect(await rowOf(id)).toMatchObject({ status: "ended" });
  for (const act of [endPickup, changePickup, pausePickup, resumePickup])
    expect(await act.receive(services, ada, { ...WISH, ...(await seen(id)) }, key())).toMatchObject({
      ok: false,
    });
  expect(await actsOf(id)).toEqual([
    "sender asked",
    "office approved",
    "sender paused",
    "sender resumed",
    "office paused",
    "office resumed",
    "sender ended",
  ]);
  const other = await approved(ada);
  await officeEnds.receive(services, desk, await seen(other), key());
  expect(await rowOf(other)).toMatchObject({ status: "ended" });
});

test("[PICKUP-2] support, a cashier and a hub clerk decide nothing", async () => {
  const ada = await makePerson(services);
  const id = await asked(ada);
  for (const role of ["support", "cashier", "hub_clerk"] as const) {
    const admin = await makeAdmin(opened, role);
    for (const act of [
      approvePickup,
      refusePickup,
      officeChangesPickup,
      officePauses,
      officeEnds,
      officeSkipsDay,
    ]) {
      const form = { ...WISH, ...(await seen(id)), hub: IKJ.id, reason: "No", day: today() };
      expect(await act.receive(services, admin, form, key())).toMatchObject({ ok: false, code: "forbidden" });
    }
  }
  expect(await rowOf(id)).toMatchObject({ status: "asked" });
});

test("[PICKUP-3] each makes one stop of its day's pickup run, on its days only, never on a closed day, and never on two runs", async () => {
  const hub = await newHub();
  toWorkday();
  const ada = await makePerson(services);
  const weekday = weekdayOf(today());
  const due = await approved(ada, { days: [weekday] }, hub);
  await approved(ada, { days: [(weekday + 1) % 7] }, hub);
  const runs = await Promise.all([pickupRun(hub), pickupRun(hub), pickupRun(hub)]);
  const stops = await Promise.all(runs.map(({ id }) => readStopsOfRun(db, id)));
  expect(stops.flat().map(({ pickupId }) => pickupId)).toEqual([due]);
  const has = runs[stops.findIndex((own) => own.length > 0)]!;
  const [stop] = stops.flat();

  // With a button, staff add a pickup that was approved after the planning. A stop that was removed from its run can be
  // put on another run of that day.
  const late = await approved(ada, {}, hub);
  expect(await addRegular.receive(services, desk, { run: has.id }, key())).toMatchObject({
    ok: true,
    added: 1,
  });
  expect(await addRegular.receive(services, desk, { run: has.id }, key())).toMatchObject({
    reason: "no_regular",
  });
  const other = runs.find(({ id }) => id !== has.id)!;
  expect(
    await takeOffRegular.receive(services, desk, { run: other.id, regular: stop!.id }, key()),
  ).toMatchObject({
    reason: "not_regular",
  });
  expect(
    await takeOffRegular.receive(services, desk, { run: has.id, regular: stop!.id }, key()),
  ).toMatchObject({
    ok: true,
  });
  expect(await addRegular.receive(services, desk, { run: other.id }, key())).toMatchObject({ added: 1 });

  // If a run is closed before it left, its stops wait for another run.
  await reconcileRun.receive(services, desk, await seenRun(opened, other.id), key());
  expect(await readStopsOfRun(db, other.id)).toEqual([]);
  expect((await readStopsOfRun(db, has.id)).map(({ pickupId }) => pickupId)).toEqual([late]);

  // On Sunday the hub is closed.
  while (weekdayOf(today()) !== 6) clock.pass(DAY);
  await approved(ada, { days: [6] }, hub);
  expect(await readStopsOfRun(db, (await pickupRun(hub)).id)).toEqual([]);
});

test("[PICKUP-3] a run that is planned after a window is over leaves its pickup out, and the board names it until midnight", async () => {
  const hub = await newHub();
  toWorkday();
  const day = today();
  const ada = await makePerson(services);
  const toLagos = (time: string) => clock.set(new Date(`${day}T${time}:00+01:00`));
  toLagos("16:00");
  const [early, late] = [await approved(ada, {}, hub), await approved(ada, { untilTime: "19:00" }, hub)];
  const board = async (on = day) =>
    (await regularWithoutRun({ services, db, at: clock.now() }, { hubId: hub.id, day: on })).map(
      ({ id, isOver }) => [id, isOver],
    );
  expect(await board()).toEqual(expect.arrayContaining([early, late].map((id) => [id, false])));
  toLagos("17:00");
  // This pickup is approved after its time window, so today no visit is due.
  await approved(ada, {}, hub);
  const run = await pickupRun(hub);
  expect((await readStopsOfRun(db, run.id)).map(({ pickupId }) => pickupId)).toEqual([late]);
  expect(await addRegular.receive(services, desk, { run: run.id }, key())).toMatchObject({
    reason: "no_regular",
  });
  expect(await board()).toEqual([[early, true]]);
  // The next day's run gets all three stops, at whatever time of the day it is planned.
  const tomorrow = lagosDay(addDays(clock.now(), 1));
  expect(await board(tomorrow)).toHaveLength(3);
  clock.set(new Date(`${tomorrow}T08:00:00+01:00`));
  expect(await board(day)).toEqual([]);
});

test("[PICKUP-6] a day without a run is not visited for sender and office, but for days that were skipped, paused or after the end", async () => {
  const hub = await newHub();
  while (weekdayOf(today()) !== 0) clock.pass(DAY);
  const monday = today();
  const dayOf = (n: number) => lagosDay(addDays(parseLagosDay(monday)!, n));
  const toLagos = (n: number, time: string) => clock.set(new Date(`${dayOf(n)}T${time}:00+01:00`));
  toLagos(0, "09:00");
  const ada = await makePerson(services);
  const [id, late] = [await approved(ada, {}, hub), await asked(ada)];
  const before = async (of = id) => {
    const office = (await readPickup(services, of))!.before;
    const own = (await readOwnPickups(services, { actor: ada, storeId: "" })).find((one) => one.id === of)!;
    expect(own.before).toEqual(office);
    return office.map(({ day, is }) => `${day} ${is}`);
  };
  expect(await before()).toEqual([]);
  toLagos(0, "17:00");
  expect(await before()).toEqual([`${monday} missed`]);
  await approvePickup.receive(services, desk, { ...(await seen(late)), hub: hub.id }, key());

  // Tuesday is skipped, and on Wednesday the run is closed without having left.
  await skipDay.receive(services, ada, { id, day: dayOf(1) }, key());
  toLagos(2, "09:00");
  const run = await pickupRun(hub);
  await reconcileRun.receive(services, desk, await seenRun(opened, run.id), key());
  // On Thursday the rider comes. On Friday at noon the first pickup is paused, and the pickup `late` ends.
  toLagos(3, "09:00");
  const out = await pickupRun(hub);
  await runOut.receive(services, desk, await seenRun(opened, out.id), key());
  const visits = (await readStopsOfRun(db, out.id)).map(({ id: regular }) => ({ run: out.id, regular }));
  for (const visit of visits) await visitRegular.receive(services, desk, { ...visit, taken: "1" }, key());
  toLagos(4, "12:00");
  await pausePickup.receive(services, ada, await seen(id), key());
  await endPickup.receive(services, ada, await seen(late), key());
  toLagos(9, "09:00");
  const [tuesday, wednesday] = [`${dayOf(1)} skipped`, `${dayOf(2)} missed`];
  expect(await before()).toEqual([`${monday} missed`, tuesday, wednesday, `${dayOf(3)} visited`]);
  expect(await before(late)).toEqual([`${dayOf(1)} missed`, wednesday, `${dayOf(3)} visited`]);
  toLagos(16, "09:00");
  expect(await before()).toEqual([wednesday, `${dayOf(3)} visited`]);
});

test("[PICKUP-4] a day is skipped by both sides, also from a planned run, and not once the rider is on the way", async () => {
  const hub = await newHub();
  toWorkday();
  const [ada, eve] = [await makePerson(services), await makePerson(services)];
  const id = await approved(ada, {}, hub);
  const day = today();
  const run = await pickupRun(hub);
  expect(await readStopsOfRun(db, run.id)).toHaveLength(1);
  expect(await skipDay.receive(services, eve, { id, day }, key())).toMatchObject({ reason: "pickup_gone" });
  const sunday = lagosDay(addDays(parseLagosDay(day)!, 6 - weekdayOf(day)));
  for (const wrong of [sunday, "2020-01-06", lagosDay(addDays(clock.now(), 60))])
    expect(await skipDay.receive(services, ada, { id, day: wrong }, key())).toMatchObject({
      reason: "no_such_day",
    });
  const at = await Promise.all(
    Array.from({ length: 10 }, () => skipDay.receive(services, ada, { id, day }, key())),
  );
  expect(at.every(({ ok }) => ok)).toBe(true);
  expect(await readStopsOfRun(db, run.id)).toEqual([]);
  expect(await addRegular.receive(services, desk, { run: run.id }, key())).toMatchObject({
    reason: "no_regular",
  });
  await unskipDay.receive(services, ada, { id, day }, key());
  expect(await addRegular.receive(services, desk, { run: run.id }, key())).toMatchObject({ added: 1 });
  await runOut.receive(services, desk, await seenRun(opened, run.id), key());
  expect(await skipDay.receive(services, ada, { id, day }, key())).toMatchObject({ reason: "on_the_way" });
  expect(await officeSkipsDay.receive(services, desk, { id, day }, key())).toMatchObject({
    reason: "on_the_way",
  });
  // A pause does not remove a stop from a run that is already out.
  await pausePickup.receive(services, ada, await seen(id), key());
  expect(await readStopsOfRun(db, run.id)).toHaveLength(1);
  await resumePickup.receive(services, ada, await seen(id), key());

  const [next] = (await readOwnPickups(services, { actor: ada, storeId: "" }))[0]!.coming.slice(1);
  await officeSkipsDay.receive(services, desk, { id, day: next!.day }, key());
  expect(await unskipDay.receive(services, ada, { id, day: next!.day }, key())).toMatchObject({
    reason: "skipped_by_office",
  });
  const page = await readPickup(services, id);
  expect(page!.coming[0]).toMatchObject({ day, is: "out" });
  expect(page!.coming.find((one) => one.day === next!.day)).toMatchObject({
    is: "skipped",
    skippedBy: "office",
  });
});

test("[PICKUP-4] skipping, pausing and planning at once leave a day skipped or on a run, never both", async () => {
  toWorkday();
  for (let round = 0; round < 5; round++) {
    const hub = await newHub();
    const ada = await makePerson(services);
    const [one, two] = [await approved(ada, {}, hub), await approved(ada, {}, hub)];
    await Promise.all([
      pickupRun(hub),
      skipDay.receive(services, ada, { id: one, day: today() }, key()),
      pausePickup.receive(services, ada, await seen(two), key()),
      pickupRun(hub),
    ]);
    const rows = await db.select().from(regularStops).where(eq(regularStops.pickupId, one));
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ skippedBy: "sender", runId: null });
    expect(await db.$count(regularStops, eq(regularStops.pickupId, two))).toBe(0);
  }
});

test("[PICKUP-3] [DEED-12] the rider's phone has the stop, takes what its sender booked and nobody planned, and says what was there", async () => {
  const hub = await newHub();
  toWorkday();
  const ada = await makePerson(services);
  await approved(ada, { phone: "0803 555 0177" }, hub);
  const parcel = await bookOne(opened, { senderPhone: "0803 555 0177" });
  const foreign = await bookOne(opened, { senderPhone: "0803 555 0178" });
  const run = await pickupRun(hub);
  await runOut.receive(services, desk, await seenRun(opened, run.id), key());
  const [stop] = await readStopsOfRun(db, run.id);
  const phone = await Phone.of(opened, musa.id);
  const at = { id: run.id, version: run.version };
  clock.pass(60_000);
  const picks = (code: string) =>
    phone.does({ kind: "picked_up", pieces: [code], counted: [], kg: null, took: [], note: "" }, at);
  picks(parcel.trackingCode);
  picks(foreign.trackingCode);
  phone.does({ kind: "regular_visited", stop: stop!.id, taken: 1 }, at);
  const { answers } = await phone.sends();
  expect(answers.map(({ answer, why }) => [answer, ...why])).toEqual([
    ["flagged", "not_on_run"],
    ["flagged", "not_yours"],
    ["taken"],
  ]);
  expect((await piecesOf(opened, parcel.id))[0]).toMatchObject({ holderKind: "rider", holderId: musa.id });
  expect((await piecesOf(opened, foreign.id))[0]).toMatchObject({ holderKind: "sender" });
  expect(await readStopsOfRun(db, run.id)).toMatchObject([{ taken: 1 }]);

  // A visit has no effect if the stop does not exist or is another rider's, or if the phone was revoked before the
  // visit.
  const sani = await makeRider(opened, hub.id, "Sani Musa");
  const other = await Phone.of(opened, sani.id);
  clock.pass(60_000);
  other.does({ kind: "regular_visited", stop: stop!.id, taken: 9 }, at);
  expect((await other.sends()).answers[0]).toMatchObject({ answer: "flagged", why: ["not_yours"] });
  phone.does({ kind: "regular_visited", stop: crypto.randomUUID(), taken: 9 }, at);
  expect((await phone.sends()).answers.at(-1)).toMatchObject({ why: ["not_yours"] });
  await db
    .update(riderDevices)
    .set({ revokedAt: clock.now(), revokedBy: "office" })
    .where(eq(riderDevices.id, phone.id));
  clock.pass(60_000);
  phone.does({ kind: "regular_visited", stop: stop!.id, taken: 9 }, at);
  expect((await phone.sends()).answers.at(-1)).toMatchObject({ answer: "refused" });
  expect(await readStopsOfRun(db, run.id)).toMatchObject([{ taken: 1 }]);

  // The office corrects the number of parcels. The newest visit counts.
  expect(
    await visitRegular.receive(services, desk, { run: run.id, regular: stop!.id, taken: "2" }, key()),
  ).toMatchObject({ ok: true });
  expect(await readStopsOfRun(db, run.id)).toMatchObject([{ taken: 2 }]);
});

test("[PICKUP-5] pickups go with the account, are in its data, and go a year after their end", async () => {
  const ada = await makePerson(services);
  const id = await approved(ada, {}, IKJ);
  const own = await exportOwnData(services, ada);
  expect(JSON.stringify(own)).toContain("4 Allen Avenue");
  const bola = await makePerson(services);
  const ended = await approved(bola, {}, IKJ);
  await endPickup.receive(services, bola, await seen(ended), key());
  expect(await deleteAccount(services, ada, { email: ada.person.email })).toMatchObject({ ok: true });
  expect(await db.$count(regularPickups, eq(regularPickups.id, id))).toBe(0);
  expect(await db.$count(regularPickupActs, eq(regularPickupActs.pickupId, id))).toBe(0);
  await purgeExpired(services);
  expect(await rowOf(ended)).toBeDefined();
  clock.pass((KEEP_DAYS.regularPickups + 1) * DAY);
  await purgeExpired(services);
  expect(await db.$count(regularPickups, eq(regularPickups.id, ended))).toBe(0);
});
