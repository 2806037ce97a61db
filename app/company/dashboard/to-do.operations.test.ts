/** What the team has to do now, on a real database. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { actBy } from "../../../test/fixtures/acts.ts";
import { HOUR, key, makeRunDesk } from "../../../test/fixtures/run-desk.ts";
import { makeRider } from "../../../test/fixtures/road.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { addDays } from "../../domain/dates.ts";
import { bookings, contactMessages, exceptions } from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { recordDelivered } from "../../road/entries/run-deeds.server.ts";
import { readToDo } from "./to-do.server.ts";

const { opened, services, clock, db } = await fileServices();
const { desk, IKJ, assign, delivery, many, sendOut } = await makeRunDesk(opened);

test("[STAFF-40] without work there is nothing to do", async () => {
  expect(await readToDo(services, "super_admin")).toEqual({ waits: {}, runs: [], unplanned: [] });
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
  const { waits } = await readToDo(services, "super_admin");
  expect(waits.messages).toEqual({ n: 2, since: first, first: null });
  expect(waits.overdue).toEqual({ n: 2, since: addDays(clock.now(), -3), first: worst.id });
  expect(waits.exceptions).toMatchObject({ n: 1, first: null });
});

test("[STAFF-40] a role gets only what it may open", async () => {
  const { waits, runs } = await readToDo(services, "cashier");
  expect(waits.messages).toBeUndefined();
  expect(runs).toEqual([]);
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
  const { runs, unplanned } = await readToDo(services, "dispatcher");
  expect(runs).toMatchObject([{ name: run.name, holder: "Musa", last: clock.now() }]);
  expect(runs[0]!.stops - runs[0]!.done).toBeGreaterThan(0);
  expect(unplanned).toMatchObject([{ id: IKJ.id, dueToday: 1, late: 0 }]);
});
