/** MAIL-5, MAIL-6: what the pages say about an address that gets no mail, and who may have the mail sent again. */
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import {
  bookings,
  contactMessages,
  customerSummaries,
  mailServerState,
  refusedAddresses,
} from "../../app/platform/db/schema.ts";
import { openTestApp } from "../fixtures/app.ts";
import { BODY } from "../fixtures/booking-form.ts";
import { bookOne } from "../fixtures/bookings.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { openMailSink } from "../fixtures/smtp.ts";
import { makeOrder, makeProduct, makeStore } from "../fixtures/stores.ts";
import { personOf } from "../fixtures/people.ts";

const gone = new Set<string>();
const relay = await closedAfterAll(
  openMailSink(0, (address) => (gone.has(address) ? "550 5.1.1 no such user" : null)),
);
const app = await closedAfterAll(openTestApp({ limitsFactor: 1000, smtpUrl: relay.url }));
const { db } = app.services;

const marked = async () => (await db.select().from(refusedAddresses)).map(({ address }) => address);
const arrived = (address: string) => relay.received.filter(({ to }) => to === address).length;
const mark = (address: string) =>
  db.insert(refusedAddresses).values({ address, code: "5.1.1", refusedAt: app.services.now(), series: 0 });

beforeEach(async () => {
  await db.delete(refusedAddresses);
});

/** A guest books with an address that the mail server refuses; returns the guest and the code of the booking. */
async function bookRefused(senderEmail: string) {
  gone.add(senderEmail);
  const sender = app.visitor();
  const key = await sender.keyOf("/book");
  const { location } = await sender.ask("/book", {
    form: { ...BODY, senderEmail, deliveryType: "standard", idempotencyKey: key },
  });
  const code = new URL(location!, "http://localhost").searchParams.get("code")!;
  await expect.poll(marked, { timeout: 10_000 }).toContain(senderEmail);
  return { sender, code };
}

test("[MAIL-5] the sender and staff see that the address gets no mail; staff try again, and it arrives", async () => {
  const email = "typo@exmaple.com";
  const { sender, code } = await bookRefused(email);
  for (const path of [`/track?code=${code}`, `/bookings/${code}`]) {
    const page = (await sender.ask(path)).text;
    expect(page).toContain("do not arrive.");
    expect(page).toContain("Call or WhatsApp us with the right one");
  }
  // A visitor who has only the tracking code does not see the address.
  expect((await app.visitor().ask(`/track?code=${code}`)).text).not.toContain("exmaple");

  const support = await app.admin("support");
  const path = `/admin/bookings/${code}`;
  const page = (await support.ask(path)).text;
  expect(page).toContain("gets no emails.");
  expect(page).toContain("1 email waits.");
  const form = { intent: "mail-again", address: email };
  expect((await support.ask(path, { form })).status).toBe(403);
  expect(await marked()).toEqual([email]);

  gone.delete(email);
  const desk = await app.admin("dispatcher");
  expect(await desk.ask(path, { form })).toMatchObject({
    status: 302,
    toast: { title: "We try this address again" },
  });
  await expect.poll(() => arrived(email), { timeout: 10_000 }).toBe(1);
  expect((await desk.ask(path)).text).not.toContain("gets no emails.");
  expect((await desk.ask(path, { form })).status).toBe(404);
  expect((await sender.ask(`/track?code=${code}`)).text).not.toContain("do not arrive.");
});

