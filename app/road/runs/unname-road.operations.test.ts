/** RUN-6: after six years people's names are removed from hand-overs, runs and exceptions. On a real database. */
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { SOME_ACT } from "../../../test/fixtures/acts.ts";
import { bookOne } from "../../../test/fixtures/bookings.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import {
  cashEntries,
  custodyEntries,
  exceptions,
  hubs,
  pieces,
  riders,
  runs,
} from "../../platform/db/schema.ts";
import { purgeExpired } from "../../../server/retention.ts";

const { opened, db } = await fileServices({ limitsFactor: 100 });
// The test uses the real time, because a trigger of the database compares the age of a row with the database's own
// clock.
const years = (n: number) => new Date(Date.now() - n * 366 * 86_400_000);

const byUserId = randomUUID();

/** Makes a run with a hand-over and an exception, all dated `n` years ago. */
async function workOf(n: number, hubId: string, pieceId: string) {
  const at = years(n);
  const [run] = await db
    .insert(runs)
    .values({
      formKey: randomUUID(),
      name: `IKJ-D-${n}`,
      kind: "delivery",
      day: "2019-01-01",
      hubId,
      driverName: "Sani",
      driverPhone: "+2348031234568",
      plate: "KAN 123",
      closeNote: "Sani had one more",
      closedByName: "Ada",
      createdAt: at,
    })
    .returning();
  const [entry] = await db
    .insert(custodyEntries)
    .values({
      actId: SOME_ACT,
      pieceId,
      fromKind: "sender",
      toKind: "hub",
      toId: hubId,
      occurredAt: at,
      receivedAt: at,
      method: "scan",
      runId: run!.id,
      byUserId,
      byName: "Ada",
    })
    .returning();
  const [exception] = await db
    .insert(exceptions)
    .values({
      actId: SOME_ACT,
      kind: "missing",
      subject: `run ${run!.id}`,
      runId: run!.id,
      note: "Ngozi's box",
      openedAt: at,
      openedByName: "Ada",
      dueAt: at,
      closedAt: at,
      closeReason: "found",
      closedByUserId: byUserId,
      closedByName: "Bola",
    })
    .returning();
  return { run: run!, entry: entry!, exception: exception! };
}

/** Makes an expense that was paid from the hub's cash `n` years ago. */
async function expenseOf(n: number, hubId: string) {
  const at = years(n);
  const [row] = await db
    .insert(cashEntries)
    .values({
      actId: SOME_ACT,
      ...{ holderKind: "hub", holderId: hubId, kind: "expense", kobo: -500, act: randomUUID() },
      ...{ occurredAt: at, receivedAt: at, reason: "Sani's bus fee", approvedByName: "Uche" },
      ...{ byUserId, byName: "Ada" },
    })
    .returning();
  return row!;
}

test("[RUN-6] [CUSTODY-1] [CASH-1] six years later nobody is named in hand-overs, cash, runs and exceptions; nothing else changes, and nobody else may change a hand-over", async () => {
  opened.clock.follow();
  const booking = await bookOne(opened);
  const [piece] = await db.select().from(pieces).where(eq(pieces.bookingId, booking.id));
  const [hub] = await db
    .insert(hubs)
    .values({ name: "Ikeja", code: "IKJ", phone: "+2348031234567", address: "1 Allen", state: "Lagos" })
    .returning();
  const [old, recent] = [await workOf(7, hub!.id, piece!.id), await workOf(5, hub!.id, piece!.id)];
  const [oldCash, recentCash] = [await expenseOf(7, hub!.id), await expenseOf(5, hub!.id)];
  expect(await purgeExpired(opened.services)).toMatchObject({ custody: 1, cash: 1, runs: 1, exceptions: 1 });
  expect(await purgeExpired(opened.services)).toMatchObject({ custody: 0, cash: 0, runs: 0, exceptions: 0 });
  expect(await db.select().from(cashEntries).orderBy(cashEntries.id)).toEqual([
    { ...oldCash, byUserId: null, byName: "Not kept", reason: "Not kept", approvedByName: "Not kept" },
    recentCash,
  ]);

  const entries = await db.select().from(custodyEntries).orderBy(custodyEntries.id);
  expect(entries).toEqual([{ ...old.entry, byUserId: null, byName: "Not kept" }, recent.entry]);
  const unnamed = { driverName: null, driverPhone: null, plate: null, closeNote: null, closedByName: null };
  expect(await db.select().from(runs).orderBy(runs.createdAt)).toEqual([
    { ...old.run, ...unnamed },
    recent.run,
  ]);
  expect(await db.select().from(exceptions).orderBy(exceptions.openedAt)).toEqual([
    {
      ...old.exception,
      note: null,
      openedByName: "Not kept",
      closedByUserId: null,
      closedByName: "Not kept",
    },
    recent.exception,
  ]);

  const change = (id: number, values: Partial<typeof custodyEntries.$inferInsert>) =>
    db.update(custodyEntries).set(values).where(eq(custodyEntries.id, id));
  await expect(change(recent.entry.id, { byName: "Not kept" })).rejects.toThrow();
  await expect(change(old.entry.id, { toKind: "receiver", toId: null })).rejects.toThrow();
});

test("[RUN-6] [RIDER-3] six years after a rider left, name and phone number go; who left later, and who works for us, stays", async () => {
  const [{ id: hubId } = { id: "" }] = await db.select({ id: hubs.id }).from(hubs);
  const rider = (name: string, leftAt: Date | null, n: number) => ({
    name,
    phone: `+23480312345${n}`,
    hubId,
    leftAt,
    createdAt: years(9),
  });
  await db
    .insert(riders)
    .values([rider("Long Gone", years(7), 70), rider("Gone", years(5), 71), rider("Works", null, 72)]);
  expect(await purgeExpired(opened.services)).toMatchObject({ riders: 1 });
  expect(await purgeExpired(opened.services)).toMatchObject({ riders: 0 });
  const rows = await db.select().from(riders).orderBy(riders.phone);
  const unnamed = rows.find(({ name }) => name === "Not kept")!;
  expect(unnamed.phone).toBe(unnamed.id);
  expect(rows.map(({ name }) => name).toSorted()).toEqual(["Gone", "Not kept", "Works"]);
});
