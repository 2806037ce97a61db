/** RECEIVER-1 to RECEIVER-3: the receiver's own page of a parcel, over HTTP. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { linkOf, type LinkKind } from "../../app/parcels/receiver-link/receiver-link.server.ts";
import {
  bookings,
  bookingBalances,
  bookingEvents,
  cashOnDelivery,
  payees,
  receiverLinks,
} from "../../app/platform/db/schema.ts";
import { SOME_ACT } from "../fixtures/acts.ts";
import { openTestApp } from "../fixtures/app.ts";
import { bookOne as bookWith, storeDelivered } from "../fixtures/bookings.ts";
import { BODY } from "../fixtures/booking-form.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { makeHub } from "../fixtures/hubs.ts";
import { rawGet } from "../fixtures/raw-get.ts";
import { listenWith } from "../fixtures/socket.ts";
import { signIn } from "../fixtures/people.ts";

const app = await closedAfterAll(openTestApp({ trustProxy: 1 }));
const server = await closedAfterAll(listenWith(app));
const { db, origin } = app.services;
const kano = await makeHub(app.services, {
  name: "Sabon Gari",
  code: "KAN",
  address: "7 Bompai Road",
  phone: "+2348006622336",
  town: null,
  state: "Kano",
});

let senders = 0;
/** Books with a new sender each time, because a guest may book five parcels in ten minutes. */
const bookOne = (more: Record<string, string> = {}) =>
  bookWith(app, { senderEmail: `sender${senders++}@example.com`, ...more });
let addresses = 0;
/** Sends each request from a new IP address, so that no rate limit applies. */
const ask = (path: string, headers: Record<string, string> = {}) =>
  app
    .visitor()
    .ask(path, { headers: { "X-Forwarded-For": `10.1.${addresses >> 8}.${addresses++ & 255}`, ...headers } });
const pathOf = async (code: string, kind: LinkKind = "receiver") =>
  (await linkOf(app.services, kind, code)).slice(origin.length);
const wordsOf = (text: string) => {
  const body = text.slice(text.indexOf("<header"), text.indexOf("</main>"));
  return body
    .replaceAll("<!-- -->", "")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");
};
const withTime = (id: string, more: Partial<typeof bookingEvents.$inferInsert>, ms = 1000) =>
  db.insert(bookingEvents).values({
    actId: SOME_ACT,
    bookingId: id,
    toStatus: "in_transit",
    byName: "Rider Musa Bello",
    occurredAt: new Date(app.clock.now().getTime() + ms),
    ...more,
  });

test("[RECEIVER-1] [RECEIVER-2] the page says what the receiver needs, and nothing of anybody else", async () => {
  const { id, trackingCode } = await bookOne({ notes: "Fragile glass" });
  await withTime(id, { kind: "arrived_at_hub", hubId: kano.id });
  await db.update(bookings).set({ status: "in_transit" }).where(eq(bookings.id, id));
  const [booking] = await db.select().from(bookings).where(eq(bookings.id, id));
  const first = booking!.senderName.split(" ")[0]!;
  const { text, status, headers } = await ask(await pathOf(trackingCode));
  expect(status).toBe(200);
  const words = wordsOf(text);
  const order = [
    `${first} sends you a parcel`,
    "Arriving by",
    "Arrived at our office · Kano",
    "To pay Nothing to pay",
    "You owe nothing to anybody for this parcel.",
    `From ${first}, `,
    "What you can do",
    "Not expecting this? Tell us",
    "Who we are, and your data",
    "so that we can bring you this parcel",
    "To see or correct them, to object",
  ].map((part) => words.indexOf(part));
  expect(order.filter((at) => at < 0)).toEqual([]);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  const { senderPhone, senderEmail, senderAddress, receiverPhone, receiverAddress, receiverName } = booking!;
  for (const hidden of [
    ...[senderPhone.slice(-8), senderEmail, senderAddress, receiverPhone.slice(-8), receiverAddress],
    ...[receiverName, booking!.senderName, booking!.packageDescription, "Fragile", id],
    ...["Musa Bello", "Airport Road"],
  ])
    expect([hidden, text.includes(hidden)]).toEqual([hidden, false]);
  expect(headers.get("Referrer-Policy")).toBe("no-referrer");
  expect(headers.get("X-Robots-Tag")).toContain("noindex");
  expect(headers.get("Cache-Control")).toBe("no-store");
});

test("[RECEIVER-1] no script, 14 KB on the wire, and a preview that says nothing of the parcel", async () => {
  const { trackingCode } = await bookOne();
  const path = await pathOf(trackingCode);
  for (const [encoding, forwarded] of [
    ["gzip", "10.9.0.1"],
    ["br", "10.9.0.2"],
  ] as const) {
    const { body } = await rawGet(server.port, path, {
      "Accept-Encoding": encoding,
      "X-Forwarded-For": forwarded,
    });
    expect(body.length).toBeLessThanOrEqual(14 * 1024);
    expect(body.length).toBeGreaterThan(2000);
  }
  const { text } = await ask(path);
  expect(["<script", "modulepreload", "<img"].filter((part) => text.includes(part))).toEqual([]);
  const head = text.slice(0, text.indexOf("</head>")).replace(/<style[^]*?<\/style>/, "");
  expect(head).toContain('content="noindex, nofollow"');
  expect(head).toMatch(/<title>A parcel for you · [^<]+<\/title>/);
  expect(head).not.toMatch(/OD\d|Kano|Lagos|og:image|canonical|₦/);
});

