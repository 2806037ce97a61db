/** TRACK-12: the way of a parcel from hub to hub, as everybody with the code sees it. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookings, bookingEvents } from "../../app/platform/db/schema.ts";
import { SOME_ACT } from "../fixtures/acts.ts";
import { openTestApp } from "../fixtures/app.ts";
import { bookOne } from "../fixtures/bookings.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { makeHub } from "../fixtures/hubs.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 100 }));
const { db } = app.services;
const ikeja = await makeHub(app.services);
const kano = await makeHub(app.services, {
  name: "Sabon Gari",
  code: "KAN",
  address: "7 Airport Road",
  phone: "+2348006622336",
  town: null,
  state: "Kano",
});

type Event = Partial<typeof bookingEvents.$inferInsert>;
/**
 * Makes a booking with these events, an hour apart, the last one now. The booking's status is that of the last event.
 */
async function withEvents(pieces: number, ...events: Event[]) {
  const { id, trackingCode } = await bookOne(app);
  const now = app.clock.now().getTime();
  const status = events.at(-1)?.toStatus ?? "in_transit";
  await db
    .update(bookings)
    .set({ pieces, status, deliveredAt: status === "delivered" ? app.clock.now() : null })
    .where(eq(bookings.id, id));
  await db.insert(bookingEvents).values(
    events.map((event, n) => ({
      actId: SOME_ACT,
      bookingId: id,
      toStatus: "in_transit" as const,
      byName: "Rider Musa Bello",
      occurredAt: new Date(now + (n + 1 - events.length) * 3_600_000 + 1000),
      ...event,
    })),
  );
  return trackingCode;
}
/** The text of the track page, without tags, for a visitor who has the code. */
async function readOf(code: string) {
  const { text } = await app.visitor().ask(`/track?code=${code}`);
  const body = text.slice(text.indexOf("<main"), text.indexOf("</main>"));
  return { whole: text, words: body.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ") };
}

test("[TRACK-12] [TRACK-4] an event says town and state of our office, never its street or name, and who did it", async () => {
  const code = await withEvents(
    1,
    { kind: "picked_up" },
    { kind: "arrived_at_hub", hubId: ikeja.id },
    { kind: "left_hub", hubId: ikeja.id },
    { kind: "arrived_at_hub", hubId: kano.id },
    { kind: "incident", hubId: kano.id, incident: "robbery" },
  );
  const { whole, words } = await readOf(code);
  expect(words).toContain("Picked up ");
  expect(words).toContain("Arrived at our office · Ikeja, Lagos");
  expect(words).toContain("Left our office · Ikeja, Lagos");
  expect(words).toContain("Arrived at our office · Kano");
  expect(words).not.toMatch(/Piece|Partly/);
  for (const hidden of [
    "Allen",
    "Airport Road",
    "Sabon Gari",
    "8006622336",
    "Musa Bello",
    "robbery",
    ikeja.id,
  ])
    expect(whole).not.toContain(hidden);
});

test("[TRACK-12] of several pieces it says which, and how many are delivered", async () => {
  const code = await withEvents(
    3,
    { kind: "arrived_at_hub", hubId: kano.id },
    { kind: "delivered", piece: 1 },
    { kind: "delivered", piece: 3 },
    { kind: "out_for_delivery", piece: 2 },
  );
  const { words } = await readOf(code);
  expect(words).toContain("Status: In Transit. Partly delivered: 2 of 3.");
  expect(words).toContain("Piece 3 of 3: Delivered");
  expect(words).toContain("Piece 2 of 3: Out for delivery");
  expect(words).toContain(" Arrived at our office · Kano");
});

test("[TRACK-12] an attempt says why, and what happens next", async () => {
  const code = await withEvents(
    1,
    { kind: "out_for_delivery" },
    { kind: "attempted", toStatus: "failed", reason: "refused_after_opening" },
  );
  const { words } = await readOf(code);
  expect(words).toMatch(/Delivery attempted Status: Failed\./);
  expect(words).toContain(
    "The receiver looked inside and did not accept the parcel. We ask the sender what to do next.",
  );
});

test("[TRACK-12] a parcel that goes back has no day of arrival and no road to the receiver, and is not late", async () => {
  const code = await withEvents(
    1,
    { kind: "attempted", toStatus: "failed", reason: "refused" },
    { kind: "return_started" },
    { kind: "left_hub", hubId: kano.id },
    { kind: "out_for_delivery", hubId: ikeja.id },
  );
  app.clock.pass(30 * 86_400_000);
  const { words } = await readOf(code);
  expect(words).toContain("Going back to the sender Status: In Transit.");
  expect(words).not.toMatch(/Arriving by|Late|at the latest|On the way|Out for delivery/);
  expect(words).toContain("Going back to the sender · Ikeja, Lagos");
  const back = await withEvents(1, { kind: "return_started" }, { kind: "returned", toStatus: "failed" });
  expect((await readOf(back)).words).toContain("Returned to the sender Status: Failed.");
});

test("[TRACK-12] while a rider brings a parcel, the page says so and the day of it, in place of a day of arrival", async () => {
  const code = await withEvents(1, { kind: "arrived_at_hub", hubId: kano.id }, { kind: "out_for_delivery" });
  const { words } = await readOf(code);
  expect(words).toMatch(/Out for delivery \w{3} \d{1,2} \w{3} Status: In Transit\./);
  expect(words).not.toContain("Arriving by");
});

test("[TRACK-12] what lies ready at our office says so in place of a day", async () => {
  const code = await withEvents(1, { kind: "held_for_collection", hubId: kano.id });
  const { words } = await readOf(code);
  expect(words).toContain("Ready to collect at our office Status: In Transit.");
  expect(words).toContain("Ready to collect at our office · Kano");
  expect(words).not.toMatch(/Arriving by|at the latest/);
});

test("[TRACK-12] a deed that we hear of late stands at its time", async () => {
  const code = await withEvents(1, { kind: "delivered", toStatus: "delivered" });
  const [{ id } = { id: "" }] = await db.select().from(bookings).where(eq(bookings.trackingCode, code));
  await db.insert(bookingEvents).values({
    actId: SOME_ACT,
    bookingId: id,
    kind: "out_for_delivery",
    toStatus: "delivered",
    occurredAt: new Date(app.clock.now().getTime() - 3_600_000),
    receivedAt: app.clock.now(),
  });
  const { words } = await readOf(code);
  const history = words.slice(words.indexOf("What happened so far"));
  expect(history.indexOf("Delivered")).toBeLessThan(history.indexOf("Out for delivery"));
});
