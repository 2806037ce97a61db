/** The phones whose deeds are accepted, and several phones that send at once, on a real database. */
import { and, eq, inArray, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { makeAdmin } from "../../../test/fixtures/bookings.ts";
import { Phone } from "../../../test/fixtures/phone.ts";
import { makeRider, recountRoad, runNow } from "../../../test/fixtures/road.ts";
import { HOUR, key, makeRunDesk } from "../../../test/fixtures/run-desk.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { bookingEvents, riderDeeds, riderDevices } from "../../platform/db/schema.ts";
import { recordDelivered } from "../entries/run-deeds.server.ts";
import { moveToRun } from "../entries/run-incidents.server.ts";

const { opened, services, clock, db } = await fileServices();
const { IKJ, musa, outWith, outWithPhone, holderOf, statusOf } = await makeRunDesk(opened);
const MINUTE = 60_000;

test("[DEVICE-5] a revoked phone sends what was done before for seven days, and nothing of after", async () => {
  const { run, all, ids, phone } = await outWithPhone(2);
  phone.delivers(run, [ids[0]!]);
  clock.pass(MINUTE);
  await db
    .update(riderDevices)
    .set({ revokedAt: clock.now(), revokedBy: "office" })
    .where(eq(riderDevices.id, phone.id));
  clock.pass(MINUTE);
  phone.delivers(run, [ids[1]!]);
  clock.pass(HOUR);
  const { answers, phone: said, by, runs } = await phone.sends();
  expect([said, by, runs]).toEqual(["revoked", "office", {}]);
  expect(answers[0]!.why).toContain("revoked_phone");
  expect(answers[1]).toMatchObject({ answer: "refused" });
  expect(await Promise.all(all.map(({ booking }) => holderOf(booking.id)))).toEqual(["receiver", "rider"]);
});

test("[DEVICE-5] a phone that was given to another rider still sends the deeds of the first, in their name", async () => {
  const sani = await makeRider(opened, IKJ.id, "Sani Musa");
  const { run, all, ids } = await outWith(1);
  const his = await outWith(1, sani.id);
  const old = await Phone.of(opened, musa.id);
  clock.pass(HOUR);
  old.delivers(run, ids);
  clock.pass(MINUTE);
  await db
    .update(riderDevices)
    .set({ revokedAt: clock.now(), revokedBy: "other_phone" })
    .where(eq(riderDevices.id, old.id));
  const now = await Phone.of(opened, sani.id, old.id);
  clock.pass(HOUR);
  now.delivers(his.run, his.ids);
  // The page of the phone's first rider is still open, and sends its deeds at the same time.
  const both = await Promise.all([now.answers([...old.log, ...now.log]), old.answers()]);
  const answers = both.flat().toSorted();
  expect(answers).toHaveLength(3);
  expect(answers[1]).toContain("revoked_phone");
  expect(answers[2]).toBe("seen");
  expect(await statusOf(all[0]!.booking.id)).toBe("delivered");
  const [row] = await db.select().from(riderDeeds).where(eq(riderDeeds.deedId, old.log[0]!.id));
  expect([row!.riderId, row!.deviceId]).toEqual([musa.id, old.id]);
  const bookingIds = [...all, ...his.all].map(({ booking }) => booking.id);
  const events = await db
    .select({ byName: bookingEvents.byName })
    .from(bookingEvents)
    .where(and(inArray(bookingEvents.bookingId, bookingIds), eq(bookingEvents.kind, "delivered")))
    .orderBy(bookingEvents.byName);
  expect(events.map(({ byName }) => byName)).toEqual(["Musa Bello", "Sani Musa"]);
});

test("[DEED-4] a deed that a wrong clock puts before the seal of its run is dated at the seal", async () => {
  const phone = await Phone.of(opened, musa.id);
  clock.pass(10 * HOUR);
  const { run, ids } = await outWith(1);
  clock.pass(HOUR);
  phone.ahead = -5 * HOUR;
  const deed = phone.delivers(run, ids);
  clock.pass(HOUR);
  phone.ahead = 0;
  phone.boot = "next page";
  expect((await phone.answers())[0]).toContain("time_bounded");
  const [row] = await db.select().from(riderDeeds).where(eq(riderDeeds.deedId, deed.id));
  expect(row!.occurredAt).toEqual((await runNow(opened, run.id)).sealedAt);
});

test("[DEED-5] two phones, the desk and copies of requests at once: nothing is doubled, nothing lost", async () => {
  const sani = await makeRider(opened, IKJ.id, "Sani Racing");
  const admin = await makeAdmin(opened, "moderator");
  const [mine, his] = [await outWith(6), await outWith(6, sani.id)];
  const [one, two] = [await Phone.of(opened, musa.id), await Phone.of(opened, sani.id)];
  clock.pass(HOUR);
  for (const id of mine.ids) one.delivers(mine.run, [id]);
  for (const id of his.ids) two.fails(his.run, [id]);
  clock.pass(HOUR);
  const answers = await Promise.all([
    one.answers(),
    two.answers(),
    one.answers(one.log.toReversed()),
    two.answers(two.log.slice(2)),
    recordDelivered(services, admin, { run: his.run.id, pieces: his.ids, noPin: "Not asked" }, key()),
    moveToRun(services, admin, { run: mine.run.id, toRun: his.run.id, pieces: mine.ids.slice(0, 2) }, key()),
  ]);
  expect(JSON.stringify(answers.slice(0, 4))).not.toContain("refused");
  const stored = await db
    .select()
    .from(riderDeeds)
    .where(sql`${riderDeeds.riderId} in (${musa.id}, ${sani.id})`);
  const sent = new Set([...one.log, ...two.log].map(({ id }) => id));
  expect(stored.filter(({ deedId }) => sent.has(deedId))).toHaveLength(12);
  expect(await recountRoad(opened)).toEqual([]);
});
