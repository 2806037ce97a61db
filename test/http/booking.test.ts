import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { lagosDay } from "../../app/domain/dates.ts";
import { bookings, bookingEvents } from "../../app/platform/db/schema.ts";
import { openTestApp } from "../fixtures/app.ts";
import { bookedWith } from "../fixtures/bookings.ts";
import { BODY } from "../fixtures/booking-form.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));

const FORM = { ...BODY, senderEmail: "Ngozi@Example.com", packageWeight: "2,5" };

test("[BOOK-1] [BOOK-3] [TRACK-2] [TRACK-3] [TRACK-4] the booking is stored whole, mailed, and tracked by its code", async () => {
  const guest = app.visitor();
  const key = await guest.keyOf("/book");
  const answer = await guest.ask("/book", { form: { ...FORM, idempotencyKey: key } });
  expect(answer.status).toBe(302);
  const code = /^\/track\?code=(OD\d{8}NG)$/.exec(answer.location ?? "")?.[1];
  expect(code).toBeDefined();
  expect(answer.toast).toMatchObject({
    title: "Booking successful!",
    text: `Your booking reference is: ${code}`,
    action: { label: "Open WhatsApp" },
  });

  const [row] = await app.services.db.select().from(bookings).where(eq(bookings.trackingCode, code!));
  expect(row).toMatchObject({
    senderEmail: "Ngozi@Example.com",
    senderPhone: "+2348031234567",
    senderTown: "Ikeja",
    senderState: "Lagos",
    receiverState: "Kano",
    packageWeight: 2.5,
    packageType: "Parcel",
    deliveryType: "express",
    customerId: null,
    status: "pending",
  });
  expect([row!.pickupDay, lagosDay(row!.estimatedDelivery)]).toEqual(["2026-11-21", "2026-11-23"]);
  expect(row!.promisedDay).toEqual(row!.estimatedDelivery);

  const track = await guest.ask(`/track?code=${code!.toLowerCase().replace("od", "od ")}`);
  expect(track.status).toBe(200);
  expect(track.text).toContain("Ikeja, Lagos");
  for (const secret of ["Ngozi", "Musa", "0803", "Allen Avenue", "Bompai Road", "Two books", row!.id])
    expect(track.text).not.toContain(secret);

  const [mail] = await app.mails(1);
  expect(mail).toMatchObject({ toAddress: "Ngozi@Example.com", kind: "booking_made", bookingId: row!.id });
  expect(mail!.subject).toBe(`Your parcel to Kano is booked: ${code}`);
  expect(mail!.text).toContain(`http://localhost:3000/track?code=${code}`);
});

test("[BOOK-8] the same form sent twice, even a hundred times at once, is one booking with one answer", async () => {
  const guest = app.visitor();
  const key = await guest.keyOf("/booking");
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => guest.ask("/booking", { form: { ...FORM, idempotencyKey: key } })),
  );
  expect(new Set(answers.map((answer) => answer.location)).size).toBe(1);
  expect(answers.every((answer) => answer.status === 302)).toBe(true);
  const rows = await bookedWith(app, key);
  expect(rows).toHaveLength(1);
  expect(
    await app.services.db.select().from(bookingEvents).where(eq(bookingEvents.bookingId, rows[0]!.id)),
  ).toHaveLength(1);
});

test("[BOOK-8] two bookings with the same words from two visits are two bookings", async () => {
  const guest = app.visitor();
  const first = await guest.ask("/book", { form: { ...FORM, idempotencyKey: await guest.keyOf("/book") } });
  const second = await guest.ask("/book", {
    form: { ...FORM, idempotencyKey: await guest.keyOf("/book") },
  });
  expect(first.location).not.toBe(second.location);
});

