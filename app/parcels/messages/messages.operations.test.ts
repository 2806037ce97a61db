/**
 * Messages to receivers until they are sent, on a real database. Imitations of the providers follow the providers'
 * documentation.
 */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookMany, bookOne, makeAdmin } from "../../../test/fixtures/bookings.ts";
import { deedNow, MORNING, openMessages } from "../../../test/fixtures/receiver-messages.ts";
import { ONLY_LONG, testWhere } from "../../../test/fixtures/test-where.ts";
import { ERASED_RECEIVER } from "../../domain/erased.ts";
import { tellReceivers } from "../../notifications/tell-receivers.server.ts";
import { bookings, messageMonths, receiverMessages } from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { purgeExpired } from "../../../server/retention.ts";
import { changeStatus, undoStatus } from "../bookings/change-status.server.ts";
import { readPin } from "../receiver-link/pins.server.ts";
import { lookAfterMessages } from "./due-messages.server.ts";
import { noteReports } from "./reports.server.ts";
import { spentKobo } from "./spend.server.ts";

const { opened, services, db, clock, sms, choose, book, goesOut, shown, minutes, rows, becomes, asked } =
  await openMessages();

test("[TELL-1] [TELL-4] what is out for delivery is told with the PIN, which is in the SMS alone; the report makes it delivered and gives its price", async () => {
  const { id, trackingCode } = await book();
  // The booking's first message may have been sent before the test could delete it, so the month's count starts again.
  await db.delete(messageMonths);
  for (const kind of ["arrived_at_hub", "out_for_delivery"] as const) await deedNow(services, id, kind);
  await becomes(id, "out_for_delivery sms sent");
  const pin = (await readPin(services, id))!;
  const sent = sms.taken.at(-1)!;
  expect(sent.to).toBe("2348031234568");
  expect(sent.sms).toContain(`PIN ${pin}`);
  expect(sent.sms).toMatch(new RegExp(`/r/${trackingCode}\\.[0-9a-f]{32}$`));
  const [row] = await rows(id);
  expect(row!.text).toContain("PIN ••••");
  expect(row!.text).toMatch(/\/r\/\w+\.••••$/);
  expect(row).toMatchObject({ priceKobo: 500, providerId: sent.id, deliveredAt: null });
  expect(await spentKobo(db, clock.now())).toBe(500);
  minutes(1);
  expect(await noteReports(services, "sms", [{ id: sent.id, state: "delivered", kobo: 390 }])).toEqual([]);
  expect((await rows(id))[0]).toMatchObject({ state: "delivered", priceKobo: 390, deliveredAt: clock.now() });
  expect(await spentKobo(db, clock.now())).toBe(390);
});

test("[TELL-1] each kind is told once: booked, out for delivery, could not deliver, new day, delivered", async () => {
  const { id } = await bookOne(opened);
  await becomes(id, "booked sms sent");
  await deedNow(services, id, "picked_up");
  for (const kind of ["out_for_delivery", "attempted", "rescheduled"] as const) {
    minutes(1);
    await deedNow(services, id, kind);
    await expect.poll(async () => (await shown(id)).every((one) => one.endsWith("sent"))).toBe(true);
  }
  minutes(1);
  await deedNow(services, id, "out_for_delivery");
  expect(await shown(id)).toHaveLength(4);
  minutes(10);
  await deedNow(services, id, "out_for_delivery");
  await deedNow(services, id, "delivered");
  await expect.poll(async () => (await shown(id)).every((one) => !one.includes("queued"))).toBe(true);
  expect((await shown(id)).map((one) => one.split(" ")[0])).toEqual(
    expect.arrayContaining(["booked", "out_for_delivery", "could_not_deliver", "new_day", "delivered"]),
  );
});

