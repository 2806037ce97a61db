/** Deeds of a phone whose clock starts again in 1970, on a real database. */
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { piecesOf, recountRoad } from "../../../test/fixtures/road.ts";
import { HOUR, makeRunDesk } from "../../../test/fixtures/run-desk.ts";
import { bookings, exceptions, riderDeeds } from "../../platform/db/schema.ts";
import { NO_PROOF_GIVEN } from "./no-proof.ts";

const { opened, clock, db } = await fileServices();
const { outWithPhone, holderOf, statusOf } = await makeRunDesk(opened);
const MINUTE = 60_000;
const NAMED = { ...NO_PROOF_GIVEN, name: "Ada Eze", pictures: [{ number: 1, kind: "photo" as const }] };

const asked = (bookingId: string) =>
  db.$count(exceptions, and(eq(exceptions.bookingId, bookingId), eq(exceptions.kind, "deeds_disagree")));

test("[DEED-16] a phone whose clock starts again in 1970 dates no delivery before the attempt that it followed", async () => {
  const { run, all, ids, phone } = await outWithPhone(1);
  const tried = phone.fails(run, ids);
  tried.known = { ...tried.clock, lead: 0 };
  clock.pass(30 * MINUTE);
  phone.ahead = -56 * 365 * 24 * HOUR;
  phone.boot = "second page";
  const done = phone.delivers(run, ids, { proof: NAMED });
  done.known = tried.known;
  // The phone's clock restarts in 1970 again before the phone sends, so no clock gives the delivery's time.
  clock.pass(30 * MINUTE);
  phone.ahead -= 365 * 24 * HOUR;
  phone.boot = "third page";
  expect(await phone.answers()).toEqual(["taken", "flagged time_bounded"]);
  const rows = await db
    .select()
    .from(riderDeeds)
    .where(eq(riderDeeds.deviceId, phone.id))
    .orderBy(riderDeeds.seq);
  expect(rows.map(({ deedId }) => deedId)).toEqual([tried.id, done.id]);
  expect(rows[1]!.occurredAt.getTime()).toBeGreaterThanOrEqual(rows[0]!.occurredAt.getTime());
  const id = all[0]!.booking.id;
  expect([await statusOf(id), await holderOf(id)]).toEqual(["delivered", "receiver"]);
  const [piece] = await piecesOf(opened, id);
  const [booking] = await db.select().from(bookings).where(eq(bookings.id, id));
  expect(booking!.deliveredAt).toEqual(piece!.heldSince);
  expect(await asked(id)).toBe(0);
  expect(await recountRoad(opened)).toEqual([]);
});

test("[DEED-16] the same holds where each deed comes in a request of its own, also the later one first", async () => {
  for (const laterFirst of [false, true]) {
    const { run, all, ids, phone } = await outWithPhone(1);
    const tried = phone.fails(run, ids);
    tried.known = { ...tried.clock, lead: 0 };
    clock.pass(30 * MINUTE);
    phone.ahead = -56 * 365 * 24 * HOUR;
    phone.boot = "second page";
    const done = phone.delivers(run, ids, { proof: NAMED });
    done.known = tried.known;
    clock.pass(30 * MINUTE);
    phone.ahead -= 365 * 24 * HOUR;
    phone.boot = "third page";
    for (const deed of laterFirst ? [done, tried] : [tried, done]) await phone.sends([deed]);
    const id = all[0]!.booking.id;
    expect([await statusOf(id), await holderOf(id)], String(laterFirst)).toEqual(["delivered", "receiver"]);
    expect(await asked(id)).toBe(0);
  }
});
