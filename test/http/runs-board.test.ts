/** The board of the runs over HTTP: plain forms, as a browser without JavaScript sends them. */
import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { addDays, lagosClock, lagosDay, middayOf } from "../../app/domain/dates.ts";
import { hubMembers, hubs, riders, runPieces, runs } from "../../app/platform/db/schema.ts";
import { assignPieces } from "../../app/road/runs/assign-pieces.server.ts";
import { openTestApp, type Visitor } from "../fixtures/app.ts";
import { bookOne, makeAdmin } from "../fixtures/bookings.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { bookedAt, makeHubs, makePartner, makeRider, makeRun, piecesOf } from "../fixtures/road.ts";
import { says, saysNot } from "../fixtures/run-pages.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 100_000 }));
const { services, clock } = app;
const { db } = services;
const dispatcher = await app.admin("dispatcher");
const PAGE = "/admin/runs";

const withoutHubs = (await dispatcher.ask(PAGE)).text;

test("[TRIP-12] without a hub the page says how to begin", () => {
  says(withoutHubs, "No hub yet");
  saysNot(withoutHubs, "Plan a run");
});

const { IKJ, KAN } = await makeHubs(app, "IKJ", "KAN");
const desk = await makeAdmin(app, "dispatcher");
const musa = await makeRider(app, IKJ.id);
const bus = await makePartner(app);
const today = lagosDay(clock.now());
const board = `${PAGE}?hub=${IKJ.id}&day=${today}`;
const send = (form: Record<string, string>, who: Visitor = dispatcher, path = board) => who.send(path, form);
const plan = (more: Record<string, string> = {}) =>
  send({ intent: "plan", kind: "delivery", day: today, hub: IKJ.id, rider: musa.id, ...more });
const delivery = () => makeRun(app, desk, { kind: "delivery", hub: IKJ.id, rider: musa.id });
/** A receiver to whom the hub in Ikeja delivers. The receivers of the fixture live in Kano. */
const HERE = { receiverAddress: "5 Ogunlana Drive, Surulere, Lagos", receiverState: "Lagos" };
const onRun = async (run: string) =>
  (await db.select({ id: runPieces.pieceId }).from(runPieces).where(eq(runPieces.runId, run))).map(
    ({ id }) => id,
  );
const box = (id: string) => `name="piece:${id}"`;

test("[TRIP-1] a run is planned by a plain form; what is wrong is said at its field and nothing typed is lost", async () => {
  const done = await plan();
  expect(done.status).toBe(302);
  expect(done.location).toBe(board);
  expect(done.toast).toMatchObject({ title: "IKJ-D-1 planned" });
  says((await dispatcher.ask(board)).text, "IKJ-D-1");
  const linehaul = { kind: "linehaul", toHub: KAN.id, rider: "", partner: bus.id };
  const noPhone = await send(
    { intent: "plan", day: today, hub: IKJ.id, ...linehaul, plate: "KJA 402 XB" },
    dispatcher,
    `${board}&new=1`,
  );
  expect(noPhone.status).toBe(400);
  expect(noPhone.text).toContain("Enter the driver&#x27;s phone");
  says(noPhone.text, "KJA 402 XB");
  expect((await plan({ ...linehaul, driverPhone: "0803 123 4567", fee: "3500" })).toast).toMatchObject({
    title: "IKJ-L-1 planned",
  });
  const yesterday = lagosDay(addDays(clock.now(), -1));
  expect((await plan({ day: yesterday })).status).toBe(400);
  const left = await makeRider(app, IKJ.id, "Ada Obi");
  await db.update(riders).set({ leftAt: clock.now() }).where(eq(riders.id, left.id));
  expect((await plan({ rider: left.id })).status).toBe(400);
});

test("[TRIP-1] a day on which the hub is closed is hinted at on the board and in the form, and a run is planned for it", async () => {
  const first = addDays(clock.now(), 1);
  const sunday = lagosDay(addDays(first, (7 - lagosClock(first).weekday) % 7));
  const christmas = `${lagosDay(clock.now()).slice(0, 4)}-12-25`;
  const of = (day: string, more = "") => `${PAGE}?hub=${IKJ.id}&day=${day}${more}`;
  const hints = async (path: string) =>
    (await dispatcher.ask(path)).text.split("can be planned for it").length - 1;
  expect(await hints(of(sunday))).toBe(1);
  expect(await hints(of(sunday, "&new=1"))).toBe(2);
  expect(await hints(of(lagosDay(addDays(middayOf(sunday), 1))))).toBe(0);
  says((await dispatcher.ask(of(christmas))).text, "Dec, Christmas Day.</strong>");
  const planned = await plan({ day: sunday });
  expect([planned.status, planned.location]).toEqual([302, of(sunday)]);
  // A hub with hours of its own may work while the office does not.
  await db.update(hubs).set({ hours: "Mon-Sun 8:00-18:00" }).where(eq(hubs.id, IKJ.id));
  await vi.waitFor(async () => expect(await hints(of(sunday))).toBe(0));
  await db.update(hubs).set({ hours: "Mon-Sat 8:00-18:00" }).where(eq(hubs.id, IKJ.id));
});