test.each([
  ["packageWeight", "NaN"],
  ["packageWeight", "-1"],
  ["packageWeight", "0"],
  ["packageWeight", "1e309"],
  ["packageWeight", "9223372036854775808"],
  ["packageWeight", "2.5555"],
  ["senderPhone", "12345"],
  ["receiverPhone", "0803 123"],
  ["senderEmail", "nobody"],
  ["deliveryType", "teleport"],
  ["senderName", "   "],
  ["referralCode", "NOBODYS"],
])("%s '%s' is refused beside the field, what was typed stays, nothing is stored", async (field, value) => {
  const guest = app.visitor();
  const key = await guest.keyOf("/book");
  const answer = await guest.ask("/book", { form: { ...FORM, [field]: value, idempotencyKey: key } });
  expect(answer.status).toBe(400);
  expect(answer.text).toContain("4 Allen Avenue, Ikeja, Lagos");
  expect(answer.text).toContain('aria-invalid="true"');
  expect(answer.text).toContain(key);
  expect(await bookedWith(app, key)).toHaveLength(0);
});

test("[BOOK-7] an address without a state asks for it, and a chosen state corrects what the address says", async () => {
  const guest = app.visitor();
  const bare = { ...FORM, receiverAddress: "House 3, behind the market" };
  const asked = await guest.ask("/book", { form: { ...bare, idempotencyKey: await guest.keyOf("/book") } });
  expect(asked.status).toBe(400);
  expect(asked.text).toContain("Choose the state of the delivery address");
  const twice = { ...bare, packageWeight: "heavy", idempotencyKey: await guest.keyOf("/book") };
  const both = await guest.ask("/book", { form: twice });
  expect(both.text).toContain("2 fields below need your attention.");
  const key = await guest.keyOf("/book");
  await guest.ask("/book", { form: { ...bare, receiverState: "Benue", idempotencyKey: key } });
  const [row] = await bookedWith(app, key);
  expect(row).toMatchObject({ receiverState: "Benue", receiverTown: null });
});

test("[BOOK-7] an address that may lie in two states asks between them, which come first in the list", async () => {
  const guest = app.visitor();
  const torn = { ...FORM, receiverAddress: "3 Market Road, Uyo, Calabar" };
  const asked = await guest.ask("/book", { form: { ...torn, idempotencyKey: await guest.keyOf("/book") } });
  expect(asked.status).toBe(400);
  expect(asked.text).toContain("Cross River or Akwa Ibom? Choose the state of the delivery address");
  expect(asked.text).toContain("3 Market Road, Uyo, Calabar");
  const list = /<select[^>]*name="receiverState".*?<\/select>/s.exec(asked.text)![0];
  expect([...list.matchAll(/value="([^"]*)"/g)].slice(0, 4).map(([, value]) => value)).toEqual([
    "",
    "Cross River",
    "Akwa Ibom",
    "Abia",
  ]);
  const key = await guest.keyOf("/book");
  await guest.ask("/book", { form: { ...torn, receiverState: "Akwa Ibom", idempotencyKey: key } });
  const [row] = await bookedWith(app, key);
  expect(row).toMatchObject({ receiverState: "Akwa Ibom", receiverTown: null });
});

test("[BOOK-7] a state against the address is refused until it is ticked, and the tick counts for that state alone", async () => {
  const guest = app.visitor();
  const against = { ...FORM, receiverState: "Enugu" };
  const send = async (form: Record<string, string>) => {
    const key = await guest.keyOf("/book");
    const answer = await guest.ask("/book", { form: { ...form, idempotencyKey: key } });
    const [row] = await bookedWith(app, key);
    return { answer, row };
  };
  const refused = await send(against);
  expect(refused.answer.status).toBe(400);
  expect(refused.answer.text).toContain(
    "The delivery address says Kano. Choose Kano, or tick that it is in Enugu.",
  );
  const tick = /<input[^>]*name="receiverStateSure"[^>]*>/.exec(refused.answer.text)![0];
  expect(tick).toContain('type="checkbox"');
  expect(tick).toContain('value="Enugu"');
  expect((await send({ ...against, receiverState: "Imo", receiverStateSure: "Enugu" })).answer.status).toBe(
    400,
  );
  const { row } = await send({ ...against, receiverStateSure: "Enugu" });
  expect(row).toMatchObject({
    receiverState: "Enugu",
    receiverTown: null,
    receiverAddress: "12 Bompai Road, Kano",
  });
});

