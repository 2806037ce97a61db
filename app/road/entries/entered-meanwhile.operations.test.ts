/**
 * TRIP-22: two people of the office enter the same deed. The page of each person does not show the other person's entry
 * yet. On a real database.
 */
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookOne, makeAdmin } from "../../../test/fixtures/bookings.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { times } from "../../../test/fixtures/long.ts";
import { HOUR, key, makeRunDesk } from "../../../test/fixtures/run-desk.ts";
import { twoFromOnePage } from "../../../test/fixtures/two-from-one-page.ts";
import type { Admin } from "../../access/actor.ts";
import { bookingEvents } from "../../platform/db/schema.ts";
import type { AnyOperation } from "../../platform/operations/operation.server.ts";
import { countPickup } from "./count-pickup.server.ts";
import { enteredSeen } from "./entered-meanwhile.server.ts";
import { recordAttempted, recordDelivered } from "./run-deeds.server.ts";
import { reportIncident } from "./run-incidents.server.ts";

const { opened, services, clock, db } = await fileServices();
const { desk, outWith, outWithPhone, pickupOf } = await makeRunDesk(opened);
const other = await makeAdmin(opened, "moderator");

type RunForm = [string, AnyOperation<Admin>, Record<string, string>];
const FORMS: RunForm[] = [
  ["a failed attempt", recordAttempted, { reason: "nobody_home" }],
  ["a delivery", recordDelivered, {}],
  ["an incident", reportIncident, { incident: "accident" }],
];

test.each(FORMS)(
  "[TRIP-22] of those who enter %s from one page one is recorded, and the others are asked",
  async (_name, operation, form) => {
    const { run, ids } = await outWith(1);
    clock.pass(HOUR);
    await twoFromOnePage(opened, {
      operation,
      form: { run: run.id, [`piece:${ids[0]}`]: "on", ...form },
      seen: () => enteredSeen(db, run.id),
      people: [desk, other],
      count: () => db.$count(bookingEvents, eq(bookingEvents.runId, run.id)),
    });
  },
);

test("[TRIP-22] a phone's attempt that came meanwhile is asked about; another parcel's is not", async () => {
  const { run, all, ids, phone } = await outWithPhone(2);
  const seen = String(await enteredSeen(db, run.id));
  const enter = (piece: string, more: Record<string, string> = {}) =>
    recordAttempted.receive(
      services,
      desk,
      { run: run.id, [`piece:${piece}`]: "on", reason: "nobody_home", seen, ...more },
      key(),
    );
  phone.fails(run, [`${all[0]!.booking.trackingCode}`]);
  expect(await phone.answers()).toEqual(["taken"]);
  expect(await enter(ids[1]!)).toMatchObject({ ok: true });
  expect(await enter(ids[0]!)).toMatchObject({ reason: "recorded_meanwhile" });
});

test("[TRIP-22] a pickup that several people count is recorded once", async () => {
  const booking = await bookOne(opened);
  const { run } = await pickupOf(booking);
  clock.pass(HOUR);
  const seen = String(await enteredSeen(db, run.id));
  const send = (who: Admin) =>
    countPickup.receive(services, who, { run: run.id, booking: booking.id, count: "1", seen }, key());
  const atOnce = times(4, 40);
  const sent = await Promise.all(Array.from({ length: atOnce }, (_, n) => send(n % 2 === 0 ? desk : other)));
  expect(sent.filter(({ ok }) => ok)).toHaveLength(1);
  expect(sent.filter((one) => !one.ok && one.reason === "recorded_meanwhile")).toHaveLength(atOnce - 1);
  const picked = and(eq(bookingEvents.bookingId, booking.id), eq(bookingEvents.kind, "picked_up"));
  expect(await db.$count(bookingEvents, picked)).toBe(1);
});
