/**
 * RECEIVER-1, CONSENT-3, PLACE-4: the erasure of a receiver, of a sender, and of both, over HTTP: the link, the PIN,
 * the consent and the remembered place.
 */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { DELETED_SENDER, ERASED_RECEIVER } from "../../app/domain/erased.ts";
import { readPin } from "../../app/parcels/receiver-link/pins.server.ts";
import { linkOf } from "../../app/parcels/receiver-link/receiver-link.server.ts";
import { purgeExpired } from "../../server/retention.ts";
import { bookings, consents, hubs, receiverLinks, rememberedPlaces } from "../../app/platform/db/schema.ts";
import { openTestApp } from "../fixtures/app.ts";
import { bookOne } from "../fixtures/bookings.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import type { EventKind } from "../../app/domain/event-kinds.ts";
import { deedNow } from "../fixtures/receiver-messages.ts";
import { makeHubs } from "../fixtures/road.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));
const { db, origin } = app.services;
await makeHubs(app, "IKJ");
const visitor = app.visitor();
let made = 0;

const deed = (bookingId: string, kind: EventKind) => {
  app.clock.pass(1000);
  return deedNow(app.services, bookingId, kind);
};

/** Makes a parcel that is out for delivery, and whose receiver gave their consent. */
async function consented() {
  const receiverPhone = `+23480356${String(10000 + made++)}`;
  const { id, trackingCode } = await bookOne(app, { receiverPhone, senderEmail: `er${made}@example.com` });
  await deed(id, "out_for_delivery");
  const path = (await linkOf(app.services, "receiver", trackingCode)).slice(origin.length);
  const form = { intent: "remember-place", words: "The kiosk", idempotencyKey: crypto.randomUUID() };
  expect((await visitor.ask(path, { form })).status).toBe(302);
  const left = async () => ({
    link: (await visitor.ask(path)).status === 200,
    pin: (await readPin(app.services, id)) !== null,
    row: await db.$count(receiverLinks, eq(receiverLinks.bookingId, id)),
    consents: await db.$count(consents, eq(consents.phone, receiverPhone)),
    places: await db.$count(rememberedPlaces, eq(rememberedPlaces.phone, receiverPhone)),
  });
  expect(await left()).toEqual({ link: true, pin: true, row: 1, consents: 1, places: 1 });
  return { id, left };
}
const erase = (id: string, what: typeof ERASED_RECEIVER | typeof DELETED_SENDER) =>
  db.update(bookings).set(what).where(eq(bookings.id, id));
const NOTHING = { link: false, pin: false, row: 0, consents: 0, places: 0 };

test("[CONSENT-3] [PLACE-4] erasing the receiver takes link, PIN, consent and place at once", async () => {
  const { id, left } = await consented();
  await erase(id, ERASED_RECEIVER);
  expect(await left()).toEqual(NOTHING);
});

test("[CONSENT-3] [PLACE-4] erasing the sender leaves what is the receiver's until the parcel has arrived, and 30 days more", async () => {
  const { id, left } = await consented();
  await erase(id, DELETED_SENDER);
  expect(await left()).toEqual({ link: true, pin: true, row: 1, consents: 1, places: 1 });
  await deed(id, "delivered");
  app.clock.pass(31 * 24 * 3_600_000);
  await db
    .update(bookings)
    .set({ updatedAt: new Date(0) })
    .where(eq(bookings.id, id));
  await purgeExpired(app.services);
  expect(await left()).toEqual(NOTHING);
});

test("[CONSENT-3] [PLACE-4] erasing both takes all at once", async () => {
  const { id, left } = await consented();
  await erase(id, DELETED_SENDER);
  await erase(id, ERASED_RECEIVER);
  expect(await left()).toEqual(NOTHING);
});

test("[RECEIVER-10] a super admin erases the receiver on the page of a delivered booking, by typing its code", async () => {
  const { id, left } = await consented();
  const [booking] = await db.select().from(bookings).where(eq(bookings.id, id));
  const code = booking!.trackingCode;
  const page = `/admin/bookings/${code}`;
  const boss = await app.admin("super_admin");
  const dispatcher = await app.admin("dispatcher");
  const press = (typedCode: string, who = boss) =>
    who.send(page, { intent: "erase-receiver", id, typedCode });
  expect((await boss.ask(page)).text).not.toContain("Erase the receiver");
  await deed(id, "delivered");
  expect((await boss.ask(page)).text).toContain("Erase the receiver");
  expect((await dispatcher.ask(page)).text).not.toContain("Erase the receiver");
  expect((await press(code, dispatcher)).status).toBe(403);
  const refused = await press("wrong");
  expect([refused.status, refused.text.includes("Type the code of this booking.")]).toEqual([400, true]);
  expect((await left()).row).toBe(1);
  const done = await press(code);
  expect([done.status, done.location, done.toast?.title]).toEqual([302, page, "The receiver is erased"]);
  expect(await left()).toEqual(NOTHING);
  expect((await boss.ask(page)).text).not.toContain("Erase the receiver");
});

test("[RECEIVER-10] without hubs the office can do it, too", async () => {
  const { id, trackingCode: code } = await bookOne(app);
  await deed(id, "delivered");
  const boss = await app.admin("super_admin");
  await db.update(hubs).set({ active: false });
  const page = `/admin/bookings/${code}`;
  expect((await boss.ask(page)).text).toContain("Erase the receiver");
  const form = { intent: "erase-receiver", idempotencyKey: crypto.randomUUID(), id, typedCode: code };
  expect((await boss.ask(page, { form })).toast?.title).toBe("The receiver is erased");
  const [row] = await db.select().from(bookings).where(eq(bookings.id, id));
  expect(row).toMatchObject(ERASED_RECEIVER);
});