test("[BOOK-18] [BOOK-2] Same Day between two cities is refused with the reason, within one it is booked", async () => {
  const guest = app.visitor();
  const page = (await guest.ask("/book")).text.replace(/<[^>]*>/g, " ");
  expect(page).toMatch(/By \w{3} \d{1,2} \w{3} at the latest/);
  expect(page).toMatch(/Document\s+Parcel\s+Box\s+Electronics\s+Fragile\s/);
  expect(page).toMatch(/Standard\s+2-3 days\s[^]*Express\s+next day\s[^]*Same Day\s+within city\s/);
  const form = { ...FORM, deliveryType: "same_day", idempotencyKey: await guest.keyOf("/book") };
  const refused = await guest.ask("/book", { form });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain("Same Day works only within one city. Choose Standard or Express.");
  const near = { ...form, receiverAddress: "9 Ajose Adeogun, Victoria Island, Lagos" };
  expect((await guest.ask("/book", { form: near })).location).toMatch(/^\/track/);
});

test("[BOOK-13] the summary of a refused form names its fields by their labels", async () => {
  const guest = app.visitor();
  const { text } = await guest.ask("/book", { form: { idempotencyKey: await guest.keyOf("/book") } });
  for (const label of ["Sender: Full name", "Pickup address", "What is in it?"])
    expect(text).toMatch(new RegExp(`<a href="#[^"]+"[^>]*>${label.replace("?", "\\?")}</a>`));
});

test("[BOOK-15] fields that the form does not have are ignored", async () => {
  const guest = app.visitor();
  const key = await guest.keyOf("/book");
  await guest.ask("/book", {
    form: {
      ...FORM,
      idempotencyKey: key,
      status: "delivered",
      tracking_code: "OD00000000NG",
      customer_id: crypto.randomUUID(),
      trackingCode: "OD00000000NG",
    },
  });
  const [row] = await bookedWith(app, key);
  expect(row).toMatchObject({ status: "pending", customerId: null });
  expect(row!.trackingCode).not.toBe("OD00000000NG");
});

describe("at /track", () => {
  const booked = async (guest = app.visitor()) => {
    const form = { ...FORM, idempotencyKey: await guest.keyOf("/book") };
    const { location } = await guest.ask("/book", { form });
    return { guest, path: location!, code: location!.slice("/track?code=".length) };
  };

  test("[TRACK-9] the browser that booked gets a receipt, another gets the answer alone", async () => {
    const { guest, path, code } = await booked();
    const receipt = await guest.ask(path);
    for (const part of ["We emailed you the code", "wa.me/2348031234568?", `/waybill/${code}`])
      expect(receipt.text).toContain(part);
    for (const secret of [/Musa/, /0803 ?\d{3} ?\d{4}/, /Bompai Road/])
      expect(receipt.text).not.toMatch(secret);
    const other = await app.visitor().ask(path);
    expect(other.text).not.toContain("We emailed you the code");
    expect(other.text.replaceAll(/<[^>]*>/g, "")).toMatch(/Arriving by \w{3} \d{1,2} \w{3}/);
    expect(other.text).toContain("Share on WhatsApp");
  });

  test("[TRACK-10] a failed parcel has no estimated date, a late one says so, and both say whom to call", async () => {
    const { path, code } = await booked();
    const change = (row: Partial<typeof bookings.$inferInsert>) =>
      app.services.db.update(bookings).set(row).where(eq(bookings.trackingCode, code));
    await change({ estimatedDelivery: new Date(app.clock.now().getTime() - 24 * 60 * 60 * 1000) });
    const late = await app.visitor().ask(path);
    expect(late.text).toContain("Sorry, this parcel is late.");
    expect(late.text).toContain("tel:+2348006622335");
    await change({ status: "failed" });
    const failed = await app.visitor().ask(path);
    expect(failed.text).toContain("We could not deliver this parcel.");
    expect(failed.text).not.toContain("Estimated delivery");
    expect(failed.text).toContain("tel:+2348006622335");
  });

  test("[TRACK-5] a blank code and an unknown one get the messages of the specification", async () => {
    const guest = app.visitor();
    const blank = await guest.ask("/track?code=%20");
    expect(blank.status).toBe(400);
    expect(blank.text).toContain("Please enter a tracking code");
    const unknown = await guest.ask("/track?code=OD00000001NG");
    expect(unknown.status).toBe(404);
    expect(unknown.text).toContain("Tracking failed");
    expect(unknown.text).toContain("Invalid tracking code or system error. Please try again.");
  });
});
