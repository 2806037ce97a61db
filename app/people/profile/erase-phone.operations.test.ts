/** RECEIVER-11: erasing a person who is only in a parcel that nobody booked, on a real database. */
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { SOME_ACT } from "../../../test/fixtures/acts.ts";
import { bookOne } from "../../../test/fixtures/bookings.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { makeHubs, makeRider } from "../../../test/fixtures/road.ts";
import { ERASED_RECEIVER } from "../../domain/erased.ts";
import { activityLogs, bookings, exceptions, riderDeeds } from "../../platform/db/schema.ts";
import { erasePhone } from "./erase-phone.server.ts";
import { repeatErasures } from "./erasures.server.ts";

const { opened, services, clock, db } = await fileServices();
const { secret, jobs } = services;
const { IKJ } = await makeHubs(opened, "IKJ");
const { id: riderId } = await makeRider(opened, IKJ.id);
await bookOne(opened);

/** A parcel that a rider picked up and nobody booked, and the exception about it. */
async function unbooked(phone: string, closed = true) {
  const at = clock.now();
  const deedId = randomUUID();
  const did = {
    ...{ kind: "picked_up_unbooked", sticker: "S1", kg: 2, pieces: 1, takenKobo: 0, note: "" },
    ...{
      sender: { name: "Bola", phone: "+2348020000001" },
      receiver: { name: "Zainab", phone, place: "Yaba" },
    },
  };
  await db.insert(riderDeeds).values({
    ...{ deedId, deviceId: randomUUID(), riderId, seq: 1, kind: "picked_up_unbooked", protocol: 1 },
    ...{ body: { did }, occurredAt: at, receivedAt: at, flags: [], bookingIds: [] },
  });
  await db.insert(exceptions).values({
    ...{
      actId: SOME_ACT,
      kind: "to_complete",
      subject: `deed ${deedId}`,
      note: `from Bola +2348020000001, to Zainab ${phone}, Yaba`,
    },
    ...{ openedAt: at, openedByName: "Musa", dueAt: at },
    ...(closed && { closedAt: at, closeReason: "solved" as const, closedByName: "Ada" }),
  });
  const texts = async () => {
    const [deed] = await db.select().from(riderDeeds).where(eq(riderDeeds.deedId, deedId));
    const [one] = await db
      .select()
      .from(exceptions)
      .where(eq(exceptions.subject, `deed ${deedId}`));
    return JSON.stringify([deed!.body, one!.note]);
  };
  return { texts };
}
const erase = (phone: string) => erasePhone(db, { phone, secret }, clock.now());

test("[RECEIVER-11] their phone is found as it was typed, and nobody else's goes", async () => {
  const typed = ["+2348031234567", "08031234567", "0803 123 4567", "(0803) 123-4567", "234 803 123 4567"];
  const theirs = await Promise.all(typed.map((phone) => unbooked(phone)));
  const others = await Promise.all(
    ["+2348031234568", "080312345679", "+2347031234567"].map((phone) => unbooked(phone)),
  );
  expect(await erase("0803 123 4567")).toMatchObject({ ok: true, texts: 2 * typed.length });
  for (const { texts } of theirs) expect(await texts()).toBe("[{},null]");
  for (const { texts } of others) expect(await texts()).toContain("Zainab");
  expect(await erase("0803 123 4567")).toMatchObject({ ok: true, texts: 0 });
  expect(await db.$count(activityLogs, eq(activityLogs.action, "erase_phone"))).toBe(2);
});

test("[RECEIVER-11] a parcel that waits to be booked keeps its people", async () => {
  const waits = await unbooked("08041234567", false);
  expect(await erase("08041234567")).toMatchObject({ texts: 0 });
  expect(await waits.texts()).toContain("Zainab");
});

test("[RECEIVER-11] erasing the receiver of a booking takes the deed of before it, unless another booking has the phone", async () => {
  const phone = "+2348051234567";
  const before = await unbooked("08051234567");
  const booked = [await bookOne(opened), await bookOne(opened)];
  for (const { id } of booked)
    await db.update(bookings).set({ receiverPhone: phone }).where(eq(bookings.id, id));
  await db.update(bookings).set(ERASED_RECEIVER).where(eq(bookings.id, booked[0]!.id));
  expect(await before.texts()).toContain("Zainab");
  await db.update(bookings).set(ERASED_RECEIVER).where(eq(bookings.id, booked[1]!.id));
  expect(await before.texts()).toBe("[{},null]");
});

test("[RECEIVER-11] [RUN-5] a restore of an older backup erases them again", async () => {
  clock.pass(120_000);
  const at = clock.now();
  await erase("08061234567");
  const back = await unbooked("0806 123 4567");
  const other = await unbooked("0806 123 4568");
  expect(await repeatErasures(db, { secret, jobs }, at)).toBe(1);
  expect(await back.texts()).toBe("[{},null]");
  expect(await other.texts()).toContain("Zainab");
});
