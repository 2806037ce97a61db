/** RECEIVER-1, RECEIVER-4: the PIN of a parcel and new links, over HTTP. */
import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { linkOf, type LinkKind } from "../../app/parcels/receiver-link/receiver-link.server.ts";
import { drawAnotherPin, readPin } from "../../app/parcels/receiver-link/pins.server.ts";
import { mailedPath } from "../../app/parcels/bookings/who-opens-own-booking.server.ts";
import { purgeExpired } from "../../server/retention.ts";
import { bookings, receiverLinks } from "../../app/platform/db/schema.ts";
import { transact } from "../../app/platform/db/transact.server.ts";
import { openTestApp } from "../fixtures/app.ts";
import { bookOne } from "../fixtures/bookings.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import type { EventKind } from "../../app/domain/event-kinds.ts";
import { deedNow } from "../fixtures/receiver-messages.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1 }));
const { db, origin } = app.services;
const visitor = app.visitor();
let senders = 0;
const book = () => bookOne(app, { senderEmail: `pin${senders++}@example.com` });
const pathOf = async (code: string, kind: LinkKind = "receiver") =>
  (await linkOf(app.services, kind, code)).slice(origin.length);
const deed = (bookingId: string, kind: EventKind) => {
  app.clock.pass(1000);
  return deedNow(app.services, bookingId, kind);
};
const shown = (text: string) => /PIN (?:<!-- -->)?(\d{4})\b/.exec(text)?.[1] ?? null;
const pinAt = async (path: string) => shown((await visitor.ask(path)).text);
const press = (path: string, intent: string, more: Record<string, string> = {}) =>
  visitor.send(path, { intent, ...more });

test("[RECEIVER-4] the PIN is on the receiver's page while it is out for delivery, and nobody draws it by reading", async () => {
  const { id, trackingCode } = await book();
  const path = await pathOf(trackingCode);
  expect(await pinAt(path)).toBeNull();
  await deed(id, "arrived_at_hub");
  expect(await pinAt(path)).toBeNull();
  expect(await db.select().from(receiverLinks).where(eq(receiverLinks.bookingId, id))).toEqual([]);
  await deed(id, "out_for_delivery");
  const pin = await pinAt(path);
  expect(pin).toMatch(/^\d{4}$/);
  expect(await readPin(app.services, id)).toBe(pin);
  expect(await pinAt(mailedPath(app.services, trackingCode))).toBe(pin);
  expect(await pinAt(await pathOf(trackingCode, "staff"))).toBeNull();
  await deed(id, "arrived_at_hub");
  expect(await pinAt(path)).toBeNull();
  await deed(id, "out_for_delivery");
  expect(await pinAt(path)).toBe(pin);
  const [stored] = await db.select().from(receiverLinks).where(eq(receiverLinks.bookingId, id));
  expect(stored!.pin!.toString("latin1")).not.toContain(pin);
});

test("[RECEIVER-4] receiver and sender draw a new one, five times an hour; staff's link and a tracking code cannot", async () => {
  const { id, trackingCode } = await book();
  await deed(id, "out_for_delivery");
  const path = await pathOf(trackingCode);
  const seen = new Set([await pinAt(path)]);
  for (const page of [path, mailedPath(app.services, trackingCode)]) {
    const { status } = await press(page, "draw-pin");
    expect(status).toBe(302);
    seen.add(await pinAt(path));
  }
  // In about one of 3,000 test runs, two of the three random PINs are equal by chance. So the test requires only that
  // not all three are equal.
  expect(seen.size).toBeGreaterThan(1);
  const before = await readPin(app.services, id);
  expect((await press(await pathOf(trackingCode, "staff"), "draw-pin")).status).toBe(404);
  // The token in the URL decides for which parcel a PIN is drawn. A tracking code in the form has no effect.
  const bare = await press("/r/x", "draw-pin", { code: trackingCode, who: "receiver" });
  expect(bare.status).toBe(404);
  expect((await press(`/bookings/${trackingCode}`, "renew-link", { code: trackingCode })).status).toBe(404);
  expect(await readPin(app.services, id)).toBe(before);
  const moderator = await app.admin("moderator");
  const { text } = await moderator.ask(`/admin/bookings/${trackingCode}`);
  expect(text).toContain("A new PIN was drawn.");
  for (let n = 0; n < 3; n++) expect((await press(path, "draw-pin")).status).toBe(302);
  expect((await press(path, "draw-pin")).status).toBe(429);
  await deed(id, "delivered");
  expect(await pinAt(path)).toBeNull();
});

