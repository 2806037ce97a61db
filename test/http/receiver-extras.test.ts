/**
 * PLACE-3, RECEIVER-1, RECEIVER-7, RECEIVER-8: the other forms of the receiver's page, and the data that it never
 * shows, over HTTP.
 */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { linkOf, type LinkKind } from "../../app/parcels/receiver-link/receiver-link.server.ts";
import {
  bookings,
  consents,
  exceptions,
  receiverMessages,
  rememberedPlaces,
} from "../../app/platform/db/schema.ts";
import { openTestApp, type Visitor } from "../fixtures/app.ts";
import { bookOne } from "../fixtures/bookings.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import type { EventKind } from "../../app/domain/event-kinds.ts";
import { deedNow } from "../fixtures/receiver-messages.ts";
import { rawGet } from "../fixtures/raw-get.ts";
import { makeHubs } from "../fixtures/road.ts";
import { listenWith } from "../fixtures/socket.ts";

const app = await closedAfterAll(openTestApp({ trustProxy: 1, limitsFactor: 1000 }));
const server = await closedAfterAll(listenWith(app));
const { db, origin } = app.services;
await makeHubs(app, "IKJ", "KAN");

let booked = 0;
let addresses = 0;
const ownAddress = () => ({ "X-Forwarded-For": `10.3.${addresses >> 8}.${addresses++ & 255}` });
const ask = (path: string, more: Parameters<Visitor["ask"]>[1] = {}) =>
  app.visitor().ask(path, { ...more, headers: ownAddress() });
const read = async (path: string) => (await ask(path)).text.replaceAll("<!-- -->", "");
const press = (path: string, intent: string, more: Record<string, string> = {}) =>
  ask(path, { form: { intent, idempotencyKey: crypto.randomUUID(), ...more } });
const pathOf = async (code: string, kind: LinkKind = "receiver") =>
  (await linkOf(app.services, kind, code)).slice(origin.length);

async function book(more: Record<string, string> = {}) {
  const booking = await bookOne(app, {
    senderEmail: `extras${booked++}@example.com`,
    receiverPhone: `+23480354${String(10000 + booked)}`,
    ...{ receiverState: "Lagos", receiverTown: "Ikeja", receiverAddress: "5 Toyin Street, Ikeja" },
    ...more,
  });
  return { ...booking, path: await pathOf(booking.trackingCode) };
}
const mailed = (id: string) =>
  db.update(bookings).set({ receiverEmail: "musa@example.com" }).where(eq(bookings.id, id));
const deed = (bookingId: string, kind: EventKind) => {
  app.clock.pass(1000);
  return deedNow(app.services, bookingId, kind);
};
const placesOf = (phone: string) =>
  db.select().from(rememberedPlaces).where(eq(rememberedPlaces.phone, phone));
const consentsOf = (phone: string) => db.select().from(consents).where(eq(consents.phone, phone));
const ASKS = "Remember where you found me";
const STOP = "Stop, and delete it";

test("[PLACE-3] the receiver consents by a plain form and takes it back; each link of the phone says so, and none says what is remembered", async () => {
  const { path, receiverPhone, trackingCode } = await book();
  const second = await book({ receiverPhone });
  expect(await read(path)).toContain(ASKS);
  const staffs = await pathOf(trackingCode, "staff");
  expect(await read(staffs)).not.toContain(ASKS);
  expect((await press(staffs, "remember-place", { words: "x" })).status).toBe(404);
  const done = await press(path, "remember-place", { words: "Behind the blue mosque", language: "en" });
  expect([done.status, done.location]).toEqual([302, path]);
  expect(await placesOf(receiverPhone)).toMatchObject([{ receiverWords: "Behind the blue mosque" }]);
  expect(await consentsOf(receiverPhone)).toMatchObject([{ textVersion: "place-1", byName: "Receiver" }]);
  for (const link of [path, second.path]) {
    const page = await read(link);
    expect([page.includes(STOP), page.includes("Yes, remember it"), page.includes("blue mosque")]).toEqual([
      true,
      false,
      false,
    ]);
  }
  expect((await press(second.path, "forget-place")).status).toBe(302);
  expect(await placesOf(receiverPhone)).toEqual([]);
  expect(await consentsOf(receiverPhone)).toHaveLength(2);
  expect(await read(path)).toContain("Yes, remember it");
});

test("[PLACE-3] the landmark that is chosen is remembered by its tick alone, which nobody ticks for them", async () => {
  const one = await book();
  expect(await read(one.path)).toMatch(/<input[^>]*name="remember"/);
  expect(await read(one.path)).not.toMatch(/<input[^>]*name="remember"[^>]*checked/);
  await press(one.path, "give-landmark", { words: "The kiosk" });
  expect(await placesOf(one.receiverPhone)).toEqual([]);
  const two = await book();
  await press(two.path, "give-landmark", { words: "The kiosk", remember: "yes", language: "en" });
  expect(await placesOf(two.receiverPhone)).toMatchObject([{ receiverWords: "The kiosk" }]);
});

