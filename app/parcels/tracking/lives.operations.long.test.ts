/**
 * BOOK-4, STATUS-10, TRACK-10: thirty parcels from booking to end, hour by hour, on a real database with a clock. At
 * every hour the receiver, the sender, the track page and dispatch see the same promised day, and every shown day is
 * open and not over. Longer than 250 lines because the events of the parcels and the checks belong together.
 */
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { eq, inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookOne, makeAdmin } from "../../../test/fixtures/bookings.ts";
import { correctionInput } from "../../../test/fixtures/correction.ts";
import { randomFrom } from "../../../test/fixtures/random.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { makeHubs, piecesOf, receiveAt, seenRun, sendRunOut } from "../../../test/fixtures/road.ts";
import { HOUR, key, makeRunDesk } from "../../../test/fixtures/run-desk.ts";
import { asGuest } from "../../access/actors.server.ts";
import { saveHours, saveServed } from "../../company/details/change-company.server.ts";
import { isLate } from "../../domain/booking.ts";
import {
  addDays,
  formatDate,
  formatNearDate,
  lagosClock,
  lagosDay,
  parseLagosDay,
  startOfLagosDay,
} from "../../domain/dates.ts";
import { formatPhone } from "../../domain/phone.ts";
import { isOnTheWay } from "../../domain/delivery-status.ts";
import { deliveringDayFrom } from "../../domain/places-days.ts";
import { officeDay, saidDay } from "../../domain/promise.ts";
import { readCompanyRow } from "../../platform/company/company.server.ts";
import { bookings, hubs } from "../../platform/db/schema.ts";
import { assignPieces } from "../../road/runs/assign-pieces.server.ts";
import { createRun } from "../../road/runs/create-run.server.ts";
import { recordAttempted, recordDelivered } from "../../road/entries/run-deeds.server.ts";
import { runReturned } from "../../road/runs/send-and-close-run.server.ts";
import { correctBooking } from "../bookings/correct-booking.server.ts";
import { correctOwnBooking } from "../bookings/correct-own-booking.server.ts";
import { moveClosedDays } from "../bookings/move-closed-days.server.ts";
import { setNewDay } from "../bookings/set-new-day.server.ts";
import { listBookings } from "../dispatch/list-bookings.server.ts";
import { arrivalOf } from "../my-bookings/my-bookings.tsx";
import { announceRefusal, chooseDay, chooseHold, takeBackChoice } from "../receiver-choices/choose.server.ts";
import { standingOf } from "../receiver-choices/standing.server.ts";
import { linkOf } from "../receiver-link/receiver-link.server.ts";
import { readReceiver } from "../receiver-page/read-receiver.server.ts";
import { readActiveHubs } from "../../places/hubs.server.ts";
import { ParcelResult } from "./parcel-result.tsx";
import { readParcel } from "./track-parcel.server.ts";
import { withParcelWords } from "./parcel-words.ts";
import type { TrackingView } from "./tracking-view.ts";

const { opened, services, clock, db } = await fileServices();
const { desk, IKJ, KAN, musa } = await makeRunDesk(opened);
const { ABJ } = await makeHubs(opened, "ABJ");
const boss = await makeAdmin(opened, "super_admin");
await db.update(hubs).set({ hours: "Mon-Fri 8:00-18:00" }).where(eq(hubs.id, KAN.id));

/** Wednesday, 8 am in Lagos. */
const START = parseLagosDay("2027-01-20")!.getTime() + 8 * HOUR;
const HOURS = 9 * 24;
const LIVES = 30;
const KINDS = 15;
const KANO = "12 Bompai Road, Kano";
const GUEST = asGuest("127.0.0.1");
const VISITOR = { ip: "127.0.0.1", browser: null, sessionHash: null, person: null, staff: null };
const random = randomFrom(49);

const must = <Done extends { ok: boolean }>(done: Done): Done => {
  if (!done.ok) throw new Error(JSON.stringify(done));
  return done;
};
type Life = {
  id: string;
  code: string;
  pieceIds: string[];
  kind: number;
  plan: Map<number, () => Promise<unknown>>;
};