test("[MAIL-5] a store whose email is refused: its orders, the buyer's order and staff's page of it say so", async () => {
  const owner = await app.customer("shopkeeper@example.com");
  const email = "shop@exmaple.com";
  const store = await makeStore(app.services, (await personOf(app, "shopkeeper@example.com"))!.id, {
    slug: "refused-shop",
    email,
  });
  const product = await makeProduct(app.services, store.id, {});
  const placed = { code: "ON-34567", viewToken: "a-page-of-one-buyer-77" };
  const order = await makeOrder(app.services, store.id, [{ product, quantity: 1 }], placed);
  const boss = await app.admin("super_admin", "stores@ona.test");
  const pages = async () => ({
    owner: (await owner.ask("/store/dashboard/orders?store=refused-shop")).text.includes("do not arrive."),
    buyer: (await app.visitor().ask(`/orders/${order.viewToken}`)).text.includes("did not reach the store"),
    office: (await boss.ask(`/admin/stores/${store.id}`)).text.includes("gets no emails."),
  });
  expect(await pages()).toEqual({ owner: false, buyer: false, office: false });
  await mark(email);
  expect(await pages()).toEqual({ owner: true, buyer: true, office: true });
  expect((await app.visitor().ask(`/orders/${order.viewToken}`)).text).not.toContain(email);
  const again = await boss.ask(`/admin/stores/${store.id}`, {
    form: { intent: "mail-again", address: email },
  });
  expect(again.status).toBe(302);
  expect(await pages()).toEqual({ owner: false, buyer: false, office: false });
});

test("[MAIL-5] staff correct the sender's email, and the new address gets what was missed", async () => {
  const { code } = await bookRefused("wrong@example.com");
  const [row] = await db.select().from(bookings).where(eq(bookings.trackingCode, code));
  const desk = await app.admin("moderator");
  const path = `/admin/bookings/${code}`;
  expect((await desk.ask(path)).text).toContain('name="senderEmail"');
  const form = {
    ...{
      intent: "correct",
      id: row!.id,
      version: String(row!.version),
      newPrice: "",
      senderEmail: "right@example.com",
    },
    ...{ senderAddress: BODY.senderAddress, senderState: "Lagos", senderPhone: BODY.senderPhone },
    ...{ receiverAddress: BODY.receiverAddress, receiverState: "Kano" },
    ...{ receiverPhone: BODY.receiverPhone, packageWeight: BODY.packageWeight },
  };
  expect(await desk.send(path, form)).toMatchObject({ toast: { title: "Booking corrected" } });
  await expect.poll(() => arrived("right@example.com"), { timeout: 10_000 }).toBe(2);
  expect((await desk.ask(path)).text).not.toContain("gets no emails.");
});

test("[MAIL-5] profile, store settings, the customer's page and the contact message say it", async () => {
  const email = "owner@example.com";
  const owner = await app.customer(email);
  await bookOne(app, { senderEmail: email });
  await makeStore(app.services, (await personOf(app, email))!.id, { email });
  await db.insert(contactMessages).values({
    ...{ name: "Bola", email, subject: "Complaint", message: "Where is it?" },
    formKey: crypto.randomUUID(),
  });
  await mark(email);
  expect((await owner.ask("/profile")).text).toContain("do not arrive.");
  expect((await owner.ask("/store/dashboard/settings")).text).toContain("Correct it below");
  const boss = await app.admin("super_admin");
  const [message] = await db.select().from(contactMessages).where(eq(contactMessages.email, email));
  const [summary] = await db.select().from(customerSummaries).where(eq(customerSummaries.email, email));
  const customer = `/admin/customers/${summary!.id}`;
  for (const path of [customer, `/admin/contacts?view=${message!.id}`, "/admin/system"])
    expect([path, (await boss.ask(path)).text]).toEqual([path, expect.stringContaining(email)]);
  for (const path of [customer, `/admin/contacts?view=${message!.id}`]) {
    expect((await boss.ask(path)).text).toContain("gets no emails.");
    await boss.ask(path, { form: { intent: "mail-again", address: email } });
    expect(await marked()).toEqual([]);
    await mark(email);
  }
  const done = await boss.ask("/admin/system", { form: { intent: "mail-again", address: email } });
  expect(done.toast).toMatchObject({ title: "We try this address again" });
  expect(await marked()).toEqual([]);
});

test("[MAIL-6] the system page says that the mail server refuses everybody", async () => {
  const boss = await app.admin("super_admin");
  const words = "The mail server refuses every address";
  expect((await boss.ask("/admin/system")).text).not.toContain(words);
  await db
    .insert(mailServerState)
    .values({ doubtedSince: app.services.now() })
    .onConflictDoUpdate({ target: mailServerState.id, set: { doubtedSince: app.services.now() } });
  expect((await boss.ask("/admin/system")).text).toContain(words);
});
