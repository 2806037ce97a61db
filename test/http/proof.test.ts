/** PROOF-6: the readers of the proof of a delivery, over HTTP. */
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { asSystem } from "../../app/access/actors.server.ts";
import { mailedPath } from "../../app/parcels/bookings/who-opens-own-booking.server.ts";
import { addEvents } from "../../app/history/add-events.server.ts";
import { storeProofPicture } from "../../app/parcels/proof/proof-pictures.server.ts";
import { recordProofs, type NewProof } from "../../app/parcels/proof/record-proof.server.ts";
import { linkOf } from "../../app/parcels/receiver-link/receiver-link.server.ts";
import { bookingEvents, bookings, profiles, proofPictures } from "../../app/platform/db/schema.ts";
import { transact } from "../../app/platform/db/transact.server.ts";
import { SOME_ACT, actBy, acting } from "../fixtures/acts.ts";
import { openTestApp } from "../fixtures/app.ts";
import { bookOne } from "../fixtures/bookings.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { cameraPhoto } from "../fixtures/proofs.ts";
import { makeOrder, makeProduct, makeStore } from "../fixtures/stores.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));
const { services, clock } = app;
const { db } = services;
const TAKER = "Halima the receptionist";
const POSITION = { latitude: 6.60012, longitude: 3.35001, accuracy: 11.2 };

/** Makes a booking of this customer, delivered with a name and a photo; `more` changes the proof. */
async function deliver(customerId: string, more: Partial<NewProof> = {}) {
  const { id, trackingCode: code } = await bookOne(app, { senderEmail: `proof-${randomUUID()}@example.com` });
  await db.update(bookings).set({ customerId }).where(eq(bookings.id, id));
  clock.pass(60_000);
  const at = clock.now();
  const deedId = randomUUID();
  await transact(db, async (tx) => {
    await recordProofs({ services, tx, act: actBy(tx, "Musa the rider", at) }, [
      {
        ...{ deedId, run: null, outcome: "delivered", occurredAt: at, takenBy: TAKER, position: POSITION },
        ...{ parts: [{ bookingId: id, pieces: [1], returning: false }], pictures: ["photo"], ...more },
      },
    ]);
    await addEvents(acting({ services, tx, actor: asSystem("Test"), at }), [
      {
        bookingId: id,
        piece: null,
        kind: more.outcome === "attempted" ? "attempted" : "delivered",
        occurredAt: at,
        ...(more.outcome === "attempted" ? { reason: "nobody_home" as const } : {}),
      },
    ]);
  });
  return { id, code, deedId, at };
}
const customer = await app.customer("proof-owner@example.com");
const [owner] = await db.select().from(profiles).where(eq(profiles.email, "proof-owner@example.com"));
const staff = await app.admin("moderator");
const plain = (text: string) => text.replaceAll("<!-- -->", "");