/**
 * Converts a Lagos time into hours since START: `clockHour` o'clock, `days` days after the day that contains the hour
 * `from`.
 */
const at = (from: number, days: number, clockHour: number) =>
  (Math.floor((from + 8) / 24) + days) * 24 + clockHour - 8;

async function newRun(kind: "delivery" | "linehaul", day: string): Promise<string> {
  const to = kind === "linehaul" ? { toHub: KAN.id, driverPhone: "+2348031230000" } : {};
  const made = await createRun(services, desk, { kind, day, hub: IKJ.id, rider: musa.id, ...to }, key());
  return must(made as { ok: true; id: string }).id;
}
const today = () => lagosDay(clock.now());
const receive = (life: Life, hub = IKJ.id) => receiveAt(opened, desk, hub, life.pieceIds);
async function goOut(life: Life, kind: "delivery" | "linehaul" = "delivery"): Promise<string> {
  const run = await newRun(kind, today());
  await sendRunOut(opened, desk, run, life.pieceIds);
  return run;
}
const deliver = (life: Life, run: string) =>
  recordDelivered(services, desk, { run, pieces: life.pieceIds, noPin: "Not asked" }, key());
const rowOf = async (life: Life) => (await db.select().from(bookings).where(eq(bookings.id, life.id)))[0]!;

type On = (days: number, clockHour: number, what: () => Promise<unknown>) => void;

/**
 * Plans what happens to a parcel of each kind after its booking, hour by hour. Parcels of kinds 5 and 14 are never
 * picked up. Parcels of kind 8 stay in the hub.
 */
function plan(life: Life, hour: number) {
  const on: On = (days, clockHour, what) => void life.plan.set(at(hour, days, clockHour), what);
  if (life.kind !== 5 && life.kind !== 14) on(1, 15, () => receive(life));
  planOnRoad(life, on);
  planByWish(life, on);
  planCorrections(life, on);
}

function planOnRoad(life: Life, on: On) {
  const pieces = life.pieceIds;
  let run = "";
  const goesOut = () => on(2, 9, async () => void (run = await goOut(life)));
  if (life.kind === 0) {
    goesOut();
    on(2, 13, () => deliver(life, run));
  }
  // The delivery is planned for a later day than promised.
  if (life.kind === 1)
    on(2, 10, async () => {
      run = await newRun("delivery", lagosDay(addDays(clock.now(), 6)));
      must(await assignPieces(services, desk, { run, pieces }, key()));
    });
  // The rider finds nobody at home. For kind 11, the receiver then makes no choice.
  if (life.kind === 2 || life.kind === 11) {
    goesOut();
    on(2, 12, async () =>
      must(await recordAttempted(services, desk, { run, pieces, reason: "nobody_home" }, key())),
    );
    on(2, 17, () => receive(life));
  }
  // The run ends without a delivery of the parcel.
  if (life.kind === 6) {
    goesOut();
    on(2, 17, async () => must(await runReturned(services, desk, await seenRun(opened, run), key())));
  }
  // A linehaul brings the parcel to Kano late.
  if (life.kind === 7) {
    on(3, 14, async () => void (run = await goOut(life, "linehaul")));
    on(4, 16, () => receive(life, KAN.id));
  }
}

function planByWish(life: Life, on: On) {
  const { id, code } = life;
  const now = () => clock.now();
  if (life.kind === 2)
    on(3, 10, async () => {
      const around = { company: await services.company(), hubs: await readActiveHubs(db), at: now() };
      const { days } = await standingOf(db, await rowOf(life), around);
      must(await chooseDay(services, GUEST, { code, day: days[2]! }, key()));
    });
  // The receiver chooses to collect the parcel. For kind 12, the receiver withdraws this choice later.
  if (life.kind === 3 || life.kind === 12)
    on(2, 10, async () => must(await chooseHold(services, GUEST, { code, hub: IKJ.id }, key())));
  if (life.kind === 12)
    on(5, 13, async () => must(await takeBackChoice(services, GUEST, { code, slot: "plan" }, key())));
  if (life.kind === 4)
    on(3, 11, async () => {
      const { receiverTown: town, receiverState: state } = await rowOf(life);
      const newDay = deliveringDayFrom(await services.daysRules(now()), addDays(now(), 5), { town, state });
      must(await setNewDay(services, desk, { id, newDay, newDayWhy: "vehicle", newDayNote: null }, key()));
    });
  // The receiver does not want the parcel.
  if (life.kind === 9)
    on(1, 18, async () => must(await announceRefusal(services, GUEST, { code, words: null }, key())));
}

