/** STATUS-10: the events that move a parcel's promised day automatically, on a real database. */
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookOne, makeAdmin } from "../../../test/fixtures/bookings.ts";
import { correctionInput } from "../../../test/fixtures/correction.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { piecesOf, receiveAt } from "../../../test/fixtures/road.ts";
import { HOUR, key, makeRunDesk } from "../../../test/fixtures/run-desk.ts";
import { asGuest } from "../../access/actors.server.ts";
import { saveHours } from "../../company/details/change-company.server.ts";
import { addDays, formatDate, lagosDay, parseLagosDay } from "../../domain/dates.ts";
import { bookingEvents, bookings, hubs, mails } from "../../platform/db/schema.ts";
import { readCompanyRow } from "../../platform/company/company.server.ts";
import { createRun } from "../../road/runs/create-run.server.ts";
import { assignPieces } from "../../road/runs/assign-pieces.server.ts";
import { recordAttempted } from "../../road/entries/run-deeds.server.ts";
import { chooseHold, takeBackChoice } from "../receiver-choices/choose.server.ts";
import { correctBooking } from "./correct-booking.server.ts";
import { changeStatus, undoStatus } from "./change-status.server.ts";
import { dropOffColumn, dropOffOf } from "./hub-choices.server.ts";
import { moveClosedDays } from "./move-closed-days.server.ts";

const { opened, services, clock, db } = await fileServices({ limitsFactor: 100 });
const { desk, IKJ, KAN, musa, outFor } = await makeRunDesk(opened);
const boss = await makeAdmin(opened, "super_admin");
const GUEST = asGuest("127.0.0.1");
/** Monday, 9 am in Lagos. */
const MONDAY = new Date(parseLagosDay("2027-01-18")!.getTime() + 9 * HOUR);
const START = MONDAY.getTime();
const on = (days: number, hour: number) => clock.set(new Date(START + days * 24 * HOUR + (hour - 9) * HOUR));
const day = (days: number) => lagosDay(addDays(MONDAY, days));
const HERE = { receiverAddress: "5 Allen Avenue, Ikeja, Lagos", deliveryType: "express" };

const rowOf = async (id: string) => (await db.select().from(bookings).where(eq(bookings.id, id)))[0]!;
const saidOf = async (id: string) => {
  const { promisedDay, estimatedDelivery } = await rowOf(id);
  return [lagosDay(promisedDay), lagosDay(estimatedDelivery)];
};
const movesOf = async (id: string) =>
  (await db.select().from(bookingEvents).where(eq(bookingEvents.bookingId, id)).orderBy(bookingEvents.id))
    .filter(({ kind }) => kind === "day_moved")
    .map(({ newDay, newDayWhy }) => [newDay, newDayWhy]);
/** Makes a parcel that is promised for Wednesday and is in the hub that delivers the parcel. */
async function inHub() {
  const booking = await bookOne(opened, HERE);
  const pieceIds = (await piecesOf(opened, booking.id)).map(({ id }) => id);
  await receiveAt(opened, desk, IKJ.id, pieceIds);
  return { ...booking, pieceIds };
}

test("[STATUS-10] after an attempt a parcel gets the next working day once it is on its way again", async () => {
  on(0, 9);
  const { id, pieceIds } = await inHub();
  expect(await saidOf(id)).toEqual([day(2), day(2)]);
  on(2, 11);
  const run = await outFor(pieceIds);
  on(2, 12);
  await recordAttempted(services, desk, { run: run.id, pieces: pieceIds, reason: "nobody_home" }, key());
  expect(await movesOf(id)).toEqual([]);
  on(2, 17);
  await receiveAt(opened, desk, IKJ.id, pieceIds);
  expect(await saidOf(id)).toEqual([day(3), day(2)]);
  expect(await movesOf(id)).toEqual([[day(3), "again"]]);
  // A rider takes the parcel out later than promised, and no plan had moved the day. The promised day moves to today,
  // so that the parcel is not late while the rider has it.
  on(5, 9);
  await outFor(pieceIds);
  expect(await movesOf(id)).toEqual([
    [day(3), "again"],
    [day(5), "run"],
  ]);
});