test("[PROOF-6] sender and staff see who took it, how and where, and the photo; a tracking code shows none of it", async () => {
  const { id, code, deedId } = await deliver(owner!.id);
  const picture = { deedId, number: 1, kind: "photo" } as const;
  const own = `/bookings/${code}/proof`;
  expect(plain((await customer.ask(own)).text)).toContain("1 picture is still on the rider’s phone");
  expect((await storeProofPicture(services, picture, await cameraPhoto(800, 600), "phone")).ok).toBe(true);
  const [stored] = await db.select().from(proofPictures).where(eq(proofPictures.deedId, deedId));
  const mailed = mailedPath(services, code);
  for (const [who, page] of [
    [customer, own],
    [app.visitor(), `${mailed}/proof`],
    [staff, `/admin/bookings/${code}/proof`],
  ] as const) {
    const { status, text, headers } = await who.ask(page);
    const words = plain(text);
    expect([page, status]).toEqual([page, 200]);
    for (const word of [
      TAKER,
      "Name and photo",
      "6.60012, 3.35001, within 12 m",
      "as the rider’s phone says",
    ])
      expect(words).toContain(word);
    expect(words.includes("Musa the rider")).toBe(who === staff);
    if (who !== staff) expect(headers.get("Cache-Control")).toBe("no-store");
    const shown = await who.ask(`${page}/${stored!.id}`);
    expect([shown.status, shown.headers.get("Content-Type"), shown.headers.get("Cache-Control")]).toEqual([
      ...[200, "image/webp", "no-store"],
    ]);
  }
  const link = (await linkOf(services, "receiver", code)).slice(services.origin.length);
  expect(plain((await app.visitor().ask(link)).text)).toContain(TAKER);
  expect(plain((await customer.ask(`/track?code=${code}`)).text)).toContain(TAKER);
  expect((await customer.ask(`/track?code=${code}`)).text).toContain(`href="${own}"`);
  expect((await staff.ask(`/admin/bookings/${code}`)).text).toContain(`/admin/bookings/${code}/proof`);
  expect((await customer.ask(`/bookings/${code}`)).text).toContain(own);
  const other = await app.customer("somebody-else@example.com");
  for (const who of [app.visitor(), other]) {
    const page = await who.ask(own);
    expect([page.status, page.text.includes(TAKER)]).toEqual([404, false]);
    expect((await who.ask(`${own}/${stored!.id}`)).status).toBe(404);
    expect((await who.ask(`/track?code=${code}`)).text).not.toContain(TAKER);
  }
  for (const path of [`/pictures/${stored!.key}`, `/pictures/${stored!.id}.webp`])
    expect((await customer.ask(path)).status).toBe(404);
  const another = await deliver(owner!.id);
  expect((await customer.ask(`/bookings/${another.code}/proof/${stored!.id}`)).status).toBe(404);
  const [mail] = (await app.mails(0)).filter(
    ({ subject, bookingId }) => bookingId === id && /elivered/.test(subject),
  );
  expect(mail?.text).toContain(`Taken by: ${TAKER}`);
});

test("[PROOF-6] a store sees the proof of its own orders alone", async () => {
  const shopkeeper = await app.customer("proof-shop@example.com");
  const [person] = await db.select().from(profiles).where(eq(profiles.email, "proof-shop@example.com"));
  const store = await makeStore(services, person!.id);
  const product = await makeProduct(services, store.id);
  const order = await makeOrder(services, store.id, [{ product, quantity: 1 }]);
  const { id, code } = await deliver(owner!.id, { pictures: [] });
  const gone = await shopkeeper.ask(`/store/dashboard/proof/${code}`);
  expect(gone.status).toBe(404);
  expect(gone.text).toContain("No order of this store has a booking with this code.");
  await db.update(bookings).set({ orderId: order.id }).where(eq(bookings.id, id));
  expect(plain((await shopkeeper.ask(`/store/dashboard/proof/${code}`)).text)).toContain(TAKER);
  expect((await shopkeeper.ask(`/store/dashboard/orders?order=${order.id}`)).status).toBe(200);
});

test("[PROOF-6] an attempt is on it with its call; what was undone is not", async () => {
  const calledAt = new Date(clock.now().getTime() - 120_000);
  const { id, code, at } = await deliver(owner!.id, { outcome: "attempted", takenBy: null, calledAt });
  const page = async () => plain((await customer.ask(`/bookings/${code}/proof`)).text);
  expect(await page()).toContain("We tried to deliver it");
  expect(await page()).toContain("Called at");
  const [event] = await db
    .select()
    .from(bookingEvents)
    .where(eq(bookingEvents.bookingId, id))
    .orderBy(bookingEvents.id)
    .offset(1);
  await db.insert(bookingEvents).values({
    actId: SOME_ACT,
    bookingId: id,
    kind: "undone",
    undoes: event!.id,
    toStatus: "pending",
    occurredAt: at,
    receivedAt: at,
  });
  expect(await page()).toContain("No proof yet");
});