test("[TELL-1] [CHOICE-5] a failure that staff set by hand asks the receiver, but not about other reasons, and not once it is undone", async () => {
  const admin = await makeAdmin(opened, "moderator");
  const fails = async (reason: "nobody_home" | "weather") => {
    const { id, version } = await book();
    const status = { status: "failed", reason, note: "" } as const;
    const done = await changeStatus(services, admin, { id, version, ...status }, crypto.randomUUID());
    if (!done.ok) throw new Error(JSON.stringify(done));
    return { id, version: done.version };
  };
  const [asked, undone, weather] = [
    await fails("nobody_home"),
    await fails("nobody_home"),
    await fails("weather"),
  ];
  expect(await undoStatus(services, admin, undone, crypto.randomUUID())).toMatchObject({ ok: true });
  expect(await shown(asked.id)).toEqual(["could_not_deliver sms queued"]);
  expect(await shown(weather.id)).toEqual([]);
  minutes(1);
  await lookAfterMessages(services);
  expect(await shown(asked.id)).toEqual(["could_not_deliver sms sent"]);
  expect(sms.taken.at(-1)!.sms).toContain("Is that right? Answer here:");
  expect((await shown(undone.id)).join()).not.toContain("sent");
});

test("[TELL-7] quiet hours: it waits for 8 o'clock, what comes today for 7", async () => {
  clock.set(new Date("2026-11-21T19:30:00Z")); // 20:30 in Lagos
  const waiting = await bookOne(opened);
  clock.set(new Date("2026-11-22T04:30:00Z")); // 5:30 of the next day
  const out = await goesOut();
  expect((await rows(waiting.id))[0]!.dueAt).toEqual(new Date("2026-11-22T07:00:00Z"));
  expect((await rows(out.id))[0]!.dueAt).toEqual(new Date("2026-11-22T06:00:00Z"));
  clock.set(new Date("2026-11-22T05:59:00Z"));
  await lookAfterMessages(services);
  expect(
    [...(await shown(waiting.id)), ...(await shown(out.id))].every((one) => one.endsWith("queued")),
  ).toBe(true);
  clock.set(new Date("2026-11-22T06:00:00Z"));
  await lookAfterMessages(services);
  expect(await shown(out.id)).toEqual(["out_for_delivery sms sent"]);
  expect(await shown(waiting.id)).toEqual(["booked sms queued"]);
  clock.set(new Date("2026-11-22T07:00:00Z"));
  await lookAfterMessages(services);
  expect(await shown(waiting.id)).toEqual(["booked sms sent"]);
});

test("[TELL-7] what waits for the end of the quiet hours is told once, and not again within ten minutes after it", async () => {
  clock.set(new Date("2026-11-21T20:00:00Z")); // 21:00 in Lagos
  const { id } = await book();
  await deedNow(services, id, "arrived_at_hub");
  for (let times = 0; times < 2; times++) {
    minutes(30);
    await deedNow(services, id, "rescheduled");
  }
  expect(await shown(id)).toEqual(["new_day sms queued"]);
  clock.set(new Date("2026-11-22T07:00:00Z"));
  await lookAfterMessages(services);
  expect(await shown(id)).toEqual(["new_day sms sent"]);
  minutes(3);
  await deedNow(services, id, "rescheduled");
  expect(await shown(id)).toHaveLength(1);
  minutes(8);
  await deedNow(services, id, "rescheduled");
  await becomes(id, "new_day sms sent", "new_day sms sent");
});

test("[TELL-4] what is not true any more when it is sent is not sent", async () => {
  clock.set(new Date("2026-11-21T04:00:00Z"));
  const { id } = await goesOut();
  minutes(1);
  await deedNow(services, id, "arrived_at_hub");
  clock.set(MORNING);
  const before = sms.taken.length;
  await lookAfterMessages(services);
  expect(await shown(id)).toEqual(["out_for_delivery sms failed outdated"]);
  expect(sms.taken).toHaveLength(before);
});

