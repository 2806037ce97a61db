/** The days of arrival in mails about a status. */
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { SOME_ACT } from "../../../test/fixtures/acts.ts";
import { bookOne, lastEvent, makeAdmin } from "../../../test/fixtures/bookings.ts";
import { makeHub } from "../../../test/fixtures/hubs.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { latestText } from "../../domain/promise.ts";
import { bookingEvents, bookings, pieces } from "../../platform/db/schema.ts";
import { statusChangedMail } from "./booking-mails.server.tsx";
import { changeStatus } from "./change-status.server.ts";

const { opened, services, db } = await fileServices();

test("[STATUS-5] the mail of a parcel on the way says by which day it comes, unless that day is over; a delivered one has no day to come", async () => {
  const admin = await makeAdmin(opened, "moderator");
  const { id, estimatedDelivery } = await bookOne(opened);
  const mailAfter = async (version: number, status: "in_transit" | "delivered") => {
    await changeStatus(services, admin, { id, version, status }, crypto.randomUUID());
    const { id: eventId } = await lastEvent(opened, id);
    return {
      eventId,
      text: async () => (await statusChangedMail(services, about(eventId)))!.text,
    };
  };
  const about = (eventId: number) => ({ bookingId: id, eventId });
  const expected = `Expected: ${latestText(estimatedDelivery)}`;
  const moving = await mailAfter(1, "in_transit");
  expect(await moving.text()).toContain(expected);
  const over = { estimatedDelivery: new Date(services.now().getTime() - 48 * 60 * 60 * 1000) };
  await db.update(bookings).set(over).where(eq(bookings.id, id));
  expect(await moving.text()).not.toContain("Expected:");
  await db.update(bookings).set({ estimatedDelivery }).where(eq(bookings.id, id));
  expect(await (await mailAfter(2, "delivered")).text()).not.toContain("Expected:");
});

type Event = Partial<typeof bookingEvents.$inferInsert>;
/** The mail about an event of a parcel that is due tomorrow. */
async function mailOf(event: Event, change: Partial<typeof bookings.$inferInsert> = {}) {
  const { id, trackingCode } = await bookOne(opened);
  const estimatedDelivery = new Date(services.now().getTime() + 86_400_000);
  await db
    .update(bookings)
    .set({ estimatedDelivery, ...change })
    .where(eq(bookings.id, id));
  const [row] = await db
    .insert(bookingEvents)
    .values({ actId: SOME_ACT, bookingId: id, toStatus: "in_transit", occurredAt: services.now(), ...event })
    .returning();
  const returning = (number: number) =>
    db
      .update(pieces)
      .set({ returning: true })
      .where(and(eq(pieces.bookingId, id), eq(pieces.number, number)));
  const mail = async () => (await statusChangedMail(services, { bookingId: id, eventId: row!.id }))!;
  return { code: trackingCode, mail, returning };
}

test("[MAIL-4] [STATUS-5] the mail of a status that was set by hand stays to the letter", async () => {
  const { code, mail } = await mailOf({ fromStatus: "pending" });
  const { subject, text } = await mail();
  expect(subject).toBe(`On the way to Kano: ${code}`);
  expect(text.replaceAll(code, "CODE").split("\n").slice(0, 14)).toMatchInlineSnapshot(`
    [
      "Hello Ngozi Eze,",
      "",
      "Your parcel is on the way.",
      "",
      "Tracking code: CODE",
      "",
      "Status: In Transit",
      "When: 21 Nov 2026, 11:00 am",
      "Expected: By Sun 22 Nov at the latest",
      "From: Ikeja, Lagos",
      "To: Musa Bello, Kano",
      "",
      "Track it: http://localhost:3000/track?code=CODE",
      "",
    ]
  `);
  const failed = await mailOf({ toStatus: "failed", reason: "weather", note: "Sorry" });
  expect((await failed.mail()).subject).toBe(`We could not deliver ${failed.code}: bad weather`);
});

test("[MAIL-4] subject, preview and text of the road: picked up, out for delivery, one piece of three, back at the sender", async () => {
  const picked = await mailOf({ kind: "picked_up" });
  const { subject, text, html } = await picked.mail();
  expect(subject).toBe(`Picked up: ${picked.code}`);
  expect(text).toContain("We have your parcel, and it goes to Kano now.");
  expect(html).toContain(`We have your parcel, and it goes to Kano now. ${picked.code}`);
  expect(text).toMatch(/Status: In Transit\nWhen: .*\nExpected: /);

  const out = await mailOf({ kind: "out_for_delivery", piece: 2 }, { pieces: 3 });
  expect((await out.mail()).subject).toBe(`Out for delivery in Kano today: ${out.code}`);
  expect((await out.mail()).text).toContain("\nPiece: 2 of 3\n");
  await out.returning(1);
  expect((await out.mail()).subject).toMatch(/^Out for delivery/);
  await out.returning(2);
  const back = await out.mail();
  expect(back.subject).toBe(`Coming back to you today: ${out.code}`);
  expect(back.text).not.toContain("Expected:");

  const returned = await mailOf({ kind: "returned", toStatus: "failed" });
  expect((await returned.mail()).subject).toBe(`Returned to you: ${returned.code}`);
  const delivered = await mailOf({ kind: "delivered", toStatus: "delivered" });
  expect((await delivered.mail()).subject).toBe(`Delivered in Kano: ${delivered.code}`);
  const cancelled = await mailOf({ kind: "cancelled", toStatus: "failed", reason: "cancelled" });
  expect((await cancelled.mail()).subject).toBe(`Your parcel to Kano is cancelled: ${cancelled.code}`);
});

test("[MAIL-4] what lies ready says at which office, when it is open and its phone", async () => {
  const hub = await makeHub(services, {
    code: "KAN",
    name: "Sabon Gari",
    address: "7 Airport Road",
    town: null,
    state: "Kano",
  });
  const { text } = await (await mailOf({ kind: "held_for_collection", hubId: hub.id })).mail();
  expect(text.replaceAll("\u200B", "")).toContain(
    "Our office: Sabon Gari, 7 Airport Road, Kano\nOpen: Mon-Fri 8:00-18:00\nPhone: 0800 662 2335\n",
  );
  expect(text).not.toContain("Expected:");
});