test("[RECEIVER-1] wrong, renewed, dead and erased addresses get one answer", async () => {
  const { id, trackingCode } = await bookOne();
  const path = await pathOf(trackingCode);
  const turned = path.slice(0, -1) + (path.endsWith("0") ? "1" : "0");
  const wrong = await ask(turned);
  expect(wrong.status).toBe(404);
  expect(wordsOf(wrong.text)).toContain("This link has ended or is wrong.");
  const same = async (asked: string) => {
    const { status, text } = await ask(asked);
    expect([status, wordsOf(text)]).toEqual([404, wordsOf(wrong.text)]);
  };
  for (const other of ["/r/x", "/r/OD00000000NG", `/r/${trackingCode}`, `/r/${trackingCode}.`, `${path}0`])
    await same(other);
  await same(path.replace(trackingCode, (await bookOne()).trackingCode));
  await db.insert(receiverLinks).values({ bookingId: id, generation: 1 });
  await same(path);
  const renewed = await pathOf(trackingCode);
  expect((await ask(renewed)).status).toBe(200);
  // The receiver's page is shown until 30 days after the delivery.
  const day = 86_400_000;
  await withTime(id, { kind: "delivered", toStatus: "delivered" });
  await storeDelivered(app, id);
  app.clock.pass(29 * day);
  expect((await ask(renewed)).status).toBe(200);
  app.clock.pass(2 * day);
  await same(renewed);
});

test("[RECEIVER-1] with the receiver their link goes, and what was stored for it", async () => {
  const { id, trackingCode } = await bookOne();
  await db.insert(receiverLinks).values({ bookingId: id, generation: 1 });
  const path = await pathOf(trackingCode);
  expect((await ask(path)).status).toBe(200);
  await db.update(bookings).set({ receiverPhone: "Not kept" }).where(eq(bookings.id, id));
  expect(await db.select().from(receiverLinks).where(eq(receiverLinks.bookingId, id))).toEqual([]);
  expect((await ask(path)).status).toBe(404);
  expect((await ask(await pathOf(trackingCode))).status).toBe(404);
});

test("[RECEIVER-1] [TRACK-6] tokens cannot be tried out: misses count with those of tracking codes", async () => {
  const { trackingCode } = await bookOne();
  const path = await pathOf(trackingCode);
  const from = { "X-Forwarded-For": "203.0.113.77" };
  const guess = (n: number) =>
    n % 2 ? `/track?code=OD9${1_000_000 + n}NG` : `/r/${trackingCode}.${String(n).padStart(32, "0")}`;
  const statuses = [];
  for (let n = 0; n < 10; n++) statuses.push((await ask(guess(n), from)).status);
  expect(statuses).toEqual([...Array<number>(9).fill(404), 429]);
  const refused = await ask(path, from);
  expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "600"]);
  expect((await ask(path)).status).toBe(200);
});

test("[RECEIVER-2] what is to be paid is one sum with its parts, and nothing once it is over", async () => {
  const { id, trackingCode } = await bookOne();
  const path = await pathOf(trackingCode);
  await db.update(bookings).set({ paysDelivery: "receiver" }).where(eq(bookings.id, id));
  expect(wordsOf((await ask(path)).text)).toContain("The price of the delivery is not set yet.");
  await db
    .insert(bookingBalances)
    .values({ bookingId: id, priceKobo: 1_397_500, paidKobo: 0 })
    .onConflictDoUpdate({ target: bookingBalances.bookingId, set: { priceKobo: 1_397_500 } });
  expect(wordsOf((await ask(path)).text)).toContain("To pay ₦13,975 at the door For the delivery ₦13,975");
  const [payee] = await db.insert(payees).values({}).returning();
  await db.insert(cashOnDelivery).values({
    bookingId: id,
    payeeId: payee!.id,
    amountKobo: 2_500_000,
    codFeePerMille: 20,
    codFeeMinimumKobo: 0,
    createdAt: app.clock.now(),
  });
  await db.update(bookings).set({ mayLookInside: true }).where(eq(bookings.id, id));
  const words = wordsOf((await ask(path)).text);
  expect(words).toContain("₦38,975 at the door For the goods ₦25,000 For the delivery ₦13,975");
  expect(words).toContain("You owe nothing else to anybody, before or after.");
  expect(words).toContain("You may look inside before you take it.");
  await withTime(id, { kind: "return_started" });
  expect(wordsOf((await ask(path)).text)).toContain("To pay Nothing to pay");
});

test("[RECEIVER-3] the sender's chats have the receiver's link, staff's another one, until the parcel arrived", async () => {
  const sender = await signIn(app, "ada@example.com");
  const form = { ...BODY, idempotencyKey: crypto.randomUUID() };
  const code = /code=(\w+)/.exec((await sender.ask("/book", { form })).location ?? "")![1]!;
  const moderator = await app.admin("moderator");
  const own = await pathOf(code);
  const staff = await pathOf(code, "staff");
  expect(own).not.toBe(staff);
  const has = async (who: typeof sender, page: string, path: string) =>
    (await who.ask(page)).text.includes(encodeURIComponent(origin + path));
  for (const page of [`/track?code=${code}`, "/profile"])
    expect([page, await has(sender, page, own), await has(sender, page, staff)]).toEqual([page, true, false]);
  for (const page of [`/admin/bookings/${code}`, `/admin/bookings?q=${code}`])
    expect([page, await has(moderator, page, staff), await has(moderator, page, own)]).toEqual([
      page,
      true,
      false,
    ]);
  // A visitor who has only the tracking code gets neither the receiver's own link nor the link for staff.
  for (const page of [`/track?code=${code}`, `/track.data?code=${code}`])
    expect((await ask(page)).text).not.toMatch(/\/r\/OD|%2Fr%2FOD/);
  expect((await ask(staff)).status).toBe(200);
  await storeDelivered(app, code);
  expect(await has(sender, "/profile", own)).toBe(false);
  expect(await has(moderator, `/admin/bookings/${code}`, staff)).toBe(false);
});
