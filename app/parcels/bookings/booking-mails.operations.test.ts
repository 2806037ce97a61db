/** What the mails about a status say of the day. */
import { desc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookOne, makeAdmin } from "../../../test/fixtures/bookings.ts";
import { closedAfterAll } from "../../../test/fixtures/closed-after-all.ts";
import { openTestServices } from "../../../test/fixtures/services.ts";
import { latestText } from "../../domain/promise.ts";
import { bookingEvents, bookings } from "../../platform/db/schema.ts";
import { statusChangedMail } from "./booking-mails.server.tsx";
import { changeStatus } from "./change-status.server.ts";

const opened = await closedAfterAll(openTestServices({ limitsFactor: 1000 }));
const { services } = opened;
const { db } = services;

test("[STATUS-5] the mail of a parcel on the way says by which day it comes, unless that day is over; a delivered one has no day to come", async () => {
  const admin = await makeAdmin(opened, "moderator");
  const { id, estimatedDelivery } = await bookOne(opened);
  const mailAfter = async (version: number, status: "in_transit" | "delivered") => {
    await changeStatus(services, admin, { id, version, status }, crypto.randomUUID());
    const [event] = await db
      .select()
      .from(bookingEvents)
      .where(eq(bookingEvents.bookingId, id))
      .orderBy(desc(bookingEvents.id));
    return {
      eventId: event!.id,
      text: async () => (await statusChangedMail(services, about(event!.id)))!.text,
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
