/** STAFF-40: the work that waits for the team, on a real database. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { actBy, acting } from "../../../test/fixtures/acts.ts";
import { bookOne, makeAdmin } from "../../../test/fixtures/bookings.ts";
import { HOUR, key, makeRunDesk } from "../../../test/fixtures/run-desk.ts";
import { makeRider } from "../../../test/fixtures/road.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { asSystem } from "../../access/actors.server.ts";
import type { AdminRole } from "../../domain/admin-roles.ts";
import { addCash } from "../../money/cash-ledger/cash-ledger.server.ts";
import { addDays, lagosDay } from "../../domain/dates.ts";
import {
  bookings,
  contactMessages,
  exceptions,
  hubMembers,
  regularPickups,
} from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { recordDelivered } from "../../road/entries/run-deeds.server.ts";
import { readToDo } from "./to-do.server.ts";

const { opened, services, clock, db } = await fileServices();
const { desk, IKJ, KAN, assign, delivery, many, pickupOf, sendOut } = await makeRunDesk(opened);
const as = (role: AdminRole) => makeAdmin(opened, role);
const [boss, cashier, dispatcher] = [await as("super_admin"), await as("cashier"), await as("dispatcher")];

test("[STAFF-40] without work there is nothing to do", async () => {
  expect(await readToDo(services, boss)).toEqual({ waits: {}, runs: [], unplanned: [], pickups: null });
});

test("[STAFF-40] each count has the age of its oldest; the worst exception is the one that is due first", async () => {
  const message = { name: "Bola", email: "b@example.com", subject: "Complaint", message: "?" } as const;
  const first = clock.now();
  await db.insert(contactMessages).values({ ...message, formKey: crypto.randomUUID(), createdAt: first });
  clock.pass(HOUR);
  await db
    .insert(contactMessages)
    .values({ ...message, formKey: crypto.randomUUID(), createdAt: clock.now() });
  const actId = await transact(db, (tx) => actBy(tx, "Ada", clock.now()).id());
  const due = [-1, -3, 1].map((days) => addDays(clock.now(), days));
  const opened = await db
    .insert(exceptions)
    .values(
      due.map((dueAt, n) => ({
        ...{ actId, kind: "to_complete" as const, subject: `booking ${n}`, openedByName: "Ada" },
        ...{ openedAt: clock.now(), dueAt },
      })),
    )
    .returning();
  const worst = opened[1]!;
  const { waits } = await readToDo(services, boss);
  expect(waits.messages).toEqual({ n: 2, since: first, first: null });
  expect(waits.overdue).toEqual({ n: 2, since: addDays(clock.now(), -3), first: worst.id });
  expect(waits.exceptions).toMatchObject({ n: 1, first: null });
});

test("[STAFF-40] a role gets only what it may open", async () => {
  const { waits, runs } = await readToDo(services, cashier);
  expect(waits.messages).toBeUndefined();
  expect(runs).toEqual([]);
});

test("[STAFF-40] a regular pickup waits for the roles that may decide about it", async () => {
  const at = clock.now();
  const terms = {
    ...{ name: "Ada", phone: "+2348031234567", address: "12 Allen Avenue", state: "Lagos" },
    ...{ days: [0], fromTime: "09:00", untilTime: "11:00", createdAt: at, userId: desk.person.id },
  };
  const [asked] = await db.insert(regularPickups).values(terms).returning({ id: regularPickups.id });
  expect((await readToDo(services, dispatcher)).waits.regular).toEqual({ n: 1, since: at, first: null });
  for (const role of [cashier, await as("hub_clerk")])
    expect((await readToDo(services, role)).waits.regular).toBeUndefined();
  await db.delete(regularPickups).where(eq(regularPickups.id, asked!.id));
});

test("[STAFF-40] a run on its way has its progress, and a hub what it must plan today", async () => {
  const [one, two, left] = await many(3);
  const run = await delivery((await makeRider(opened, IKJ.id, "Musa")).id);
  await assign(run.id, [one!.pieceIds[0]!, two!.pieceIds[0]!]);
  await sendOut(run.id);
  clock.pass(HOUR);
  const delivered = { run: run.id, pieces: [one!.pieceIds[0]!], note: "Ngozi", noPin: "Not asked" };
  expect(await recordDelivered(services, desk, delivered, key())).toMatchObject({ ok: true });
  await db.update(bookings).set({ estimatedDelivery: clock.now() }).where(eq(bookings.id, left!.booking.id));
  const { runs, unplanned } = await readToDo(services, dispatcher);
  expect(runs).toMatchObject([{ name: run.name, holder: "Musa", last: clock.now() }]);
  expect(runs[0]!.stops - runs[0]!.done).toBeGreaterThan(0);
  expect(unplanned).toMatchObject([{ id: IKJ.id, dueToday: 1, late: 0 }]);
});

test("[STAFF-40] only who plans runs is asked to plan", async () => {
  expect((await readToDo(services, dispatcher)).unplanned).toHaveLength(1);
  for (const role of ["cashier", "hub_clerk", "support"] as const)
    expect((await readToDo(services, await as(role))).unplanned, role).toEqual([]);
});

test("[STAFF-40] [BOOK-32] pickups of today and of earlier days are counted until they are on a run", async () => {
  const pickups = async (role: AdminRole) => (await readToDo(services, await as(role))).pickups;
  const before = await pickups("dispatcher");
  const today = lagosDay(clock.now());
  const booked = await bookOne(opened, { pieces: "2" });
  const other = await bookOne(opened);
  const tomorrow = await bookOne(opened);
  const promise = (booking: { id: string }, pickupDay: string) =>
    db.update(bookings).set({ pickupDay }).where(eq(bookings.id, booking.id));
  await promise(booked, today);
  await promise(other, lagosDay(addDays(clock.now(), -1)));
  await promise(tomorrow, lagosDay(addDays(clock.now(), 1)));
  expect(before).toBeNull();
  expect(await pickups("dispatcher")).toEqual({ today: 1, earlier: 1, hubs: 2 });
  expect(await pickups("cashier")).toBeNull();
  await pickupOf(booked);
  expect(await pickups("dispatcher")).toEqual({ today: 0, earlier: 1, hubs: 2 });
});

test("[STAFF-40] [CASH-6] a hub clerk is asked to count the riders of the own hub alone", async () => {
  const rider = await makeRider(opened, IKJ.id, "Chidi");
  const change = { holder: { kind: "rider" as const, id: rider.id }, kind: "change" as const, kobo: 230_000 };
  await transact(db, (tx) => addCash(acting({ tx, actor: asSystem("Test"), at: clock.now() }), [change]));
  const toCount = async (hub: string | null) => {
    const clerk = await as("hub_clerk");
    if (hub) await db.insert(hubMembers).values({ memberId: clerk.memberId, hubId: hub });
    return (await readToDo(services, clerk)).waits.cash?.n ?? 0;
  };
  expect(await toCount(IKJ.id)).toBe(1);
  expect(await toCount(KAN.id)).toBe(0);
  expect(await toCount(null)).toBe(0);
  expect((await readToDo(services, cashier)).waits.cash?.n).toBe(1);
});