test("[TELL-4] one that a killed process had taken is not sent twice: after the wait the next channel tries", async () => {
  await choose({ messageOrder: ["sms", "whatsapp"] });
  clock.set(new Date("2026-11-21T04:00:00Z"));
  const { id } = await goesOut();
  await db
    .update(receiverMessages)
    .set({ takenAt: clock.now(), tries: 1 })
    .where(eq(receiverMessages.bookingId, id));
  clock.set(MORNING);
  const before = sms.taken.length;
  await lookAfterMessages(services);
  await becomes(id, "out_for_delivery sms failed no_answer", "out_for_delivery whatsapp sent");
  expect(sms.taken).toHaveLength(before);
});

test("[TELL-3] email is the last channel: it has no report, and is sent when the mail is; nobody else tries", async () => {
  await choose({ messageOrder: ["sms", "email"] });
  sms.behave(401);
  const { id } = await goesOut({ receiverEmail: "musa@example.com" });
  await becomes(id, "out_for_delivery sms failed refused", "out_for_delivery email sent");
  minutes(60);
  await lookAfterMessages(services);
  expect(await shown(id)).toHaveLength(2);
  expect(await asked(id)).toEqual([]);
});

test("[TELL-3] nothing is queued where no channel is on, and in a rolled back transaction", async () => {
  await choose({ messageOrder: ["email"] });
  const { id } = await goesOut();
  expect(await shown(id)).toEqual([]);
  await choose({ messageOrder: ["sms"] });
  const before = sms.taken.length;
  const { id: other } = await book();
  await deedNow(services, other, "arrived_at_hub");
  const at = clock.now();
  await expect(
    transact(db, async (tx) => {
      await tellReceivers({ services, tx, at }, "out_for_delivery", [other]);
      throw new Error("rolled back");
    }),
  ).rejects.toThrow("rolled back");
  await new Promise((done) => setTimeout(done, 600));
  expect(await shown(other)).toEqual([]);
  expect(sms.taken).toHaveLength(before);
});

test("[TELL-10] who erases the receiver takes the texts of messages, and what waits is not sent", async () => {
  const told = await goesOut();
  await becomes(told.id, "out_for_delivery sms sent");
  clock.set(new Date("2026-11-21T20:00:00Z"));
  const waits = await goesOut();
  for (const { id } of [told, waits])
    await db.update(bookings).set(ERASED_RECEIVER).where(eq(bookings.id, id));
  expect((await rows(told.id))[0]).toMatchObject({ text: null, state: "sent", priceKobo: 500 });
  expect(await shown(waits.id)).toEqual(["out_for_delivery sms failed outdated"]);
});

test("[TELL-10] texts go after 30 days, rows after a year; what a month cost stays", async () => {
  const { id } = await goesOut();
  await becomes(id, "out_for_delivery sms sent");
  clock.pass(31 * 86_400_000);
  expect(await purgeExpired(services)).toMatchObject({ messageTexts: 1, receiverMessages: 0 });
  expect((await rows(id))[0]).toMatchObject({ text: null, state: "sent" });
  clock.pass(335 * 86_400_000);
  expect(await purgeExpired(services)).toMatchObject({ receiverMessages: 1 });
  expect(await rows(id)).toEqual([]);
  expect(await spentKobo(db, MORNING)).toBe(500);
});

testWhere(ONLY_LONG)(
  "[TELL-4] three hundred parcels: the provider has all messages within a minute, each once",
  async () => {
    await choose({ messageOrder: ["email"] });
    const ids = await bookMany(opened, 300);
    await choose({ messageOrder: ["sms"] });
    const before = sms.taken.length;
    const begun = Date.now();
    await transact(db, (tx) => tellReceivers({ services, tx, at: clock.now() }, "booked", ids));
    await expect.poll(() => sms.taken.length, { timeout: 60_000, interval: 100 }).toBe(before + 300);
    expect(Date.now() - begun).toBeLessThan(60_000);
    expect(new Set(sms.taken.slice(before).map(({ sms: text }) => text)).size).toBe(300);
    console.info(`300 messages were with the provider after ${Date.now() - begun} ms`);
  },
  120_000,
);