test("[STATUS-10] an undone failure gives the day back that was said before, also the day of a later run", async () => {
  on(7, 9);
  const { id, pieceIds } = await inHub();
  const set = async (status: "failed" | "in_transit") => {
    const { version } = await rowOf(id);
    const reason = status === "failed" ? ("nobody_home" as const) : undefined;
    const done = await changeStatus(services, desk, { id, version, status, note: "", reason }, key());
    expect(done).toMatchObject({ ok: true, status });
  };
  const undo = async () =>
    expect(await undoStatus(services, desk, { id, version: (await rowOf(id)).version }, key())).toMatchObject(
      { ok: true },
    );
  on(9, 12);
  await set("failed");
  await undo();
  expect([(await rowOf(id)).status, await saidOf(id)]).toEqual(["in_transit", [day(9), day(9)]]);
  await set("failed");
  on(9, 13);
  await set("in_transit");
  expect(await saidOf(id)).toEqual([day(10), day(9)]);
  await undo();
  expect([(await rowOf(id)).status, await saidOf(id)]).toEqual(["failed", [day(9), day(9)]]);
  // The restored day may also be a day that an earlier run had set.
  on(10, 9);
  await outFor(pieceIds);
  await set("failed");
  on(10, 12);
  await set("in_transit");
  expect(await saidOf(id)).toEqual([day(11), day(9)]);
  await undo();
  expect(await saidOf(id)).toEqual([day(10), day(9)]);
  // An undone move has no effect on the next move, which counts from the restored day.
  on(10, 13);
  await set("in_transit");
  expect(await saidOf(id)).toEqual([day(11), day(9)]);
});

test("[STATUS-10] a parcel that waits to be collected has a week, and its day back when it is delivered again", async () => {
  on(0, 9);
  const { id, trackingCode: code } = await inHub();
  on(1, 9);
  await chooseHold(services, GUEST, { code, hub: IKJ.id }, key());
  expect(await saidOf(id)).toEqual([day(8), day(2)]);
  on(3, 14);
  await takeBackChoice(services, GUEST, { code, slot: "plan" }, key());
  expect(await saidOf(id)).toEqual([day(4), day(2)]);
  expect(await movesOf(id)).toEqual([
    [day(8), "hold"],
    [day(4), "again"],
  ]);
});

async function setHolidays(...days: string[]) {
  const { version, company } = await readCompanyRow(db, services.initialCompany);
  const form = {
    hours: "Mon-Sat 8:00-18:00",
    holidays: days.map((one) => `${formatDate(parseLagosDay(one)!)}: Closed`).join("\n"),
    pickupUntil: company.pickupUntil,
    version,
  };
  expect(await saveHours.receive(services, boss, form, key())).toMatchObject({ ok: true });
}

test("[STATUS-10] a holiday after the booking moves pickup and promise once, with one mail, and no parcel of a run", async () => {
  on(14, 9);
  const waiting = await bookOne(opened, { ...HERE, senderEmail: "holiday@example.com" });
  const held = await inHub();
  const planned = await inHub();
  const madeRun = await createRun(
    services,
    desk,
    { kind: "delivery", day: day(16), hub: IKJ.id, rider: musa.id },
    key(),
  );
  if (!madeRun.ok) throw new Error("no run");
  await assignPieces(services, desk, { run: madeRun.id, pieces: planned.pieceIds }, key());
  expect([waiting.pickupDay, await saidOf(waiting.id)]).toEqual([day(14), [day(16), day(16)]]);
  await setHolidays(day(14), day(16));
  expect(await moveClosedDays(services)).toBe(2);
  expect(await moveClosedDays(services)).toBe(0);
  expect((await rowOf(waiting.id)).pickupDay).toBe(day(15));
  expect(await saidOf(waiting.id)).toEqual([day(17), day(16)]);
  expect(await movesOf(waiting.id)).toEqual([[day(17), "closed"]]);
  expect(await saidOf(held.id)).toEqual([day(17), day(16)]);
  expect(await movesOf(planned.id)).toEqual([]);
  const told = () =>
    db
      .select()
      .from(mails)
      .where(and(eq(mails.bookingId, waiting.id), eq(mails.kind, "status_changed")));
  await expect.poll(async () => (await told()).length, { timeout: 10_000 }).toBe(1);
  const [mail] = await told();
  expect(JSON.stringify(mail)).toContain("We do not work on the day that we said before.");
  await setHolidays();
});

