/** The list of exceptions over HTTP: its rows, its forms, its roles, and the other pages that show exceptions. */
import { desc, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { activityLogs, exceptions, pieces } from "../../app/platform/db/schema.ts";
import { openTestApp, type Visitor } from "../fixtures/app.ts";
import { bookOne } from "../fixtures/bookings.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { anyRun, openOne, readOne } from "../fixtures/exceptions.ts";
import { makeHubs, makeRider, piecesOf } from "../fixtures/road.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));
const { db } = app.services;
const HERE = "/admin/exceptions";
const dispatcher = await app.admin("dispatcher");
const moderator = await app.admin("moderator");
const support = await app.admin("support");
const menuOf = async (who: Visitor) =>
  /<nav aria-label="Back office".*?<\/nav>/s.exec((await who.ask("/admin/scan")).text)![0];
/** The menu while no hub exists. */
const menuBefore = await menuOf(dispatcher);

const { IKJ: ikeja } = await makeHubs(app, "IKJ");
const rider = await makeRider(app, ikeja.id);
const run = await anyRun(app, { hubId: ikeja.id, riderId: rider.id, name: "IKJ-D-7" });

async function missing() {
  const booking = await bookOne(app);
  const [piece] = await piecesOf(app, booking.id);
  const about = { bookingId: booking.id, pieceId: piece!.id, runId: run.id, hubId: ikeja.id };
  const one = await openOne(app, { kind: "missing", ...about, note: "Not on the motorcycle" });
  return { booking, piece: piece!, one };
}

const shown = (text: string) => text.replaceAll(/<!-- -->/g, "");

test("[EXC-2] [STAFF-29] the menu has the page once there is a hub, with how many are open; so has the dashboard", async () => {
  expect(menuBefore).not.toContain("Exceptions");
  // The process knows the new hub only after the database's notification.
  await expect.poll(() => menuOf(dispatcher), { timeout: 10_000 }).toContain("Exceptions");
  expect((await dispatcher.ask("/admin")).text).not.toContain("open exception");
  expect((await dispatcher.ask(HERE)).text).toContain("Nothing is open");
  await missing();
  expect(shown(await menuOf(dispatcher))).toMatch(/Exceptions<[^>]*>1<span[^>]*> open/);
  expect(shown((await dispatcher.ask("/admin")).text)).toContain("exception is open");
  await db.delete(exceptions);
});

test("[EXC-2] a row says kind, parcel, run, hub, who opened it and when, its clock and its next step", async () => {
  const { booking, one } = await missing();
  await openOne(app, { kind: "incident", runId: run.id, hubId: ikeja.id, incident: "weather" });
  // The time limits of the exceptions are moved back by six hours. The clock is not moved, because the sessions would
  // end.
  await db.update(exceptions).set({ dueAt: sql`${exceptions.dueAt} - interval '6 h'` });
  await openOne(app, { kind: "run_not_closed", runId: run.id, hubId: ikeja.id }, "Automatic check");
  const text = shown((await dispatcher.ask(HERE)).text);
  for (const said of [
    "Overdue",
    "Missing piece",
    "Not on the motorcycle",
    booking.trackingCode,
    "IKJ-D-7",
    "Ikeja",
    "by Ada",
    "Found or lost?",
    `href="/admin/runs/${run.id}"`,
    "Weather",
  ])
    expect(text).toContain(said);
  // The incident (weather) is first in the list, because it is due first.
  const places = ["Weather", "Missing piece", "Run not closed"].map((name) => text.indexOf(`>${name}</a>`));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places).not.toContain(-1);
  expect(text).toMatch(/overdue<\/span> <span[^>]*>2 h</);
  expect(text).toMatch(/due in<\/span> <span[^>]*>12 h</);

  const view = shown((await dispatcher.ask(`${HERE}?view=${one.id}`)).text);
  for (const said of [booking.senderName, "the sender", "Found here", "Lost: tell the sender", "Overdue 2 h"])
    expect(view).toContain(said);
  expect((await dispatcher.ask(`${HERE}?view=${run.id}`)).status).toBe(404);
  expect((await dispatcher.ask(`${HERE}?view=no`)).status).toBe(404);
  expect((await dispatcher.ask(`${HERE}?kind=missing`)).text).not.toContain("Weather");
  const page = (await dispatcher.ask(`/admin/bookings/${booking.trackingCode}`)).text;
  expect(page).toContain(`${HERE}?view=${one.id}`);
  await db.delete(exceptions);
});