test("[TRIP-12] the board shows what waits, by where it goes, and ticked pieces go to a run", async () => {
  const here = await bookedAt(app, desk, IKJ.id, HERE);
  const away = await bookedAt(app, desk, IKJ.id);
  const pending = await piecesOf(app, (await bookOne(app)).id);
  const page = (await dispatcher.ask(board)).text;
  for (const title of ["Here for delivery", "For Kano", "To pick up", "Surulere, Lagos"]) says(page, title);
  for (const id of [here.pieceIds[0]!, away.pieceIds[0]!, pending[0]!.id]) says(page, box(id));
  const run = await delivery();
  const form = { intent: "assign", run: run.id, [`piece:${here.pieceIds[0]}`]: "on" };
  const done = await send(form);
  expect(done.toast).toMatchObject({ title: `1 piece assigned to ${run.name}` });
  expect(done.location).toBe(board);
  expect(await onRun(run.id)).toEqual(here.pieceIds);
  saysNot((await dispatcher.ask(board)).text, box(here.pieceIds[0]!));
  // A parcel for Kano may be on a run of Ikeja by mistake: the page warns, and does not refuse.
  const [stray] = (await bookedAt(app, desk, IKJ.id)).pieceIds;
  const astray = await send({ intent: "assign", run: run.id, [`piece:${stray}`]: "on" });
  expect(astray.toast).toMatchObject({ tone: "plain", text: "Not for where it goes: 1 for Kano." });
  // The board of the hub in Kano shows no piece of Ikeja.
  const other = (await dispatcher.ask(`${PAGE}?hub=KAN`)).text;
  saysNot(other, box(away.pieceIds[0]!));
});

test("[TRIP-3] nothing ticked, no run chosen, a sealed run and a piece of another run are each said; ticks stay", async () => {
  const [one, two] = [await bookedAt(app, desk, IKJ.id, HERE), await bookedAt(app, desk, IKJ.id, HERE)];
  const run = await delivery();
  const ticked = { [`piece:${one.pieceIds[0]}`]: "on" };
  const none = await send({ intent: "assign", run: run.id });
  expect([none.status, none.text.includes("Choose at least one parcel.")]).toEqual([400, true]);
  const noRun = await send({ intent: "assign", run: "", ...ticked });
  expect([noRun.status, noRun.text.includes("Choose a run")]).toEqual([400, true]);
  expect(noRun.text).toMatch(
    new RegExp(`checked=""[^>]*${box(one.pieceIds[0]!)}|${box(one.pieceIds[0]!)}[^>]*checked=""`),
  );
  await assignPieces(services, desk, { run: run.id, pieces: one.pieceIds }, crypto.randomUUID());
  const partly = await send({
    intent: "assign",
    run: (await delivery()).id,
    ...ticked,
    [`piece:${two.pieceIds[0]}`]: "on",
  });
  expect(partly.status).toBe(200);
  says(partly.text, `${one.booking.trackingCode}: on ${run.name}`);
  await db.update(runs).set({ state: "loaded" }).where(eq(runs.id, run.id));
  const sealed = await send({ intent: "assign", run: run.id, ...ticked });
  expect([sealed.status, sealed.text.includes("This run is loaded")]).toEqual([409, true]);
});

test("[TRIP-13] the desk chooses the hub of pieces whose place has none", async () => {
  const lost = await bookedAt(app, desk, IKJ.id, {
    receiverAddress: "4 Damboa Road, Maiduguri",
    receiverState: "Borno",
  });
  says((await dispatcher.ask(board)).text, "Destination not clear");
  const done = await send({ intent: "destination", toHub: KAN.id, [`piece:${lost.pieceIds[0]}`]: "on" });
  expect(done.toast).toMatchObject({ title: "Kano delivers 1 piece" });
  saysNot((await dispatcher.ask(board)).text, "Destination not clear");
  await db.update(hubs).set({ active: false }).where(eq(hubs.id, KAN.id));
  const closed = await send({ intent: "destination", toHub: KAN.id, [`piece:${lost.pieceIds[0]}`]: "on" });
  expect([closed.status, closed.text.includes("Choose an active hub.")]).toEqual([400, true]);
  await db.update(hubs).set({ active: true }).where(eq(hubs.id, KAN.id));
});

test("[TRIP-12] a hub clerk opens the own hub's board and changes nothing; one who only reads sees why", async () => {
  const clerk = await app.admin("hub_clerk");
  const { memberId } = await makeAdmin(app, "hub_clerk");
  const waits = await bookedAt(app, desk, KAN.id);
  await db.insert(hubMembers).values({ memberId, hubId: KAN.id });
  const page = (await clerk.ask(board)).text;
  says(page, "You can view but not change.");
  saysNot(page, 'type="checkbox"');
  const refused = await send(
    { intent: "assign", run: (await delivery()).id, [`piece:${waits.pieceIds[0]}`]: "on" },
    clerk,
  );
  expect(refused.status).toBe(403);
});

test("[TRIP-12] what a page cannot show is folded, and opened by its link", async () => {
  await bookedAt(app, desk, IKJ.id, HERE);
  const { text } = await dispatcher.ask(`${board}&open=${encodeURIComponent("delivery/Surulere, Lagos")}`);
  says(text, "Show all groups");
  says(text, `open=to-KAN%2FKano`);
});