test("[RECEIVER-1] [RECEIVER-4] the form of a page without Referer is taken as browsers send it, and no foreign one", async () => {
  const { id, trackingCode } = await book();
  await deed(id, "out_for_delivery");
  const path = await pathOf(trackingCode);
  const from = (to: string, headers: Record<string, string>) =>
    visitor.ask(to, { form: { intent: "draw-pin", idempotencyKey: crypto.randomUUID() }, headers });
  expect((await from(path, { Origin: "null", "Sec-Fetch-Site": "same-origin" })).status).toBe(302);
  expect((await from(path, { Origin: "null" })).status).toBe(302);
  for (const [to, headers] of [
    [path, { Origin: "null", "Sec-Fetch-Site": "cross-site" }],
    [path, { Origin: "https://evil.example" }],
    [mailedPath(app.services, trackingCode), { Origin: "null", "Sec-Fetch-Site": "same-origin" }],
  ] as const)
    expect((await from(to, headers)).status).toBe(403);
});

test("[RECEIVER-1] 'Make a new link' ends the links before, the receiver's and staff's", async () => {
  const { trackingCode } = await book();
  const old = [await pathOf(trackingCode), await pathOf(trackingCode, "staff")];
  const own = mailedPath(app.services, trackingCode);
  expect((await visitor.ask(own)).text).toContain(origin + old[0]!);
  expect((await press(own, "renew-link")).status).toBe(302);
  for (const path of old) expect((await visitor.ask(path)).status).toBe(404);
  expect((await visitor.ask(own)).text).toContain(origin + (await pathOf(trackingCode)));
  expect((await visitor.ask(await pathOf(trackingCode))).status).toBe(200);
});

test("[RECEIVER-4] a PIN is in no other page, export, mail, table or log", async () => {
  const logged = (["info", "warn", "error"] as const).map((level) => vi.spyOn(app.services.log, level));
  const { id, trackingCode } = await book();
  await deed(id, "out_for_delivery");
  // The PIN is drawn again until it cannot be part of a tracking code or a time, where the search would find it by
  // chance.
  let pin = "";
  for (
    const path = await pathOf(trackingCode);
    ;
    await transact(db, (tx) => drawAnotherPin(app.services, tx, id))
  ) {
    pin = (await pinAt(path))!;
    if (!/^(0|1|2)/.test(pin) && !trackingCode.includes(pin)) break;
  }
  const word = new RegExp(`PIN (?:<!-- -->)?\\d{4}|(?<![\\w.])${pin}(?![\\w.])`);
  const staff = await app.admin("super_admin");
  for (const path of [
    ...[`/admin/bookings/${trackingCode}`, `/admin/bookings?q=${trackingCode}`, "/admin/bookings/export.csv"],
    ...[`/admin/waybills?code=${trackingCode}`, "/admin", "/admin/runs", "/admin/exceptions", "/mailbox"],
    ...["/admin/activity-logs", "/admin/activity-logs/export.csv", `/track?code=${trackingCode}`],
    ...[`/admin/bookings/${trackingCode}.data`, `/track.data?code=${trackingCode}`],
    await pathOf(trackingCode, "staff"),
  ]) {
    const { status, text } = await staff.ask(path);
    expect([path, status, word.exec(text)?.[0]]).toEqual([path, 200, undefined]);
  }
  const { rows } = await db.execute<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  for (const { name } of rows) {
    const found = await db.execute<{ row: string }>(`select row_to_json(t)::text as row from "${name}" t`);
    const plain = found.rows.filter(({ row }) => row.includes(`"${pin}"`) || row.includes(`PIN ${pin}`));
    expect([name, plain]).toEqual([name, []]);
  }
  expect(JSON.stringify(logged.map(({ mock }) => mock.calls))).not.toContain(`${pin}`);
});

test("[RECEIVER-4] a PIN goes 30 days after the parcel is over; the count of renewals stays", async () => {
  const { id } = await book();
  await deed(id, "out_for_delivery");
  await deed(id, "delivered");
  const stored = async () =>
    (await db.select().from(receiverLinks).where(eq(receiverLinks.bookingId, id))).map(({ pin }) => pin);
  app.clock.pass(29 * 86_400_000);
  await purgeExpired(app.services);
  expect((await stored())[0]).not.toBeNull();
  app.clock.pass(2 * 86_400_000);
  await purgeExpired(app.services);
  expect(await stored()).toEqual([null]);
  expect(await db.select().from(bookings).where(eq(bookings.id, id))).toHaveLength(1);
});
