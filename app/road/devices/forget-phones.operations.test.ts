/** When riders' phones, papers and shift PINs are deleted (docs/retention.md), on a real database. */
import { createHash, randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { makeHubs, makeRider } from "../../../test/fixtures/road.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import {
  riderDeeds,
  riderDevices,
  riderPapers,
  riderPins,
  riders,
  riderShifts,
  toldPieces,
} from "../../platform/db/schema.ts";
import { SIX_YEARS } from "../../platform/jobs/six-years.ts";
import { DEED_DAYS, ENDED_PHONE_DAYS } from "./forget-phones.server.ts";
import { purgeExpired } from "../../../server/retention.ts";

const { opened, services, clock, db } = await fileServices({});
const { files } = services;
const DAY = 86_400_000;
// A trigger compares the age of a row with the database's own clock, and refuses to delete a new row. The test's clock
// is years behind the database's clock, so all rows of the test are old enough for the trigger.
clock.set(new Date("2020-01-01T10:00:00Z"));
const { IKJ } = await makeHubs(opened, "IKJ");

async function phoneOf(riderId: string, revokedDaysAgo: number | null) {
  const at = clock.now();
  const revokedAt = revokedDaysAgo === null ? null : new Date(at.getTime() - revokedDaysAgo * DAY);
  const [device] = await db
    .insert(riderDevices)
    .values({
      riderId,
      tokenHash: createHash("sha256").update(randomUUID()).digest(),
      name: "Chrome on Android",
      enrolledAt: new Date(at.getTime() - 400 * DAY),
      expiresAt: new Date(at.getTime() + 900 * DAY),
      lastSeenAt: at,
      build: "1",
      revokedAt,
      revokedBy: revokedAt && "office",
    })
    .returning();
  return device!.id;
}

test("[DEED-2] a deed and a shift go after 12 months, whenever the deed was done", async () => {
  const rider = await makeRider(opened, IKJ.id, "Musa");
  const deviceId = await phoneOf(rider.id, null);
  const at = clock.now();
  const deed = (receivedAt: Date) => ({
    ...{ deedId: randomUUID(), deviceId, riderId: rider.id, seq: 1, kind: "delivered" as const, protocol: 1 },
    ...{ body: {}, occurredAt: new Date(0), receivedAt, flags: [], bookingIds: [] },
  });
  const later = deed(new Date(at.getTime() + 2 * DAY));
  await db.insert(riderDeeds).values([deed(at), later]);
  const { deedId, kind, occurredAt } = later;
  await db
    .insert(toldPieces)
    .values({ deedId, deviceId, riderId: rider.id, kind, occurredAt, receivedAt: at });
  await db
    .insert(riderShifts)
    .values({ deviceId, riderId: rider.id, begunAt: at, expiresAt: at, endedAt: at });
  clock.pass((DEED_DAYS - 1) * DAY);
  expect(await purgeExpired(services)).toMatchObject({ deeds: 0, shifts: 0, devices: 0 });
  clock.pass(2 * DAY);
  expect(await purgeExpired(services)).toMatchObject({ deeds: 1, shifts: 1, told: 1 });
  expect(await db.select({ id: riderDeeds.deedId }).from(riderDeeds)).toEqual([{ id: later.deedId }]);
  expect(DEED_DAYS).toBe(365);
});

test("[DEVICE-6] a phone goes 90 days after it was revoked; the rider's own phone stays", async () => {
  const rider = await makeRider(opened, IKJ.id, "Sani");
  const old = await phoneOf(rider.id, ENDED_PHONE_DAYS + 1);
  const newer = await phoneOf(rider.id, ENDED_PHONE_DAYS - 1);
  const own = await phoneOf(rider.id, null);
  expect(await purgeExpired(services)).toMatchObject({ devices: 1 });
  const left = await db
    .select({ id: riderDevices.id })
    .from(riderDevices)
    .where(eq(riderDevices.riderId, rider.id));
  expect(left.map(({ id }) => id).toSorted()).toEqual([newer, own].toSorted());
  expect(left).not.toContainEqual({ id: old });
  expect(ENDED_PHONE_DAYS).toBe(90);
});

test("[DEVICE-8] [RIDER-3] papers, their files too, and the shift PIN go with the rider's name; those of others stay", async () => {
  const at = clock.now();
  const leaves = async (name: string, leftAt: Date | null) => {
    const rider = await makeRider(opened, IKJ.id, name);
    await db.update(riders).set({ leftAt }).where(eq(riders.id, rider.id));
    const fileKey = `paper-${randomUUID()}.webp`;
    await files.put(fileKey, Buffer.from("a picture"), "image/webp");
    await db
      .insert(riderPapers)
      .values({ riderId: rider.id, kind: "licence", fileKey, addedAt: at, addedByName: "Ada" });
    await db.insert(riderPins).values({ riderId: rider.id, hash: "a hash", setAt: at });
    return { id: rider.id, fileKey };
  };
  const gone = await leaves("Long Gone", new Date(at.getTime() - (SIX_YEARS + 1) * DAY));
  const recent = await leaves("Gone", new Date(at.getTime() - (SIX_YEARS - 1) * DAY));
  const works = await leaves("Works", null);
  expect(await purgeExpired(services)).toMatchObject({ riders: 1, papers: 1, shiftPins: 1 });
  const ids = [recent.id, works.id].toSorted();
  const pins = await db.select({ id: riderPins.riderId }).from(riderPins);
  expect(pins.map(({ id }) => id).toSorted()).toEqual(ids);
  const papers = await db.select({ id: riderPapers.riderId }).from(riderPapers);
  expect(papers.map(({ id }) => id).toSorted()).toEqual(ids);
  await vi.waitFor(async () => expect(await files.get(gone.fileKey)).toBeNull(), 10_000);
  for (const { fileKey } of [recent, works]) expect(await files.get(fileKey)).not.toBeNull();
});
