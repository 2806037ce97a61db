/** The results of stops that the office enters for a rider over HTTP, until the run is closed. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { formatAdminDateTime } from "../../app/domain/dates.ts";
import { movePieces } from "../../app/parcels/custody/move-pieces.server.ts";
import { bookingCharges, bookings, exceptions, runPieces } from "../../app/platform/db/schema.ts";
import { transact } from "../../app/platform/db/transact.server.ts";
import { assignPieces } from "../../app/road/runs/assign-pieces.server.ts";
import { acting } from "../fixtures/acts.ts";
import { bookOne } from "../fixtures/bookings.ts";
import { makeRider, makeRun, piecesOf, receiveAt, recountRoad } from "../fixtures/road.ts";
import { HERE, openRuns, pageOf, place, says, saysNot, SOON } from "../fixtures/run-pages.ts";

const { app, db, clock, dispatcher, desk, IKJ, musa, look, press, title, sentOut } = await openRuns();
const ngozi = await makeRider(app, IKJ.id, "Ngozi Eze");
const outcomes = async (run: string) =>
  (await db.select().from(runPieces).where(eq(runPieces.runId, run)).orderBy(runPieces.id)).map(
    ({ outcome }) => outcome,
  );

test("[TRIP-9] [TRIP-14] the office enters what the rider did: one by one, a stop at once, and all others", async () => {
  const { run, pieces, codes } = await sentOut(5);
  expect(
    await title(press(run, "delivered", { stop: "1", [`piece:${pieces[0]}`]: "on", note: "Her brother" })),
  ).toBe("1 piece delivered");
  says(await look(run), "Delivered: Her brother");
  const noReason = await press(run, "attempted", {
    stop: "2",
    [`piece:${pieces[1]}`]: "on",
    note: "Gate shut",
  });
  says(noReason.text, "Choose why it was not delivered", 'value="Gate shut"');
  const future = { [`piece:${pieces[1]}`]: "on", reason: "nobody_home", happenedAt: "2031-01-01T10:00" };
  says((await press(run, "attempted", { stop: "2", ...future })).text, "not in the future");
  await press(run, "attempted", { stop: "2", [`piece:${pieces[1]}`]: "on", reason: "nobody_home" });
  says(await look(run), "Not delivered: Nobody home", "All others delivered");
  expect(await title(press(run, "all_here", { stop: "3", note: "Guard" }))).toBe("1 piece delivered");
  says(
    (await dispatcher.ask(`${pageOf(run)}?confirm=rest`)).text.replaceAll("<!-- -->", ""),
    "2 pieces delivered?",
  );
  const meanwhile = await press(run, "rest", { count: "3" });
  expect(meanwhile.status).toBe(409);
  says(meanwhile.text, "2 pieces are left now");
  expect(await title(press(run, "rest", { count: "2" }))).toBe("2 pieces delivered");
  await press(run, "returned");
  says(await look(run), "1 missing.", `mode=return&amp;hub=${IKJ.id}`, codes[1]!);
  expect((await press(run, "reconcile")).status).toBe(409);
  await receiveAt(app, desk, IKJ.id, [pieces[1]!]);
  expect(await title(press(run, "reconcile"))).toBe("The run is closed");
  saysNot(await look(run), "Enter what happened", "Reconcile<");
  expect(await outcomes(run)).toEqual([
    "delivered",
    "returned_to_hub",
    "delivered",
    "delivered",
    "delivered",
  ]);
  expect(await recountRoad(app)).toEqual([]);
});

test("[TRIP-17] what was entered by mistake is undone by a plain form, once", async () => {
  const { run, pieces } = await sentOut(1);
  await press(run, "attempted", { [`piece:${pieces[0]}`]: "on", reason: "nobody_home" });
  const shown = await look(run);
  says(shown, "Undo “Not delivered”", "Nobody home");
  const event = /name="event" value="(\d+)"/.exec(shown)![1]!;
  expect(await title(press(run, "undo", { event }))).toBe("Undone for 1 piece");
  const after = await look(run);
  saysNot(after, "Undo “", "Not delivered: Nobody home");
  says(after, "Enter what happened");
  says((await press(run, "undo", { event })).text, "It was not undone.");
  const other = await app.admin("support");
  expect((await press(run, "undo", { event }, other)).status).toBe(403);
});

test("[TRIP-8] closing with a difference asks for a reason and a person; what came besides is extra", async () => {
  const { run, pieces } = await sentOut(2);
  await press(run, "delivered", { stop: "1", [`piece:${pieces[0]}`]: "on" });
  // While the rider was on the way, a sender handed over one more parcel.
  const given = await bookOne(app, { ...HERE, ...place(7) });
  const [found] = await piecesOf(app, given.id);
  await transact(db, (tx) =>
    movePieces(acting({ tx, actor: desk, at: clock.now() }), [
      { pieceId: found!.id, to: { kind: "rider", id: musa.id }, occurredAt: clock.now(), method: "typed" },
    ]),
  );
  clock.pass(SOON);
  await receiveAt(app, desk, IKJ.id, [found!.id]);
  await press(run, "returned");
  says(await look(run), "1 missing, 1 extra.", given.trackingCode);
  says((await press(run, "reconcile")).text, "1 missing, 1 extra");
  await press(run, "reconcile", { note: "Rider is asked", person: "Musa Bello" });
  const open = await db.select().from(exceptions).where(eq(exceptions.runId, run));
  expect(open.map(({ kind, note }) => `${kind}: ${note}`).toSorted()).toEqual([
    "extra: Rider is asked (Musa Bello)",
    "missing: Rider is asked (Musa Bello)",
  ]);
});

test("[TRIP-15] a pickup counts what was taken against what was booked, and asks where they differ", async () => {
  const run = (await makeRun(app, desk, { kind: "pickup", hub: IKJ.id, rider: musa.id })).id;
  const three = await bookOne(app, { senderPhone: "08037654321" });
  const two = await bookOne(app, { senderPhone: "08037654322" });
  await db.update(bookings).set({ pieces: 3 }).where(eq(bookings.id, three.id));
  await db.update(bookings).set({ pieces: 2 }).where(eq(bookings.id, two.id));
  const ids = [...(await piecesOf(app, three.id)), ...(await piecesOf(app, two.id))].map(({ id }) => id);
  await assignPieces(app.services, desk, { run, pieces: ids }, crypto.randomUUID());
  says(await look(run), ">Out<");
  await press(run, "out");
  clock.pass(SOON);
  says(await look(run), "booked 3", "booked 2");
  const asked = await press(run, "picked_up", { booking: three.id, count: "4" });
  expect(asked.status).toBe(409);
  says(asked.text, "Booked 3, counted 4.", "Correct the booking to 4", "Keep it as an exception");
  says(
    (await press(run, "picked_up", { booking: three.id, count: "0" })).text,
    "Enter a number from 1 to 50",
  );
  expect(await title(press(run, "picked_up", { booking: three.id, count: "4", difference: "correct" }))).toBe(
    "4 pieces picked up",
  );
  expect(await piecesOf(app, three.id)).toHaveLength(4);
  expect(await title(press(run, "picked_up", { booking: two.id, count: "1", difference: "record" }))).toBe(
    "1 piece picked up",
  );
  const left = (await piecesOf(app, two.id)).map(({ holderKind }) => holderKind);
  expect(left).toEqual(["rider", "sender"]);
  const [missing] = await db.select().from(exceptions).where(eq(exceptions.bookingId, two.id));
  expect(missing).toMatchObject({ kind: "missing", details: { booked: 2, counted: 1 } });
  const again = { booking: two.id, count: "2", difference: "correct" };
  const question = await press(run, "picked_up", again);
  const yes = /name="another"[^>]*value="(\d+)"|value="(\d+)"[^>]*name="another"/.exec(question.text);
  const moved = await press(run, "picked_up", { ...again, another: yes?.[1] ?? yes?.[2] ?? "" });
  says(moved.text, "has left its sender");
  expect(await recountRoad(app)).toEqual([]);
});

test("[TRIP-14] [TRIP-15] [TRIP-20] where a sender pays at the pickup, its page has the sum and a field for it; its manifest too", async () => {
  const run = (await makeRun(app, desk, { kind: "pickup", hub: IKJ.id, rider: musa.id })).id;
  const pays = await bookOne(app, { senderPhone: "08037654323", pieces: "2" });
  const { id: bookingId } = pays;
  await db.update(bookings).set({ paysDelivery: "sender_pickup" }).where(eq(bookings.id, bookingId));
  const price = { kind: "set" as const, lines: [], totalKobo: 215_000, at: clock.now(), byName: "Desk" };
  await db.insert(bookingCharges).values({ bookingId, ...price });
  const pieces = (await piecesOf(app, bookingId)).map(({ id }) => id);
  await assignPieces(app.services, desk, { run, pieces }, crypto.randomUUID());
  await press(run, "out");
  clock.pass(SOON);
  const page = await look(run);
  says(page, "₦2,150 is to be paid", 'name="collected"', 'name="transferred"');
  saysNot(page, 'name="less"', "All 2 here");
  const sheet = (await dispatcher.ask(`${pageOf(run)}/manifest`)).text;
  expect(/>To collect<.*₦2,150/s.test(sheet)).toBe(true);
  const more = await press(run, "picked_up", { booking: bookingId, count: "2", collected: "3000" });
  says(more.text, "This is more than is to be paid here: ₦2,150.", 'value="3000"');
  const paid = { booking: bookingId, count: "2", collected: "2,150" };
  expect(await title(press(run, "picked_up", paid))).toBe("2 pieces picked up");
  saysNot(await look(run), "₦2,150");
});

test("[TRIP-11] an incident is reported, and what is left moves to another run in one act", async () => {
  const { run } = await sentOut(2);
  const rescue = (await makeRun(app, desk, { kind: "delivery", hub: IKJ.id, rider: ngozi.id })).id;
  says(
    (await press(run, "incident", { note: "On the bridge" })).text,
    "Choose what happened",
    'value="On the bridge"',
  );
  expect(await title(press(run, "incident", { incident: "vehicle_broke_down" }))).toBe(
    "The incident is on the desk",
  );
  const seen = /name="seen" value="(\d+)"/.exec(await look(run))![1]!;
  await press(run, "incident", { incident: "vehicle_broke_down", note: "Still <here>", seen });
  const incidents = (page: string) =>
    [.../aria-label="Incidents".*?<\/ul>/s.exec(page)![0].matchAll(/<li.*?<\/li>/gs)].map(([item]) => item);
  const [newest, first, ...others] = incidents(await look(run));
  expect(others).toEqual([]);
  // The exception of the first report is still open, so the second report opens no further exception.
  says(
    newest!,
    "Vehicle broken down",
    "Still &lt;here&gt;",
    formatAdminDateTime(clock.now()),
    "Test dispatcher",
  );
  saysNot(newest!, "/admin/exceptions");
  says(first!, "Vehicle broken down", "/admin/exceptions?view=");
  expect(await title(press(run, "move_all", { toRun: rescue }))).toMatch(/^2 pieces moved/);
  expect(incidents(await look(run))).toHaveLength(2);
  saysNot(await look(rescue), 'aria-label="Incidents"');
  says(await look(rescue), "Loaded");
});
