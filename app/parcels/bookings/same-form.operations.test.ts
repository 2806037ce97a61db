/** BOOK-8: one form makes one booking, however often and by whomever it is sent. */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { BODY } from "../../../test/fixtures/booking-form.ts";
import { bookedWith, makeAdmin } from "../../../test/fixtures/bookings.ts";
import { publishSamples } from "../../../test/fixtures/prices.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { makeCustomer } from "../../../test/fixtures/settlements.ts";
import { workOf } from "../../../test/fixtures/work.ts";
import { asGuest } from "../../access/actors.server.ts";
import { markBrowser, readBrowser } from "../../access/known-browser.server.ts";
import type { Customer, Guest } from "../../access/actor.ts";
import { bookings, idempotencyKeys } from "../../platform/db/schema.ts";
import { bookAtCounter, createBooking } from "./create-booking.server.ts";

const { opened, services } = await fileServices({});
const guest = asGuest("127.0.0.1");

let senders = 0;
/** A form with a new sender, so that the bookings of one test do not use up the limit of another test. */
const newForm = () => ({ ...BODY, senderEmail: `sender-${++senders}@example.com` });
const send = (actor: Customer | Guest, form: Record<string, string>, key: string) =>
  createBooking.receive(services, actor, form, key);
const count = () => services.db.$count(bookings);

test("[BOOK-8] [BOOK-17] a hundred copies at once are one booking with one answer, and count once towards the limits", async () => {
  const [form, key, before] = [newForm(), randomUUID(), await count()];
  const all = await Promise.all(Array.from({ length: 100 }, () => send(guest, form, key)));
  const [row] = await bookedWith(opened, key);
  expect(all).toEqual(all.map(() => ({ ok: true, trackingCode: row!.trackingCode, order: null })));
  expect(await count()).toBe(before + 1);
  for (let n = 1; n < 5; n++) expect(await send(guest, form, randomUUID())).toMatchObject({ ok: true });
  expect(await send(guest, form, randomUUID())).toMatchObject({
    code: "rate_limited",
    errors: { form: expect.stringContaining("with this sender email") },
  });
  // A form that is sent again gets the response of its first booking, even above the limit of bookings.
  expect(await send(guest, form, key)).toMatchObject({ trackingCode: row!.trackingCode });
});

test("[BOOK-17] a browser that signed in with an email is not stopped by strangers who book with it", async () => {
  const form = newForm();
  for (let n = 0; n < 5; n++) expect(await send(guest, form, randomUUID())).toMatchObject({ ok: true });
  expect(await send(guest, form, randomUUID())).toMatchObject({ code: "rate_limited" });
  const cookie = await markBrowser(services, null, form.senderEmail);
  const known = asGuest("127.0.0.2", await readBrowser(services, cookie));
  for (let n = 0; n < 5; n++) expect(await send(known, form, randomUUID())).toMatchObject({ ok: true });
  expect(await send(known, form, randomUUID())).toMatchObject({ code: "rate_limited" });
});

test("[BOOK-8] a lost answer never books twice, also from another address; other content is a conflict", async () => {
  const [form, key, before] = [newForm(), randomUUID(), await count()];
  const first = await send(guest, form, key);
  expect(await send(asGuest("10.0.0.9"), form, key)).toEqual(first);
  expect(await send(guest, { ...form, packageWeight: "9" }, key)).toMatchObject({
    code: "conflict",
    reason: "sent_before",
    errors: { form: expect.stringContaining("are not booked yet") as string },
  });
  expect(await count()).toBe(before + 1);
});

test("[BOOK-8] the same form typed in another way is the same form", async () => {
  const [form, key] = [newForm(), randomUUID()];
  const typed = { ...form, senderPhone: " +234 803 123 4567", packageWeight: "2,50 kg", declaredValue: "" };
  expect(await send(guest, typed, key)).toEqual(await send(guest, form, key));
});

test("the same key from two people makes two bookings and tells neither about the other", async () => {
  const [form, key, before] = [newForm(), randomUUID(), await count()];
  const [ada, bola] = [await makeCustomer(opened), await makeCustomer(opened)];
  const made = [await send(ada, form, key), await send(bola, { ...form, packageWeight: "9" }, key)];
  expect(made).toMatchObject([{ ok: true }, { ok: true }]);
  expect(made[0]).not.toEqual(made[1]);
  const member = await makeAdmin(opened, "moderator");
  expect(await bookAtCounter.receive(services, member, form, key)).toMatchObject({ ok: true });
  expect(await count()).toBe(before + 3);
});

test("signing in between two sends of one form books once; with other content it is another form", async () => {
  const [form, key, before] = [newForm(), randomUUID(), await count()];
  const ada = await makeCustomer(opened);
  const first = await send(guest, form, key);
  expect(await send(ada, form, key)).toEqual(first);
  expect(await count()).toBe(before + 1);
  expect(await send(ada, { ...form, packageWeight: "9" }, key)).toMatchObject({ ok: true });
  expect(await count()).toBe(before + 2);
});

test("the booking's row holds its key, in the space of its sender: the table of keys has none", async () => {
  const [form, key] = [newForm(), randomUUID()];
  await send(guest, form, key);
  const [row] = await bookedWith(opened, key);
  expect(row!.formKey).not.toBe(key);
  expect(await services.db.$count(idempotencyKeys)).toBe(0);
});

test("a booking of a guest or a customer is stored by one statement, without a transaction around it", async () => {
  await publishSamples(opened);
  for (const actor of [guest, await makeCustomer(opened)]) {
    await send(actor, newForm(), randomUUID());
    const { work } = await workOf(() => send(actor, newForm(), randomUUID()));
    // The statements for a guest are the lookup of the key, two limits and the booking. A customer has one limit, and a
    // statement about credit.
    expect(work).toHaveLength(4);
    expect(work.filter((text) => /begin|commit|insert into "/.test(text))).toEqual([
      expect.stringContaining('insert into "bookings"'),
    ]);
  }
});
