/** CLAIM-3: the time limit of 'I did not get this', and the earlier claims that prevent it, on a real database. */
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { SOME_ACT } from "../../../test/fixtures/acts.ts";
import { bookOne } from "../../../test/fixtures/bookings.ts";
import { claimOf, makeClaimOf, notReceived } from "../../../test/fixtures/claims.ts";
import { makeHubs } from "../../../test/fixtures/road.ts";
import { openWithStaff } from "../../../test/fixtures/staff.ts";
import { decideClaim } from "../../care/claims/decide-claim.server.ts";
import { bookingEvents, bookings } from "../../platform/db/schema.ts";
import { receiversClaimOf } from "./read-claims.server.ts";

const { opened, services, clock, db, moderator } = await openWithStaff(1);
await makeHubs(opened, "IKJ");
const HOUR = 3_600_000;

let booked: typeof bookings.$inferSelect;
beforeEach(async () => {
  const { id } = await bookOne(opened);
  booked = await deliverNow(id);
});
async function deliverNow(id: string) {
  const deliveredAt = clock.now();
  const [row] = await db
    .update(bookings)
    .set({ status: "delivered", deliveredAt })
    .where(eq(bookings.id, id))
    .returning();
  return row!;
}
const say = () => notReceived(opened, booked.trackingCode);
/** Adds an event that the server received now. */
const hears = (more: Partial<typeof bookingEvents.$inferInsert>) =>
  db.insert(bookingEvents).values({
    actId: SOME_ACT,
    ...{ bookingId: booked.id, kind: "delivered", toStatus: "delivered", byName: "Musa" },
    ...{ occurredAt: booked.deliveredAt!, receivedAt: clock.now(), ...more },
  });

test("[CLAIM-3] it may be said for exactly 48 hours after the server heard of this delivery, and of no other deed", async () => {
  clock.pass(48 * HOUR);
  expect((await say()).ok).toBe(true);
  booked = await deliverNow((await bookOne(opened)).id);
  await hears({});
  clock.pass(48 * HOUR + 1);
  await hears({ kind: "noted", toStatus: "in_transit" });
  await hears({ occurredAt: new Date(booked.deliveredAt!.getTime() - HOUR) });
  expect(await say()).toMatchObject({ reason: "too_late" });
});

test("[CLAIM-3] a claim about something else, or about a delivery before, does not count as said", async () => {
  const decide = async () => {
    const { id, version } = await claimOf(opened, booked.id);
    const form = { id, version, outcome: "refused", decision: "It was there", granted: 0 } as const;
    return decideClaim(services, moderator, form, crypto.randomUUID());
  };
  await makeClaimOf(opened, booked.id, "damage");
  clock.pass(HOUR);
  expect((await say()).ok).toBe(true);
  expect((await decide()).ok).toBe(true);
  expect(await say()).toMatchObject({ reason: "told_before" });
  clock.pass(HOUR);
  booked = await deliverNow(booked.id);
  expect((await say()).ok).toBe(true);
  expect((await decide()).ok).toBe(true);
  clock.pass(HOUR);
  // Staff make another claim. The receiver's page shows the newest claim.
  await makeClaimOf(opened, booked.id, "not_received");
  const shown = await receiversClaimOf(db, { id: booked.id, deliveredAt: booked.deliveredAt! });
  expect(shown).toMatchObject({ openedAt: clock.now(), decidedAt: null });
});

test("[CLAIM-3] for one parcel it is taken five times in an hour at most", async () => {
  const answers: unknown[] = [];
  for (let n = 0; n < 6; n++) answers.push(await say());
  expect(answers[4]).toMatchObject({ reason: "told_before" });
  expect(answers[5]).toMatchObject({ code: "rate_limited" });
});
