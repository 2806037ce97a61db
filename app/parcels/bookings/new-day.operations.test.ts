import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { addDays, lagosDay } from "../../domain/dates.ts";
import { bookingEvents, bookings, mails } from "../../platform/db/schema.ts";
import { bookOne, makeAdmin } from "../../../test/fixtures/bookings.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { setNewDay } from "./set-new-day.server.ts";

const { opened, services, db } = await fileServices({ limitsFactor: 100 });
const dispatcher = await makeAdmin(opened, "dispatcher");
const key = () => crypto.randomUUID();

test("[STATUS-10] the desk sets a day with a reason: an event, one mail, and the first promise stays", async () => {
  const { id, estimatedDelivery } = await bookOne(opened);
  // The test's day is a Saturday; Thursday is a working day.
  const day = lagosDay(addDays(services.now(), 5));
  const form = { id, newDay: day, newDayWhy: "vehicle", newDayNote: null } as const;
  expect(await setNewDay(services, dispatcher, form, key())).toMatchObject({ ok: true, changed: true });
  expect(await setNewDay(services, dispatcher, form, key())).toMatchObject({ ok: true, changed: false });
  const [row] = await db.select().from(bookings).where(eq(bookings.id, id));
  expect([lagosDay(row!.promisedDay), row!.estimatedDelivery]).toEqual([day, estimatedDelivery]);
  const events = await db.select().from(bookingEvents).where(eq(bookingEvents.bookingId, id));
  expect(events.filter(({ kind }) => kind === "day_moved")).toMatchObject([
    { newDay: day, newDayWhy: "vehicle", byUserId: dispatcher.person.id, toStatus: "pending" },
  ]);
  const told = async () =>
    (await db.select().from(mails).where(eq(mails.bookingId, id))).filter(
      ({ kind }) => kind === "status_changed",
    );
  await expect.poll(async () => (await told()).length, { timeout: 10_000 }).toBe(1);
});

test("[STATUS-10] a closed day, one that is over and one too far ahead are refused, and roles that only read", async () => {
  const { id } = await bookOne(opened);
  const set = (days: number) =>
    setNewDay(
      services,
      dispatcher,
      { id, newDay: lagosDay(addDays(services.now(), days)), newDayWhy: "office", newDayNote: null },
      key(),
    );
  expect(await set(-1)).toMatchObject({ ok: false, errors: { newDay: expect.stringContaining("over") } });
  expect(await set(1)).toMatchObject({ errors: { newDay: expect.stringContaining("do not deliver") } });
  expect(await set(40)).toMatchObject({ errors: { newDay: expect.stringContaining("next 30") } });
  const reader = await makeAdmin(opened, "support");
  const day = lagosDay(addDays(services.now(), 5));
  expect(
    await setNewDay(services, reader, { id, newDay: day, newDayWhy: "office", newDayNote: null }, key()),
  ).toMatchObject({ ok: false, code: "forbidden" });
});