test("[RECEIVER-7] 'Not expecting this?' stops messages to that number, hides the PIN, tells the desk, and is taken back", async () => {
  const { id, path, receiverPhone, trackingCode } = await book();
  await mailed(id);
  await deed(id, "arrived_at_hub");
  const wrong = await press(path, "not-expected", { why: "" });
  expect([wrong.status, wrong.text.includes("Choose what is wrong")]).toEqual([400, true]);
  expect((await press(path, "not-expected", { why: "other_person", words: "I am Bola" })).status).toBe(302);
  await deed(id, "out_for_delivery");
  const page = await read(path);
  expect(page).toContain("that you do not expect this parcel");
  expect(page).not.toMatch(/PIN \d{4}/);
  const told = () => db.select().from(receiverMessages).where(eq(receiverMessages.bookingId, id));
  expect(await told()).toEqual([]);
  const open = await db.select().from(exceptions).where(eq(exceptions.bookingId, id));
  expect(open).toMatchObject([{ kind: "not_expected", note: "I am not this person: I am Bola" }]);
  expect((await press(path, "expected")).status).toBe(302);
  expect(await read(path)).toMatch(/PIN \d{4}/);
  // The answer 'not expected' counts only for the receiver who gave it. After a correction of the phone number, the new
  // receiver has a link of their own with a PIN, and the old link has ended.
  await press(path, "not-expected", { why: "unknown_sender" });
  await db.update(bookings).set({ receiverPhone: "+2348035400001" }).where(eq(bookings.id, id));
  expect(await read(path)).toContain("This link has ended or is wrong.");
  expect(await read(await pathOf(trackingCode))).toMatch(/PIN \d{4}/);
  expect(receiverPhone).not.toBe("+2348035400001");
});

test("[RECEIVER-8] of a receiver's forty parcels each link shows its own alone", async () => {
  const receiverPhone = "+2348035455555";
  const all = [];
  for (let n = 0; n < 40; n++) all.push(await book({ receiverPhone }));
  const [first, ...others] = all;
  const page = (await read(first!.path)).replaceAll(/[\s-]/g, "");
  expect(others.filter(({ trackingCode }) => page.includes(trackingCode))).toEqual([]);
  await press(first!.path, "not-expected", { why: "not_ordered" });
  expect(await read(others[0]!.path)).not.toContain("that you do not expect this parcel");
});

test("[RECEIVER-1] at most 14 KB on the wire with all that it can say", async () => {
  const { id, path } = await book();
  await mailed(id);
  const size = async () => {
    const { body } = await rawGet(server.port, path, { "Accept-Encoding": "gzip", ...ownAddress() });
    return body.length;
  };
  await press(path, "give-landmark", { words: "The kiosk with the red roof", remember: "yes" });
  await press(path, "name-person", { taker: "gateman", takerName: "Bola", takerPhone: "0803 123 4567" });
  const open = await size();
  await deed(id, "arrived_at_hub");
  await deed(id, "out_for_delivery");
  await press(path, "note-to-rider", { words: "Please call first" });
  const out = await size();
  await deed(id, "attempted");
  await press(path, "not-expected", { why: "not_ordered" });
  const failed = await size();
  await deed(id, "delivered");
  const done = await size();
  for (const bytes of [open, out, failed, done]) expect(bytes).toBeLessThanOrEqual(14 * 1024);
});

test("[RECEIVER-9] the page is in a language that a super admin switched on, chosen on the page, and the consent names it", async () => {
  const { path, receiverPhone } = await book();
  expect(await read(path)).not.toContain("language=ha");
  const boss = await app.admin("super_admin");
  const on = { intent: "on", language: "ha", readBy: "Amina Sule", idempotencyKey: crypto.randomUUID() };
  await boss.ask("/admin/languages", { form: on });
  // Every process learns of the switch by a notice of the database.
  await expect.poll(() => read(path)).toContain(`${path}?language=ha`);
  expect(await read(path)).toContain("To pay");
  const browser = app.visitor();
  const chosen = await browser.ask(`${path}?language=ha`);
  expect([chosen.status, chosen.location]).toEqual([302, path]);
  expect(chosen.headers.get("Set-Cookie")).toMatch(/language=ha; Path=\/r;/);
  const inHausa = { Cookie: "language=ha" };
  const { text } = await app.visitor().ask(path, { headers: inHausa });
  expect(text).toContain('<html lang="ha"');
  for (const words of ["Abin da za a biya", "Wata rana", "Ba ka jiran wannan?"])
    expect([words, text.includes(words)]).toEqual([words, true]);
  expect(text).not.toContain("What you can do");
  const form = { intent: "remember-place", idempotencyKey: crypto.randomUUID(), language: "ha" };
  await app.visitor().ask(path, { headers: inHausa, form });
  expect(await consentsOf(receiverPhone)).toMatchObject([{ language: "ha" }]);
});
