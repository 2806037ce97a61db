/** CHOICE-1: the days that the receiver is offered shortly before closing times, holidays and the end of a year. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookOne, makeAdmin } from "../../../test/fixtures/bookings.ts";
import { bookedAt, makeHubs } from "../../../test/fixtures/road.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { asGuest } from "../../access/actors.server.ts";
import { lagosDay, middayOf } from "../../domain/dates.ts";
import { whyClosed } from "../../domain/why-closed.ts";
import { readActiveHubs } from "../../places/hubs.server.ts";
import { bookings, hubs, pieces } from "../../platform/db/schema.ts";
import { setNewDay } from "../bookings/set-new-day.server.ts";
import { chooseDay } from "./choose.server.ts";
import { standingOf } from "./standing.server.ts";

const { opened, services, clock, db } = await fileServices();
const desk = await makeAdmin(opened, "dispatcher");
const { IKJ, KAN } = await makeHubs(opened, "IKJ", "KAN");
const key = () => crypto.randomUUID();

const TO_LAGOS = { receiverAddress: "5 Ogunlana Drive, Surulere, Lagos", receiverState: "Lagos" };
const bookingOf = async (id: string) => (await db.select().from(bookings).where(eq(bookings.id, id)))[0]!;
async function offered(id: string): Promise<string[]> {
  const around = { company: await services.company(), hubs: await readActiveHubs(db), at: clock.now() };
  return (await standingOf(db, await bookingOf(id), around)).days;
}

/** The moments are in ascending order, because a test clock only moves forward. */
const MOMENTS = [
  ["Saturday evening", "2026-11-28T19:30:00+01:00"],
  ["Sunday", "2026-11-29T10:00:00+01:00"],
  ["Christmas Eve", "2026-12-24T16:30:00+01:00"],
  ["31 December", "2026-12-31T23:30:00+01:00"],
  ["the eve of Good Friday", "2027-03-25T17:45:00+01:00"],
  ["the eve of Eid-el-Kabir", "2027-05-15T08:00:00+01:00"],
] as const;

test.each(MOMENTS)(
  "[CHOICE-1] [STATUS-10] on %s each offered day is open and to come, and receiver and desk can have it",
  async (_, time) => {
    clock.set(new Date(time));
    const here = (await bookedAt(opened, desk, IKJ.id, TO_LAGOS)).booking;
    const away = await bookOne(opened, TO_LAGOS);
    const late = await bookOne(opened, TO_LAGOS);
    const passed = new Date(clock.now().getTime() - 5 * 86_400_000);
    await db.update(bookings).set({ estimatedDelivery: passed }).where(eq(bookings.id, late.id));
    const company = await services.company();
    const hub = (await readActiveHubs(db)).find(({ id }) => id === IKJ.id)!;
    for (const { id, trackingCode: code } of [here, away, late]) {
      const days = await offered(id);
      expect(new Set(days).size).toBe(7);
      for (const day of days) {
        expect(day > lagosDay(clock.now()), day).toBe(true);
        expect(whyClosed(day, hub, company), day).toBe(null);
      }
      const promised = lagosDay((await bookingOf(id)).promisedDay);
      if (id === away.id) expect(days[0]! >= promised).toBe(true);
      for (const newDay of days) {
        const form = { id, newDay, newDayWhy: "office" as const, newDayNote: "" };
        expect(await setNewDay(services, desk, form, key()), newDay).toMatchObject({ ok: true, day: newDay });
      }
      const [first] = await offered(id);
      expect(await chooseDay(services, asGuest("127.0.0.1"), { code, day: first! }, key())).toEqual({
        ok: true,
      });
    }
  },
);

test("[CHOICE-1] a hub with hours of its own offers its own days, also where dispatch chose it; the desk takes each", async () => {
  clock.set(new Date("2027-05-22T19:30:00+01:00"));
  await db.update(hubs).set({ hours: "Tue-Sun 9:00-17:00" }).where(eq(hubs.id, KAN.id));
  const own = (await bookedAt(opened, desk, KAN.id)).booking;
  const chosen = (await bookedAt(opened, desk, KAN.id, TO_LAGOS)).booking;
  await db.update(pieces).set({ toHubId: KAN.id }).where(eq(pieces.bookingId, chosen.id));
  for (const { id } of [own, chosen]) {
    const days = await offered(id);
    const weekdays = days.map((day) => middayOf(day).getUTCDay());
    expect(weekdays).toContain(0);
    expect(weekdays).not.toContain(1);
    for (const newDay of days) {
      const form = { id, newDay, newDayWhy: "office" as const, newDayNote: "" };
      expect(await setNewDay(services, desk, form, key()), newDay).toMatchObject({ ok: true, day: newDay });
    }
  }
});