test("[EXC-3] taken, given, noted and closed by plain forms; Mine has one's own, Closed what is done", async () => {
  const { booking, one } = await missing();
  const form = { id: one.id, version: "1" };
  expect((await dispatcher.send(HERE, { ...form, intent: "take" })).toast).toMatchObject({
    title: "You have it",
    text: booking.trackingCode,
  });
  const mine = (await dispatcher.ask(`${HERE}/mine?kind=missing`)).location!;
  expect(mine).toMatch(/^\/admin\/exceptions\?kind=missing&owner=/);
  expect((await dispatcher.ask(mine)).text).toContain(booking.trackingCode);
  expect((await dispatcher.ask((await moderator.ask(`${HERE}/mine`)).location!)).text).toContain(
    "No exceptions found.",
  );
  // A colleague takes the exception over while a moderator has it open. The moderator's change is refused with that
  // reason.
  const late = await moderator.send(`${HERE}?view=${one.id}`, {
    ...form,
    intent: "close",
    reason: "no_fault",
  });
  expect([late.status, late.text.includes("Test dispatcher has this one now")]).toEqual([409, true]);
  const view = `${HERE}?view=${one.id}`;
  const noted = await dispatcher.send(view, {
    ...form,
    version: "2",
    intent: "note",
    deskNote: "Ask Chidi",
  });
  expect(noted.location).toBe(view);
  expect((await dispatcher.ask(HERE)).text).toContain("Ask Chidi");
  const none = await dispatcher.send(view, { ...form, version: "3", intent: "close", reason: "" });
  expect([none.status, none.text.includes("Choose a reason that fits.")]).toEqual([400, true]);
  const done = await dispatcher.send(`${view}&kind=missing`, {
    ...form,
    version: "3",
    intent: "close",
    reason: "counted_wrong",
    note: "There were eleven",
  });
  expect([done.status, done.location]).toEqual([302, `${HERE}?kind=missing`]);
  const second = await moderator.send(view, { ...form, version: "3", intent: "found", hub: ikeja.id });
  expect([second.status, second.text.includes("Test dispatcher was faster")]).toEqual([409, true]);
  const closed = (await support.ask(`${HERE}?tab=closed&q=${booking.trackingCode}`)).text;
  for (const said of ["Counted wrong", "There were eleven", "Test dispatcher"])
    expect(closed).toContain(said);
  expect((await support.ask(HERE)).text).not.toContain(booking.trackingCode);
});

test("[EXC-4] a hub is asked for; an unknown button does nothing", async () => {
  const { one, piece } = await missing();
  const view = `${HERE}?view=${one.id}`;
  const form = { id: one.id, version: "1" };
  const asked = await dispatcher.send(view, { ...form, intent: "found", hub: "" });
  expect([asked.status, asked.text.includes("Choose a hub")]).toEqual([400, true]);
  expect((await dispatcher.send(view, { ...form, intent: "burn" })).status).toBe(400);
  expect((await dispatcher.send(view, { ...form, intent: "found", hub: ikeja.id })).location).toBe(HERE);
  const [now] = await db.select().from(pieces).where(eq(pieces.id, piece.id));
  expect(now).toMatchObject({ holderKind: "hub", holderId: ikeja.id });
});

test("[EXC-5] the sender is asked by phone or a prefilled message, and what they said is a button", async () => {
  const booking = await bookOne(app);
  const one = await openOne(app, {
    kind: "attempts_used",
    bookingId: booking.id,
    details: { attempts: 3 },
  });
  const { text } = await dispatcher.ask(`${HERE}?view=${one.id}`);
  expect(text).toContain("https://wa.me/2348");
  expect(text).toContain(encodeURIComponent("We tried 3 times"));
  expect(text).toContain(`tel:${booking.senderPhone}`);
  for (const said of ["Try again", "Hold for collection", "Return to the sender"])
    expect(text).toContain(said);
});

test("[EXC-3] [STAFF-4] [STAFF-13] a role that reads sees it without forms, and what it sends is refused and logged", async () => {
  const { one } = await missing();
  for (const who of [support, await app.admin("hub_clerk"), await app.admin("cashier")]) {
    const { text } = await who.ask(`${HERE}?view=${one.id}`);
    expect(text).toContain("You can view but not change. Ask a super admin.");
    expect(text).not.toContain('value="found"');
    expect(text).not.toContain('value="take"');
    for (const intent of ["take", "found", "lost", "close", "give", "note", "tell_senders"])
      expect((await who.send(HERE, { id: one.id, version: "1", intent })).status).toBe(403);
  }
  const [log] = await db.select().from(activityLogs).orderBy(desc(activityLogs.id)).limit(1);
  expect(log).toMatchObject({ action: "refused", description: `closeExceptions on ${one.id}` });
  expect(await readOne(app, one.id)).toMatchObject({ version: 1, closedAt: null, ownerId: null });
});

test("[EXC-2] an open list hears of a change", async () => {
  const { one } = await missing();
  const stream = await dispatcher.open("/live/admin?show=exceptions");
  const reader = stream.body!.getReader();
  let heard = "";
  const read = async () => {
    while (!heard.includes("event: changed")) heard += new TextDecoder().decode((await reader.read()).value);
  };
  const reading = read();
  await dispatcher.send(HERE, { id: one.id, version: "1", intent: "take" });
  await reading;
  await reader.cancel();
  expect(heard).toContain("event: changed");
});
