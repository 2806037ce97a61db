/** The amount to collect in the prefilled WhatsApp messages to a receiver, over HTTP. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookings, profiles } from "../../app/platform/db/schema.ts";
import { openTestApp } from "../fixtures/app.ts";
import { BODY } from "../fixtures/booking-form.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { signIn } from "../fixtures/people.ts";
import { publishPrices } from "../fixtures/prices.ts";
import { ACCOUNT } from "../fixtures/settlements.ts";
import { makeOrder, makeProduct, makeStore } from "../fixtures/stores.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));
const { db } = app.services;
const moderator = await app.admin("moderator");
const sender = await signIn(app, "ada@example.com");
await publishPrices(app);
await sender.send("/profile/settlements", { intent: "account", ...ACCOUNT });
const READY = "Please have ₦25,000 ready, cash.";

/**
 * The texts of the WhatsApp chats that a page links to, with the phone number; the number is '' if the visitor chooses
 * the recipient in WhatsApp.
 */
function chatsOf(text: string): [string, string][] {
  return [...text.matchAll(/href="(https:\/\/wa\.me\/[^"]*)"/g)].map(([, href]) => {
    const url = new URL(href!.replaceAll("&amp;", "&"));
    expect(url.href.length).toBeLessThan(2000);
    return [url.pathname.slice(1), url.searchParams.get("text") ?? ""];
  });
}
async function book(collect: string): Promise<string> {
  const form = { ...BODY, deliveryType: "standard", collect, idempotencyKey: crypto.randomUUID() };
  return /code=(\w+)/.exec((await sender.ask("/book", { form })).location ?? "")![1]!;
}
const setTo = (code: string, status: "in_transit" | "delivered") =>
  db
    .update(bookings)
    .set({ status, deliveredAt: status === "delivered" ? app.clock.now() : null })
    .where(eq(bookings.trackingCode, code));

test("[COD-8] sender and staff tell the receiver what to have ready, until the parcel has arrived", async () => {
  const code = await book("25,000");
  const own = async () =>
    chatsOf((await sender.ask(`/track?code=${code}`)).text).filter(([, text]) => text.includes(READY));
  const staff = async () =>
    chatsOf((await moderator.ask(`/admin/bookings/${code}`)).text).filter(([, text]) => text.includes(READY));
  expect((await own()).map(([number]) => number)).toEqual(["2348031234568"]);
  expect((await staff()).map(([number]) => number)).toEqual(["2348031234568"]);
  await setTo(code, "in_transit");
  expect([(await own()).length, (await staff()).length]).toEqual([1, 1]);
  await setTo(code, "delivered");
  expect([(await own()).length, (await staff()).length]).toEqual([0, 0]);
});

test("[COD-8] [TRACK-4] a bare tracking code says nothing about money, in no message and no data", async () => {
  const code = await book("25,000");
  for (const path of [`/track?code=${code}`, `/track.data?code=${code}`]) {
    const { text, status } = await app.visitor().ask(path);
    expect(status).toBe(200);
    expect(decodeURIComponent(text.replaceAll("%", "%25"))).not.toMatch(/25,000|25%2C000|2500000|ready/);
    expect(text).not.toContain("8031234568");
  }
  // The message that any visitor of the track page may share does not name the amount.
  const shared = chatsOf((await app.visitor().ask(`/track?code=${code}`)).text);
  expect(shared.map(([, text]) => text).join()).not.toMatch(/₦|ready/);
});

test("[COD-8] without an amount the messages say nothing about money", async () => {
  const code = await book("");
  const texts = [
    ...chatsOf((await sender.ask(`/track?code=${code}`)).text),
    ...chatsOf((await moderator.ask(`/admin/bookings/${code}`)).text),
  ].map(([, text]) => text);
  expect(texts.join()).toContain("Follow it here");
  expect(texts.join()).not.toMatch(/₦|ready/);
});

test("[COD-8] a store's message to its buyer says it while the order's delivery is on the way", async () => {
  const code = await book("25,000");
  const [owner] = await db.select().from(profiles).where(eq(profiles.email, "ada@example.com"));
  const store = await makeStore(app.services, owner!.id);
  const product = await makeProduct(app.services, store.id);
  const order = await makeOrder(app.services, store.id, [{ product, quantity: 1 }], {
    buyerPhone: "+2348051234567",
  });
  const page = `/store/dashboard/orders?store=${store.slug}&view=${order.id}`;
  const toBuyer = async () =>
    chatsOf((await sender.ask(page)).text).find(([number]) => number === "2348051234567")?.[1];
  expect(await toBuyer()).toMatch(/about your order [A-Z0-9-]+:$/);
  await db.update(bookings).set({ orderId: order.id }).where(eq(bookings.trackingCode, code));
  expect(await toBuyer()).toContain(READY);
  await setTo(code, "delivered");
  expect(await toBuyer()).not.toContain("ready");
});
