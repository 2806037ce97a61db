/** CUSTODY-4: the page of a booking shows the holder of each piece, and its history the time of each event. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookings, bookingEvents, hubs } from "../../app/platform/db/schema.ts";
import { SOME_ACT } from "../fixtures/acts.ts";
import { openTestApp } from "../fixtures/app.ts";
import { bookOne, makeAdmin } from "../fixtures/bookings.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { makeHubs, makeRider, makeRun, piecesOf, receiveAt } from "../fixtures/road.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 100 }));
const { db } = app.services;
const clerk = await makeAdmin(app, "dispatcher");
const staff = await app.admin("support");

async function wordsOf(code: string) {
  const { text } = await staff.ask(`/admin/bookings/${code}`);
  const words = text
    .slice(text.indexOf("<main"), text.indexOf("</main>"))
    .replace(/<!--.*?-->/g, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");
  return { text, words };
}

test("[CUSTODY-4] without hubs the page of a booking says nothing of pieces and holders", async () => {
  const { trackingCode } = await bookOne(app);
  const { words } = await wordsOf(trackingCode);
  expect(words).not.toMatch(/Held by|Piece|hand-over/);
  expect(words).toContain(" History Booked ");
});

test("[CUSTODY-4] it names the holder of each piece, and the history says hub, piece, run and what we heard of later", async () => {
  const { IKJ } = await makeHubs(app, "IKJ");
  const rider = await makeRider(app, IKJ.id);
  const run = await makeRun(app, clerk, { kind: "delivery", hub: IKJ.id, rider: rider.id });
  const { id, trackingCode } = await bookOne(app);
  await db.update(bookings).set({ pieces: 2 }).where(eq(bookings.id, id));
  const [first] = await piecesOf(app, id);
  app.clock.pass(600_000);
  await receiveAt(app, clerk, IKJ.id, [first!.id]);
  await db.insert(bookingEvents).values({
    actId: SOME_ACT,
    bookingId: id,
    kind: "out_for_delivery",
    toStatus: "in_transit",
    piece: 1,
    hubId: IKJ.id,
    runId: run.id,
    occurredAt: new Date(app.clock.now().getTime() - 300_000),
    receivedAt: app.clock.now(),
    byName: "Ada",
  });
  const { text, words } = await wordsOf(trackingCode);
  expect(words).toMatch(/Piece 1 of 2 Held by hub Ikeja Since Nov 21, 2026 • 11:10 AM\. /);
  expect(words).toMatch(/Piece 2 of 2 Held by the sender No hand-over was recorded yet/);
  expect(words).toContain(`Out for delivery, Ikeja, piece 1, run ${run.name}`);
  expect(text).toContain(`href="/admin/runs/${run.id}"`);
  expect(words).toMatch(/by Ada Heard of later: Nov 21, 2026/);
  // The history is sorted by the time of each event, the newest first, not by the time at which the server received it.
  expect(words.indexOf("Out for delivery, Ikeja")).toBeGreaterThan(words.indexOf("Arrived at hub, Ikeja"));
  await db.update(hubs).set({ active: false });
  expect((await wordsOf(trackingCode)).words).toContain("Held by hub Ikeja");
});