/**
 * For kind 10, the sender corrects address, state and service before the pickup. For kind 13, staff correct the
 * address.
 */
function planCorrections(life: Life, on: On) {
  if (life.kind === 10)
    on(0, 23, async () => {
      const {
        trackingCode: code,
        version,
        senderPhone,
        receiverPhone,
        packageWeight,
        ...row
      } = await rowOf(life);
      const typed = {
        ...{
          senderAddress: row.senderAddress,
          senderState: row.senderState,
          senderPhone: formatPhone(senderPhone),
        },
        ...{ receiverName: row.receiverName, receiverPhone: formatPhone(receiverPhone) },
        ...{ receiverAddress: KANO, receiverState: "Kano", packageDescription: row.packageDescription },
        ...{ packageWeight: String(packageWeight), packageType: row.packageType },
        deliveryType: "standard" as const,
      };
      must(await correctOwnBooking(services, GUEST, { code, version, ...typed }, key()));
    });
  if (life.kind === 13)
    on(2, 20, async () => {
      const { id, version, senderAddress, senderState } = await rowOf(life);
      const more = { senderAddress, senderState, receiverAddress: KANO, receiverState: "Kano" };
      must(await correctBooking(services, desk, { id, version, ...correctionInput(more) }, key()));
    });
}

/** Changes the company meanwhile: adds a holiday, closes a hub, and switches a state off. */
async function changeCompany(hour: number): Promise<void> {
  const { version, company } = await readCompanyRow(db, services.initialCompany);
  if (hour === 30) {
    const holidays = `${formatDate(addDays(clock.now(), 3))}: Closed`;
    const form = { hours: "Mon-Sat 8:00-18:00", holidays, pickupUntil: company.pickupUntil, version };
    must(await saveHours.receive(services, boss, form, key()));
  }
  if (hour === 54) await db.update(hubs).set({ active: false }).where(eq(hubs.id, ABJ.id));
  if (hour === 126) {
    must(await saveServed.receive(services, boss, { unserved: ["Kano"], version }, key()));
  }
}

/** Returns the days that a text names, such as 'Wed 27 Jan'. */
const daysIn = (text: string) => [
  ...new Set(text.match(/\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d{1,2} (?:Jan|Feb)\b/g)),
];
const rendered = new Map<string, { head: string; text: string }>();
/**
 * Returns the headline and the text about a parcel, as the track page and the receiver's page show them. Rendered texts
 * are cached.
 */
function said(parcel: TrackingView): { head: string; text: string } {
  const view = JSON.stringify(parcel);
  const known = rendered.get(view);
  if (known) return known;
  const Page = createRoutesStub([
    {
      path: "/",
      Component: () =>
        createElement(ParcelResult, { parcel: withParcelWords(parcel), promise: true, head: null }),
    },
  ]);
  const html = renderToStaticMarkup(createElement(Page));
  const plain = (part: string) =>
    part
      .replace(/<time[^]*?<\/time>/g, " ")
      .replace(/<[^>]*>/g, " ")
      .replace(/\s+/g, " ");
  const own = { head: plain(/<h2[^]*?<\/h2>/.exec(html)![0]), text: plain(html) };
  rendered.set(view, own);
  return own;
}

