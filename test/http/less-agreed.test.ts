/**
 * CASH-15: if a rider collected less money than was due, the sender's own page asks whether the sender agreed. Over
 * HTTP, without JavaScript.
 */
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { mailedPath } from "../../app/parcels/bookings/who-opens-own-booking.server.ts";
import { bookings, exceptions } from "../../app/platform/db/schema.ts";
import { openTestApp } from "../fixtures/app.ts";
import { COLLECT_KOBO, makeCashDesk } from "../fixtures/cash-desk.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { personOf } from "../fixtures/people.ts";
import { makeRunDesk } from "../fixtures/run-desk.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));
const { services } = app;
const { db } = services;
const { outWithCash } = await makeCashDesk(app, await makeRunDesk(app));
const QUESTION = "You agreed to ₦18,000 of ₦25,000. Is that right?";

/** Makes a delivery for which a rider collected ₦18,000 of ₦25,000, and named Chidi as the person who agreed. */
async function lessTaken() {
  const { bookingId, phone, run, ids, took } = await outWithCash();
  const customerId = (await personOf(app, "less@ona.test"))!.id;
  await db.update(bookings).set({ customerId }).where(eq(bookings.id, bookingId));
  phone.delivers(run, ids, { took: [took(COLLECT_KOBO - 700_000, { agreedBy: "Chidi" })] });
  await phone.sends();
  const [row] = await db.select().from(bookings).where(eq(bookings.id, bookingId));
  return { bookingId, code: row!.trackingCode };
}
const answerOf = async (bookingId: string) => {
  const of = and(eq(exceptions.bookingId, bookingId), eq(exceptions.kind, "less_agreed"));
  return (await db.select().from(exceptions).where(of))[0]!.closeReason;
};

test("[CASH-15] the signed-in sender and whoever has the mailed page are asked, once; nobody else reads or answers it", async () => {
  const sender = await app.customer("less@ona.test");
  const stranger = await app.customer("stranger@ona.test");
  const [own, mailed] = [await lessTaken(), await lessTaken()];
  const guest = app.visitor();
  const yes = { intent: "answer-less", agreed: "yes" };
  for (const other of [stranger, guest]) {
    const page = `/bookings/${own.code}`;
    expect([(await other.ask(page)).text.includes(QUESTION), (await other.send(page, yes)).status]).toEqual([
      false,
      404,
    ]);
    expect((await other.ask(`/track?code=${own.code}`)).text).not.toContain("You agreed to");
    // The form contains the right code, but only the URL and the browser decide which booking is meant.
    expect((await other.send("/bookings/OD00000000NG", { ...yes, code: own.code })).status).toBe(404);
  }
  expect(await answerOf(own.bookingId)).toBeNull();
  expect((await sender.ask(`/bookings/${own.code}`)).text).toContain(QUESTION);
  expect((await sender.send(`/bookings/${own.code}`, { ...yes, agreed: "perhaps" })).status).toBe(400);
  expect((await sender.send(`/bookings/${own.code}`, yes)).status).toBe(302);
  expect((await sender.send(`/bookings/${own.code}`, { ...yes, agreed: "no" })).status).toBe(409);
  expect((await sender.ask(`/bookings/${own.code}`)).text).not.toContain(QUESTION);
  const path = mailedPath(services, mailed.code);
  expect((await guest.ask(path)).text).toContain(QUESTION);
  expect((await guest.send(path, { ...yes, agreed: "no" })).status).toBe(302);
  expect([await answerOf(own.bookingId), await answerOf(mailed.bookingId)]).toEqual([
    "sender_agreed",
    "sender_denied",
  ]);
  const booking = (await (await app.admin("cashier")).ask(`/admin/bookings/${mailed.code}`)).text;
  expect(booking).toContain("Cash difference");
  expect(booking).toContain("The sender does not agree");
});
