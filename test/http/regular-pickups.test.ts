/** PICKUP-1 to PICKUP-4: regular pickups by their forms over HTTP, without JavaScript. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { addDays, lagosDay } from "../../app/domain/dates.ts";
import { weekdayOf } from "../../app/domain/regular-pickup.ts";
import { regularPickups, regularStops } from "../../app/platform/db/schema.ts";
import { openTestApp } from "../fixtures/app.ts";
import { makeAdmin } from "../fixtures/bookings.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { makeHubs, makeRider, makeRun } from "../fixtures/road.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));
const { db } = app.services;
const { IKJ } = await makeHubs(app, "IKJ");
const HERE = "/profile/pickups";
const OFFICE = "/admin/runs/regular";
const WISH = {
  intent: "ask",
  name: "Amaka Obi",
  phone: "0803 555 0101",
  address: "4 Allen Avenue, Ikeja, Lagos",
  fromTime: "15:00",
  untilTime: "17:00",
  ...Object.fromEntries([0, 1, 2, 3, 4, 5].map((day) => [`day${day}`, "on"])),
};

test("[PICKUP-1] [PICKUP-2] [PICKUP-4] a customer asks, is told what is wrong, is approved, changes, skips, pauses and ends", async () => {
  const ada = await app.customer("regular@example.com");
  expect((await ada.ask(HERE)).text).toContain("Ask for a regular pickup");
  const refused = await ada.send(`${HERE}?add=1`, { ...WISH, untilTime: "15:30", name: "Amaka & Sons" });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain("Leave at least an hour between the two times");
  expect(refused.text).toContain('value="Amaka &amp; Sons"');
  expect(await ada.send(`${HERE}?add=1`, WISH)).toMatchObject({ status: 302, location: HERE });
  const page = (await ada.ask(HERE)).text;
  expect(page).toContain("Mon to Sat, 15:00 to 17:00");
  expect(page).toContain("Waits for approval");
  const [pickup] = await db.select().from(regularPickups);
  const id = pickup!.id;

  const eve = await app.customer("other-regular@example.com");
  expect((await eve.ask(HERE)).text).not.toContain("4 Allen Avenue");
  expect((await eve.ask(`${HERE}?edit=${id}`)).status).toBe(404);
  for (const intent of ["change", "pause", "resume", "end", "skip", "unskip"])
    expect(
      (await eve.send(HERE, { ...WISH, intent, id, version: "1", day: "2026-11-30" })).status,
      intent,
    ).toBe(404);
  expect((await app.visitor().ask(HERE)).location).toContain("/login");

  const dispatcher = await app.admin("dispatcher");
  const support = await app.admin("support");
  expect((await dispatcher.ask(OFFICE)).text).toContain("Mon to Sat, 15:00 to 17:00");
  const one = (await dispatcher.ask(`${OFFICE}?pickup=${id}`)).text;
  expect(one).toContain(`<option value="${IKJ.id}" selected`);
  const approve = { intent: "approve", id, version: "1", hub: IKJ.id };
  expect((await support.ask(`${OFFICE}?pickup=${id}`)).text).toContain("You can view but not change.");
  expect((await support.send(OFFICE, approve)).status).toBe(403);
  expect((await dispatcher.send(OFFICE, { ...approve, hub: "" })).text).toContain(
    "Choose the hub whose riders come",
  );
  expect((await dispatcher.send(OFFICE, approve)).status).toBe(302);
  // The second of two colleagues is refused, because the pickup has changed.
  expect((await dispatcher.send(OFFICE, { ...approve, intent: "pause" })).status).toBe(409);
  expect((await dispatcher.send(OFFICE, { ...approve, intent: "dance" })).status).toBe(400);

  const active = (await ada.ask(HERE)).text;
  expect(active).toContain("Approved");
  const day = /name="day" value="(\d{4}-\d{2}-\d{2})"/.exec(active)![1]!;
  expect((await ada.send(HERE, { intent: "skip", id, version: "2", day })).status).toBe(302);
  expect((await ada.ask(HERE)).text).toContain("Skipped by you");
  expect((await dispatcher.ask(`${OFFICE}?list=active&pickup=${id}`)).text).toContain(
    "Skipped by the sender",
  );
  await ada.send(HERE, { intent: "unskip", id, version: "2", day });
  await ada.send(`${HERE}?edit=${id}`, { ...WISH, intent: "change", id, version: "2", fromTime: "09:00" });
  expect((await ada.ask(HERE)).text).toContain("Until we approve it, everything stays as it is.");
  await dispatcher.send(OFFICE, { intent: "refuse", id, version: "3", reason: "No rider in the morning" });
  expect((await ada.ask(HERE)).text).toContain("No rider in the morning");
  await ada.send(HERE, { intent: "pause", id, version: "4" });
  expect((await ada.ask(HERE)).text).toContain("Paused");
  await ada.send(HERE, { intent: "end", id, version: "5" });
  expect((await ada.ask(HERE)).text).toContain("Ended");
  expect((await dispatcher.ask(`${OFFICE}?list=over`)).text).toContain("4 Allen Avenue");
  expect((await dispatcher.ask(`${OFFICE}?pickup=${crypto.randomUUID()}`)).status).toBe(404);
});

test("[PICKUP-1] forty copies of a form at once ask once, and forty forms twenty times", async () => {
  const bola = await app.customer("forty@example.com");
  const idempotencyKey = await bola.keyOf(`${HERE}?add=1`);
  const copies = await Promise.all(
    Array.from({ length: 40 }, () => bola.ask(HERE, { form: { ...WISH, idempotencyKey } })),
  );
  expect(copies.every(({ status }) => status === 302)).toBe(true);
  const count = () => db.$count(regularPickups, eq(regularPickups.name, "Forty"));
  const forms = await Promise.all(
    Array.from({ length: 40 }, () =>
      bola.ask(HERE, { form: { ...WISH, name: "Forty", idempotencyKey: crypto.randomUUID() } }),
    ),
  );
  expect(forms.filter(({ status }) => status === 302)).toHaveLength(19);
  expect(await count()).toBe(19);
});

test("[PICKUP-3] the board and the run have the stop, and the office enters the visit", async () => {
  while (weekdayOf(lagosDay(app.clock.now())) > 4) app.clock.pass(24 * 3_600_000);
  const cara = await app.customer("run@example.com");
  await cara.send(`${HERE}?add=1`, { ...WISH, name: "Cara Bello" });
  const [pickup] = await db.select().from(regularPickups).where(eq(regularPickups.name, "Cara Bello"));
  const dispatcher = await app.admin("dispatcher");
  await dispatcher.send(OFFICE, { intent: "approve", id: pickup!.id, version: "1", hub: IKJ.id });
  const board = `/admin/runs?hub=${IKJ.id}`;
  expect((await dispatcher.ask(board)).text).toContain("Cara Bello");
  const desk = await makeAdmin(app, "moderator");
  const rider = await makeRider(app, IKJ.id);
  const run = await makeRun(app, desk, { kind: "pickup", hub: IKJ.id, rider: rider.id });
  expect((await dispatcher.ask(board)).text).toContain("1 regular pickup");
  const page = `/admin/runs/${run.id}`;
  const text = (await dispatcher.ask(page)).text;
  expect(text).toContain("Cara Bello");
  expect(text).toContain("Not visited yet");
  const version = /name="version" value="(\d+)"/.exec(text)![1]!;
  await dispatcher.send(page, { intent: "out", version });
  const [stop] = await db.select().from(regularStops).where(eq(regularStops.runId, run.id));
  const visit = { intent: "visit_regular", version, regular: stop!.id };
  const wrong = await dispatcher.send(page, { ...visit, taken: "many" });
  expect([wrong.status, wrong.text.includes("Enter a number from 0 to 1000")]).toEqual([400, true]);
  expect((await dispatcher.send(page, { ...visit, taken: "3" })).status).toBe(302);
  expect((await dispatcher.ask(page)).text).toContain("Visited, 3 parcels taken");
  expect((await cara.ask(HERE)).text).toContain("Visited, 3 parcels taken");
  expect((await dispatcher.ask(`${page}/manifest`)).text).toContain("Cara Bello");
});

test("[PICKUP-1] [PICKUP-2] of sender and office who change one at once, the second is told and keeps what was typed", async () => {
  const dupe = await app.customer("at-once@example.com");
  await dupe.send(`${HERE}?add=1`, { ...WISH, name: "Dupe Ojo" });
  const [pickup] = await db.select().from(regularPickups).where(eq(regularPickups.name, "Dupe Ojo"));
  const id = pickup!.id;
  const dispatcher = await app.admin("dispatcher");
  const approve = { intent: "approve", id, version: "1", hub: IKJ.id };
  // The sender changes the pickup while the office has it open. The office cannot approve values that it has not seen.
  const earlier = { ...WISH, intent: "change", id, version: "1", name: "Dupe Ojo", fromTime: "10:00" };
  expect((await dupe.send(`${HERE}?edit=${id}`, earlier)).status).toBe(302);
  const late = await dispatcher.send(`${OFFICE}?pickup=${id}`, approve);
  expect(late.status).toBe(409);
  expect(late.text).toContain("Mon to Sat, 10:00 to 17:00");
  expect((await dispatcher.send(OFFICE, { ...approve, version: "2" })).status).toBe(302);
  const { day5: _, ...weekdays } = { day5: "", ...WISH };
  const second = await dupe.send(`${HERE}?edit=${id}`, {
    ...{ ...weekdays, intent: "change", id, version: "2", name: "Dupe Ojo & Co" },
  });
  expect(second.status).toBe(409);
  expect(second.text).toContain("Somebody has changed this regular pickup");
  expect(second.text).toContain('value="Dupe Ojo &amp; Co"');
  expect(second.text).toMatch(/name="day4"[^>]*checked|checked[^>]*name="day4"/);
  expect(second.text).not.toMatch(/<input[^>]*(name="day5"[^>]*checked|checked[^>]*name="day5")/);
  // A day on which the hub is closed, or one after the next 30 days, cannot be skipped.
  for (const ahead of [0, 1, 2, 3, 4, 5, 6].map((n) => lagosDay(addDays(app.clock.now(), n))))
    if (weekdayOf(ahead) === 6)
      expect((await dupe.send(HERE, { intent: "skip", id, version: "3", day: ahead })).status).toBe(409);
  const far = lagosDay(addDays(app.clock.now(), 31));
  expect((await dupe.send(HERE, { intent: "skip", id, version: "3", day: far })).status).toBe(409);
  const days = (await dupe.ask(HERE)).text.match(/name="day" value="/g)!.length;
  expect(days).toBeGreaterThan(20);
});