type Desk = Awaited<ReturnType<typeof listBookings>>["rows"][number];
async function check(life: Life, row: Desk, isFull: boolean) {
  const now = clock.now();
  const who = `life ${life.kind} ${life.code} at ${now.toISOString()}`;
  const { parcel } = (await readParcel(services, life.code))!;
  const { head, text } = said(parcel);
  const promised = lagosDay(row.promisedDay);
  const named = saidDay(row.promisedDay);
  const late = isLate(row, startOfLagosDay(now));
  // The dispatch list, the sender's list and the public page read the promised day by different queries, but must show
  // the same day.
  expect([who, saidDay(parcel.promisedDay), officeDay(parcel.promisedDay)]).toEqual([
    who,
    named,
    officeDay(row.promisedDay),
  ]);
  const own = arrivalOf({ ...row, deliveredAt: parcel.deliveredAt }, startOfLagosDay(now));
  if (!isOnTheWay(row.status)) return;
  expect([who, own]).toEqual([who, [late ? "Was due" : "Expected by", named]]);

  const pickup = parcel.pickupDay && formatNearDate(parseLagosDay(parcel.pickupDay)!);
  if (parcel.pickupDay) expect([who, parcel.pickupDay >= today()]).toEqual([who, true]);
  const out = parcel.outForDelivery && parcel.events.findLast(({ kind }) => kind === "out_for_delivery");
  const may = [named, pickup, out && formatNearDate(out.at)];
  expect([who, daysIn(text).filter((day) => !may.includes(day))]).toEqual([who, []]);
  if (/Out for delivery/.test(head)) expect([who, out && lagosDay(out.at)]).toEqual([who, today()]);
  const promises = /Arriving by|at the latest|We will try again on|Collect it by/.test(text);
  if (promises) {
    expect([who, promised >= today(), late]).toEqual([who, true, false]);
    const rules = await services.daysRules(now);
    const { town, state } = parcel.destination;
    expect([who, deliveringDayFrom(rules, row.promisedDay, { town, state })]).toEqual([who, promised]);
  }
  if (late && parcel.news === null)
    expect([who, /Late|Sorry, this parcel is late|Not delivered/.test(text)]).toEqual([who, true]);
  if (/is late/.test(text)) expect([who, parcel.tellBy! > now]).toEqual([who, true]);
  if (!isFull) return;
  const read = await readReceiver(
    services,
    VISITOR,
    (await linkOf(services, "receiver", life.code)).split("/").at(-1)!,
    null,
  );
  if (!read.ok) throw new Error(`${who}: ${read.code}`);
  const receivers = said(read.view.parcel).text;
  expect([who, daysIn(receivers)]).toEqual([who, daysIn(text)]);
}

function toOf(kind: number): string {
  if (kind === 7) return KANO;
  return kind === 14 ? "3 Aminu Kano Crescent, Wuse, Abuja" : "5 Allen Avenue, Ikeja, Lagos";
}

test("[BOOK-4] [STATUS-10] [TRACK-10] thirty lives: four places never name different days, none over, none closed", async () => {
  const lives: Life[] = [];
  const begins = Array.from({ length: LIVES }, (_, nr) => ({ kind: nr % KINDS, hour: random(48) }));
  for (let hour = 0; hour <= HOURS; hour++) {
    clock.set(new Date(START + hour * HOUR + 60_000));
    for (const { kind } of begins.filter((one) => one.hour === hour)) {
      const booking = await bookOne(opened, {
        deliveryType: kind === 7 ? "express" : ["standard", "express"][random(2)]!,
        receiverAddress: toOf(kind),
      });
      const pieceIds = (await piecesOf(opened, booking.id)).map(({ id }) => id);
      const life: Life = { id: booking.id, code: booking.trackingCode, pieceIds, kind, plan: new Map() };
      plan(life, hour);
      lives.push(life);
    }
    for (const life of lives) await life.plan.get(hour)?.();
    await changeCompany(hour);
    await moveClosedDays(services);
    const { rows } = await listBookings(db, { search: "", status: null, cursor: null, direction: "next" });
    const ofDay = lagosClock(clock.now()).hours;
    for (const life of lives) {
      const row = rows.find(({ id }) => id === life.id)!;
      await check(life, row, ofDay === 12);
    }
  }
  expect(lives).toHaveLength(LIVES);
  const ended = await db
    .select()
    .from(bookings)
    .where(
      inArray(
        bookings.id,
        lives.map(({ id }) => id),
      ),
    );
  expect(new Set(ended.map(({ status }) => status))).toContain("delivered");
  expect(ended.filter(({ movedTo }) => movedTo !== null).length).toBeGreaterThan(8);
}, 180_000);
