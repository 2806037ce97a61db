/** DEVICE-1 to DEVICE-7: enrolling a phone for a rider, the shift on it, and the end of both. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import {
  activityLogs,
  riderDevices,
  riderEnrolments,
  riderPins,
  riderShifts,
} from "../../app/platform/db/schema.ts";
import { ENROLMENTS_OVERALL } from "../../app/road/devices/enrol.server.ts";
import { isShiftPin, waitAfter } from "../../app/road/devices/shift-pin.ts";
import { afterTest } from "../fixtures/after-test.ts";
import { openTestApp } from "../fixtures/app.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { makeHubs, makeRider } from "../fixtures/road.ts";
import { askJson, asJson, enrolled, enrolmentNumber, PIN, shift } from "../fixtures/rider-phone.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));
const { db } = app.services;
const boss = await app.admin("super_admin");
const { IKJ } = await makeHubs(app, "IKJ");
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
let names = 0;
const newRider = () => makeRider(app, IKJ.id, `Rider ${names++}`);
const devicesOf = (riderId: string) =>
  db
    .select()
    .from(riderDevices)
    .where(eq(riderDevices.riderId, riderId))
    .orderBy(riderDevices.enrolledAt, riderDevices.id);

test("[DEVICE-2] the number makes one phone the rider's, once and for ten minutes, and only hashes are stored", async () => {
  const musa = await newRider();
  const number = await enrolmentNumber(boss, musa.id);
  const [first, second] = [app.visitor(), app.visitor()];
  const both = await Promise.all(
    [first, second].map((phone) => phone.ask("/rider/enrol", { form: { number, position: "yes" } })),
  );
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([302, 400]);
  const answer = both.find(({ status }) => status === 302)!;
  expect(answer.location).toBe("/rider");
  const cookie = answer.headers.getSetCookie().find((line) => line.startsWith("rider="))!;
  expect(cookie).toMatch(/HttpOnly/);
  expect(cookie).toMatch(/SameSite=Strict/);
  expect(cookie).toMatch(/Max-Age=7776000/);
  const [device] = await devicesOf(musa.id);
  expect(device!.positionConsentAt).toEqual(app.clock.now());
  const stored = JSON.stringify([
    await db.select().from(riderEnrolments),
    await db.select().from(riderDevices),
    await db.select().from(activityLogs),
  ]);
  expect(stored).not.toContain(number.replace(" ", ""));
  expect(stored).not.toContain(/^rider=([^;]+)/.exec(cookie)![1]!);
  // A newer enrolment number ends an older one. A number also ends when its minutes are over.
  const older = await enrolmentNumber(boss, musa.id);
  const newer = await enrolmentNumber(boss, musa.id);
  expect((await app.visitor().ask("/rider/enrol", { form: { number: older } })).status).toBe(400);
  app.clock.pass(10 * MINUTE + 1);
  const late = await app.visitor().ask("/rider/enrol", { form: { number: newer } });
  expect(late.text).toContain("Ask the office to show a new one.");
  expect((await app.visitor().ask("/rider/enrol?code=guessed-secret-of-some-length")).status).toBe(200);
});

test("[DEVICE-2] [WEB-2] the page of a QR gives away no code, and its browser still says that the form is from here", async () => {
  const musa = await newRider();
  const number = await enrolmentNumber(boss, musa.id);
  const phone = app.visitor();
  // With 'no-referrer' a browser would send 'null' as the form's Origin, which a foreign page can send as well.
  const { headers } = await phone.ask("/rider/enrol?code=a-secret-of-the-office");
  expect(headers.get("Referrer-Policy")).toBe("strict-origin");
  for (const Origin of ["null", "https://elsewhere.test"])
    expect((await phone.ask("/rider/enrol", { form: { number }, headers: { Origin } })).status).toBe(403);
  expect((await phone.ask("/rider/enrol", { form: { number } })).location).toBe("/rider");
});

test("[DEVICE-2] guesses are limited: five of a browser in a quarter of an hour, and three hundred of all", async () => {
  const tight = await openTestApp({ trustProxy: 1 });
  afterTest(() => tight.close());
  const guess = (ip: string, phone = tight.visitor()) =>
    phone.ask("/rider/enrol", { form: { number: "12345678" }, headers: { "X-Forwarded-For": ip } });
  const phone = tight.visitor();
  await phone.ask("/rider/enrol");
  const answers = [];
  for (let n = 0; n < 6; n++) answers.push((await guess("198.51.100.7", phone)).status);
  expect(answers).toEqual([400, 400, 400, 400, 400, 429]);
  for (let n = 0; n < 300; n++) await tight.services.limits.consume(ENROLMENTS_OVERALL, "all");
  expect((await guess("198.51.100.8")).status).toBe(429);
});

test("[DEVICE-3] a shift begins with the rider's own PIN, lasts 14 hours and ends", async () => {
  const musa = await newRider();
  const phone = await enrolled(app, boss, musa.id);
  expect(await shift(phone, { do: "begin", pin: PIN })).toMatchObject({ ok: false, why: "no_pin" });
  expect(await shift(phone, { do: "choose", pin: "123456" })).toMatchObject({ ok: false, why: "pin" });
  const begun = await shift(phone, { do: "choose", pin: PIN });
  expect(begun).toEqual({
    ok: true,
    serverTime: app.clock.now().getTime(),
    shiftEnds: app.clock.now().getTime() + 14 * HOUR,
  });
  expect(await shift(phone, { do: "choose", pin: "314159" })).toMatchObject({ ok: false });
  expect(await shift(phone, { do: "end" })).toMatchObject({ ok: true, shiftEnds: null });
  const all = () => db.select().from(riderShifts).where(eq(riderShifts.riderId, musa.id));
  expect((await all()).map(({ endedAt }) => endedAt)).toEqual([app.clock.now()]);
  await shift(phone, { do: "begin", pin: PIN });
  await shift(phone, { do: "begin", pin: PIN });
  expect((await all()).filter(({ endedAt }) => endedAt === null)).toHaveLength(1);
});

test("[DEVICE-4] wrong PINs wait 1, 2, 4 … at most 15 minutes, guesses at once too, and nobody is locked out for good", async () => {
  expect([1, 2, 3, 4, 5, 60].map((n) => waitAfter(n) / MINUTE)).toEqual([1, 2, 4, 8, 15, 15]);
  expect(["271828", "000000", "123456", "876543", "12345", "1234567", "abcdef"].map(isShiftPin)).toEqual([
    true,
    ...Array.from({ length: 6 }, () => false),
  ]);
  const musa = await newRider();
  const phone = await enrolled(app, boss, musa.id);
  await shift(phone, { do: "choose", pin: PIN });
  const guesses = await Promise.all(
    Array.from({ length: 6 }, (_, n) => shift(phone, { do: "begin", pin: `90817${n}` })),
  );
  expect(guesses.map((answer) => (answer.ok ? "" : answer.why)).toSorted()).toEqual([
    ...Array.from({ length: 5 }, () => "wait"),
    "wrong_pin",
  ]);
  // Even the right PIN must wait. After the waiting time, it resets the count of wrong PINs.
  expect(await shift(phone, { do: "begin", pin: PIN })).toMatchObject({ why: "wait", waitSeconds: 60 });
  app.clock.pass(MINUTE);
  expect(await shift(phone, { do: "begin", pin: "908176" })).toMatchObject({
    why: "wrong_pin",
    waitSeconds: 120,
  });
  app.clock.pass(2 * MINUTE);
  expect(await shift(phone, { do: "begin", pin: PIN })).toMatchObject({ ok: true });
  const [row] = await db.select().from(riderPins).where(eq(riderPins.riderId, musa.id));
  expect([row!.wrongTries, row!.waitUntil]).toEqual([0, null]);
  expect(row!.hash).toMatch(/^\$argon2id/);
});

test("[DEVICE-4] the office sets another PIN, or lets the rider choose", async () => {
  const musa = await newRider();
  const phone = await enrolled(app, boss, musa.id);
  const page = `/admin/riders/${musa.id}`;
  const wrong = await boss.ask(page, { form: { intent: "pin", pin: "111111" } });
  expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining("Enter six digits")]);
  expect((await boss.ask(page, { form: { intent: "pin", pin: "314159" } })).status).toBe(302);
  expect(await shift(phone, { do: "begin", pin: "314159" })).toMatchObject({ ok: true });
  expect((await boss.ask(page, { form: { intent: "pin", pin: "" } })).status).toBe(302);
  expect(await shift(phone, { do: "begin", pin: "314159" })).toMatchObject({ why: "no_pin" });
  expect(await shift(phone, { do: "choose", pin: PIN })).toMatchObject({ ok: true });
});

test("[DEVICE-6] a second phone takes over, and the first is told so", async () => {
  const musa = await newRider();
  const first = await enrolled(app, boss, musa.id);
  await shift(first, { do: "choose", pin: PIN });
  app.clock.pass(1000);
  const second = await enrolled(app, boss, musa.id);
  expect(asJson(await askJson(first, "/rider/shift", { do: "begin", pin: PIN }))).toMatchObject({
    why: "revoked",
    by: "other_phone",
  });
  expect(await shift(second, { do: "begin", pin: PIN })).toMatchObject({ ok: true });
  const [old, now] = await devicesOf(musa.id);
  expect([old!.revokedBy, now!.revokedAt, now!.previousId]).toEqual(["other_phone", null, null]);
  expect(await db.select().from(riderShifts).where(eq(riderShifts.deviceId, old!.id))).toMatchObject([
    { endedAt: now!.enrolledAt },
  ]);
});

test("[DEVICE-6] a phone that becomes another rider's is no more of the first, and it is known what it was", async () => {
  const [musa, sani] = [await newRider(), await newRider()];
  const phone = await enrolled(app, boss, musa.id);
  app.clock.pass(1000);
  await enrolled(app, boss, sani.id, phone);
  const [[old], [now]] = [await devicesOf(musa.id), await devicesOf(sani.id)];
  expect(old!.revokedBy).toBe("other_phone");
  expect(now!.previousId).toBe(old!.id);
});

test("[DEVICE-6] the office revokes a phone; who leaves loses it, and numbers that were shown are over", async () => {
  const musa = await newRider();
  const page = `/admin/riders/${musa.id}`;
  const phone = await enrolled(app, boss, musa.id);
  const [device] = await devicesOf(musa.id);
  for (const role of ["hub_clerk", "cashier", "support"] as const) {
    const who = await app.admin(role);
    const refused = await who.ask(page, { form: { intent: "revoke", device: device!.id } });
    expect(refused.status).toBe(403);
    expect((await who.ask(page, { form: { intent: "enrol" } })).status).toBe(403);
  }
  const revoked = await boss.ask(page, { form: { intent: "revoke", device: device!.id } });
  expect(revoked.toast).toMatchObject({ title: "Phone revoked" });
  expect(asJson(await askJson(phone, "/rider/shift", { do: "end" }))).toMatchObject({
    why: "revoked",
    by: "office",
  });
  expect((await boss.ask(page, { form: { intent: "revoke", device: device!.id } })).status).toBe(409);
  const sani = await newRider();
  const his = await enrolled(app, boss, sani.id);
  const number = await enrolmentNumber(boss, sani.id);
  await boss.ask(`/admin/riders/${sani.id}`, { form: { intent: "leave", version: "1" } });
  expect(asJson(await askJson(his, "/rider/shift", { do: "end" }))).toMatchObject({ by: "left" });
  expect((await app.visitor().ask("/rider/enrol", { form: { number } })).status).toBe(400);
  const refused = await boss.ask(`/admin/riders/${sani.id}`, { form: { intent: "enrol" } });
  expect(refused.status).toBe(409);
});

test("[DEVICE-7] the rider's page says when the phone last sent, and what it last said of itself", async () => {
  const musa = await newRider();
  const page = `/admin/riders/${musa.id}`;
  expect((await boss.ask(page)).text).toContain("No phone yet.");
  await enrolled(app, boss, musa.id);
  await db
    .update(riderDevices)
    .set({ unsent: 3, unsentPictures: 1, storageLeft: 120_000_000, persisted: false })
    .where(eq(riderDevices.riderId, musa.id));
  app.clock.pass(12 * MINUTE);
  const { text } = await boss.ask(page);
  expect(text).toContain("12 minutes ago");
  expect(text).toContain("3 deeds and 1 picture");
  expect(text).toContain("120 MB free, little, may be cleared by the phone");
});

test("[PHONE-7] signing out without a script in the browser of a rider's phone takes no deed that waits there", async () => {
  const phone = await enrolled(app, boss, (await newRider()).id);
  const clears = async () => (await phone.ask("/logout", { form: {} })).headers.get("Clear-Site-Data");
  expect(await clears()).toBe('"cache"');
  phone.cookies.delete("rider");
  expect(await clears()).toBe('"cache", "storage"');
});

test("[DEVICE-1] a device ends 90 days after the last shift begun on it, and is no session of anybody", async () => {
  const musa = await newRider();
  const phone = await enrolled(app, boss, musa.id);
  app.clock.pass(60 * 24 * HOUR);
  await shift(phone, { do: "choose", pin: PIN });
  app.clock.pass(60 * 24 * HOUR);
  expect(await shift(phone, { do: "end" })).toMatchObject({ ok: true });
  for (const path of ["/admin", "/admin/riders", "/profile", "/store/dashboard"])
    expect([302, 403]).toContain((await phone.ask(path)).status);
  app.clock.pass(31 * 24 * HOUR);
  expect(asJson(await askJson(phone, "/rider/shift", { do: "end" }))).toMatchObject({ by: "expired" });
  app.clock.pass(8 * 24 * HOUR);
  expect(asJson(await askJson(phone, "/rider/shift", { do: "end" }))).toMatchObject({ why: "device" });
});
