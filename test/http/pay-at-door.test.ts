/** ONLINE-5, ONLINE-7: receivers pay online the amount that is due at their door, over HTTP. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { asGuest } from "../../app/access/actors.server.ts";
import { sayNotReceived } from "../../app/parcels/claiming/not-received.server.ts";
import { giveLandmark, namePerson } from "../../app/parcels/receiver-choices/choose.server.ts";
import type { PayPage } from "../../app/road/deeds/phone-requests.ts";
import type { RiderDay } from "../../app/road/deeds/rider-day.ts";
import { linkOf, type LinkKind } from "../../app/parcels/receiver-link/receiver-link.server.ts";
import { cashOnDelivery, onlinePayments, settlementEntries } from "../../app/platform/db/schema.ts";
import { readOwnPayee } from "../../app/money/settlements/payees.server.ts";
import { bookOne, storeDelivered } from "../fixtures/bookings.ts";
import { openOnline } from "../fixtures/online-payments.ts";
import { asJson, onShift } from "../fixtures/rider-phone.ts";
import { makeRunDesk } from "../fixtures/run-desk.ts";
import { makePayee } from "../fixtures/settlements.ts";

const { provider, app, tell } = await openOnline();
const { db, origin } = app.services;
const boss = await app.admin("super_admin");
const { musa, outWith } = await makeRunDesk(app);
const payeeId = (await readOwnPayee(db, await makePayee(app)))!.id;
const KOBO = 4_650_000;
let senders = 0;

const pathOf = async (code: string, kind: LinkKind = "receiver") =>
  (await linkOf(app.services, kind, code)).slice(origin.length);
async function collect(bookingId: string) {
  await db.insert(cashOnDelivery).values({
    ...{ bookingId, payeeId, amountKobo: KOBO, createdAt: app.clock.now() },
    ...{ codFeePerMille: 20, codFeeMinimumKobo: 0 },
  });
}
async function book() {
  const { id, trackingCode: code } = await bookOne(app, { senderEmail: `door${senders++}@example.com` });
  await collect(id);
  return { id, code, path: await pathOf(code) };
}
const pay = (path: string, more: object = {}) =>
  app.visitor().ask(path, { form: { intent: "pay-now", ...more } });
const wordsAt = async (path: string) =>
  (await app.visitor().ask(path)).text
    .replaceAll("<!-- -->", "")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");
async function paid(reference: string) {
  provider.transactions.get(reference)!.status = "success";
  const told = provider.message(reference);
  for (const { status } of [await tell(told), await tell(told)]) expect(status).toBe(200);
  await expect
    .poll(() => db.select().from(onlinePayments).where(eq(onlinePayments.reference, reference)), {
      timeout: 10_000,
    })
    .toMatchObject([{ state: "paid" }]);
}

test("[ONLINE-5] the receiver pays the sum at the door by a form of the page, and reads when it is confirmed", async () => {
  const { id, code, path } = await book();
  expect(await wordsAt(path)).toContain("Pay ₦46,500 now");
  const page = await app.visitor().ask(path);
  expect(page.headers.get("Content-Security-Policy")).toContain(`form-action 'self' ${provider.access.url}`);
  const sent = await pay(path, { payCode: "OD00000000NG", kobo: "1", amount: "1" });
  expect(sent.location).toMatch(new RegExp(`^${provider.access.url}/checkout/`));
  const { reference, amount, callbackUrl, cancelUrl } = provider.newest();
  expect(amount).toBe(KOBO);
  // The provider gets the URL of a page on which a person can only pay, because the receiver's own page shows the PIN.
  const payer = await pathOf(code, "payer");
  expect([callbackUrl, cancelUrl]).toEqual([`${origin}${payer}/paid`, `${origin}${payer}`]);
  expect(JSON.stringify(provider.newest())).not.toContain(path);
  expect(await wordsAt(path)).toContain("has not confirmed a payment of ₦46,500 yet");
  // A payer's return to the page proves no payment, whatever its parameters say.
  expect((await app.visitor().ask(`${payer}/paid?reference=${reference}&status=success`)).location).toBe(
    payer,
  );
  expect(await wordsAt(path)).toContain("₦46,500 at the door");
  await paid(reference);
  for (const shown of [path, payer]) {
    const words = await wordsAt(shown);
    expect(words).toContain("₦46,500 paid online");
    expect(words).toContain("Nothing to pay");
    expect(words).not.toMatch(/Pay ₦[\d,]+ now/);
  }
  const entries = await db.select().from(settlementEntries).where(eq(settlementEntries.bookingId, id));
  expect(entries.map(({ method, grossKobo }) => [method, grossKobo])).toEqual([["online", KOBO]]);
  expect((await boss.ask(`/admin/bookings/${code}/collection`)).text).toContain("Online");
});

test("[ONLINE-5] staff's link neither shows the button nor starts a payment; the payer's pays, and draws no PIN", async () => {
  const { id, code } = await book();
  const [staff, payer] = [await pathOf(code, "staff"), await pathOf(code, "payer")];
  expect(await wordsAt(staff)).not.toContain("Pay ₦46,500 now");
  const before = provider.transactions.size;
  expect((await pay(staff, { payCode: code, code })).status).toBe(404);
  expect((await pay(`${payer.slice(0, -1)}x`, { payCode: code })).status).toBe(404);
  expect((await app.visitor().ask(`${payer.slice(0, -1)}x/paid`)).status).toBe(404);
  expect(provider.transactions.size).toBe(before);
  expect(await db.$count(onlinePayments, eq(onlinePayments.bookingId, id))).toBe(0);
  expect(await wordsAt(payer)).toContain("Pay ₦46,500 now");
  const drawn = { intent: "draw-pin", idempotencyKey: crypto.randomUUID() };
  expect((await app.visitor().ask(payer, { form: drawn })).status).toBe(404);
  expect((await pay(payer)).location).toContain("/checkout/");
});

test("[ONLINE-5] the payer's link shows no name, phone or words of the receiver's, and nothing of a claim", async () => {
  const { id, code, path } = await book();
  const payer = await pathOf(code, "payer");
  const person = { taker: "gateman" as const, takerName: "Musa Bello", takerPhone: "0803 123 4567" };
  const guest = asGuest("127.0.0.1");
  expect(await namePerson(app.services, guest, { code, ...person }, crypto.randomUUID())).toEqual({
    ok: true,
  });
  const words = { code, words: "Blue gate", remember: false };
  expect(await giveLandmark(app.services, guest, words, crypto.randomUUID())).toEqual({ ok: true });
  const own = await wordsAt(path);
  const seen = await wordsAt(payer);
  for (const text of ["Musa Bello", "0803 123 4567", "Blue gate", "What you can do"])
    expect([text, own.includes(text), seen.includes(text)]).toEqual([text, true, false]);
  for (const text of ["Pay ₦46,500 now", "sends you a parcel", "Who we are"]) expect(seen).toContain(text);
  await storeDelivered(app, id);
  expect(await wordsAt(path)).toContain("I did not get this");
  await sayNotReceived(app.services, guest, { code, words: "It is not here" }, crypto.randomUUID());
  expect([await wordsAt(path), await wordsAt(payer)].map((all) => all.includes("You told us on"))).toEqual([
    true,
    false,
  ]);
});

test("[ONLINE-5] nothing is asked of who does not pay: without an amount, delivered, or with a price to come", async () => {
  const free = await bookOne(app, { senderEmail: "free@example.com" });
  const path = await pathOf(free.trackingCode);
  expect(await wordsAt(path)).not.toMatch(/Pay ₦[\d,]+ now/);
  expect((await pay(path)).status).toBe(409);
  const { id, path: over } = await book();
  await storeDelivered(app, id);
  expect(await wordsAt(over)).not.toContain("Pay ₦46,500 now");
  expect((await pay(over)).status).toBe(409);
});

test("[ONLINE-7] at the door the rider shows where to pay, for parcels of their own runs, and the day says 'paid online'", async () => {
  const { all } = await outWith(1);
  const { id, trackingCode: code } = all[0]!.booking;
  await collect(id);
  const phone = await onShift(app, boss, musa.id);
  const asked = await phone.ask(`/rider/pay.json?booking=${id}`);
  const { url, kobo, qr } = asJson<PayPage>(asked);
  expect([url, kobo]).toEqual([await linkOf(app.services, "payer", code), KOBO]);
  expect(qr.path).toMatch(/^M[\d hvzM-]+z$/);
  const other = await book();
  for (const [visitor, booking] of [
    [phone, other.id],
    [phone, "none"],
    [phone, crypto.randomUUID()],
  ] as const)
    expect((await visitor.ask(`/rider/pay.json?booking=${booking}`)).status).toBe(404);
  expect((await app.visitor().ask(`/rider/pay.json?booking=${id}`)).status).toBeGreaterThanOrEqual(401);
  await pay(url.slice(origin.length));
  const dayNow = async () => asJson<RiderDay>(await phone.ask("/rider/run.json")).runs[0]!;
  const before = await dayNow();
  await paid(provider.newest().reference);
  const after = await dayNow();
  expect(after.version).toBeGreaterThan(before.version);
  expect(after.stops[0]!.parcels[0]).toMatchObject({ codKobo: 0, deliveryKobo: 0, paidOnlineKobo: KOBO });
  expect((await phone.ask(`/rider/pay.json?booking=${id}`)).status).toBe(404);
});