test("[BOOK-31] a parcel to be brought to a hub that was closed goes to the hub of its sender, else to our office", async () => {
  on(21, 9);
  const toBring = (senderAddress: string) => bookOne(opened, { ...HERE, senderAddress, dropOffHub: IKJ.id });
  const [fromKano, fromLagos] = [
    await toBring("9 Bompai Road, Kano"),
    await toBring("4 Allen Avenue, Ikeja, Lagos"),
  ];
  expect(await dropOffOf(db, IKJ.id)).toBe("Ikeja, 14 Allen Avenue, Ikeja");
  await db.update(hubs).set({ active: false }).where(eq(hubs.id, IKJ.id));
  await moveClosedDays(services);
  await moveClosedDays(services);
  expect((await rowOf(fromKano.id)).dropOffHubId).toBe(KAN.id);
  const corrections = await db
    .select({ changes: bookingEvents.changes })
    .from(bookingEvents)
    .where(and(eq(bookingEvents.bookingId, fromKano.id), eq(bookingEvents.kind, "corrected")));
  const before = "Ikeja, 14 Allen Avenue, Ikeja";
  expect(corrections).toEqual([{ changes: { "Drop-off": [before, "Kano, 9 Bompai Road, Kano"] } }]);
  const told = and(eq(mails.bookingId, fromKano.id), eq(mails.kind, "booking_corrected"));
  await expect.poll(() => db.$count(mails, told), { timeout: 10_000 }).toBe(1);
  const [mail] = await db.select().from(mails).where(told);
  expect(JSON.stringify(mail)).toContain("The office to which you were to bring your parcel is closed.");
  // No other hub serves Lagos, so the booking keeps the closed hub, and the sender reads 'our office'.
  expect((await rowOf(fromLagos.id)).dropOffHubId).toBe(IKJ.id);
  expect(await dropOffOf(db, IKJ.id)).toBe("our office");
  const [read] = await db
    .select({ place: dropOffColumn })
    .from(bookings)
    .where(eq(bookings.id, fromLagos.id));
  expect(read).toEqual({ place: "our office" });
  await db.update(hubs).set({ active: true }).where(eq(hubs.id, IKJ.id));
});

test("[STATUS-10] hours of a hub that change, a hub that closes, and an address that staff correct, move to a working day", async () => {
  on(28, 9);
  const { id, version } = await bookOne(opened, HERE);
  const toKano = await bookOne(opened, { receiverAddress: "12 Bompai Road, Kano", deliveryType: "express" });
  await db.update(hubs).set({ hours: "Thu-Sat 8:00-18:00" }).where(eq(hubs.id, KAN.id));
  await expect.poll(() => moveClosedDays(services)).toBe(1);
  expect(await saidOf(toKano.id)).toEqual([day(31), day(30)]);
  const corrected = { receiverAddress: "12 Bompai Road, Kano", receiverState: "Kano" };
  const done = await correctBooking(services, desk, { id, version, ...correctionInput(corrected) }, key());
  expect(done).toMatchObject({ ok: true });
  expect(await saidOf(id)).toEqual([day(31), day(30)]);
  // The closed hub no longer delivers to its places. The office delivers there now, and is open on these days.
  await db.update(hubs).set({ active: false }).where(eq(hubs.id, KAN.id));
  expect(await moveClosedDays(services)).toBe(0);
});
