/**
 * REPORT-12, REPORT-13: after random deeds over three weeks, the reports of riders and of denied attempts equal a
 * recount.
 */
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { SOME_ACT } from "../../../test/fixtures/acts.ts";
import { bookMany } from "../../../test/fixtures/bookings.ts";
import { ledgerDifferences } from "../../../test/fixtures/cash-recount.ts";
import { recountDeeds } from "../../../test/fixtures/deeds-recount.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { times } from "../../../test/fixtures/long.ts";
import { randomFrom } from "../../../test/fixtures/random.ts";
import { makeHubs, makeRider } from "../../../test/fixtures/road.ts";
import { lagosDay } from "../../domain/dates.ts";
import { STAFF_REASONS } from "../../domain/failure-reasons.ts";
import type { Period } from "../../money/reports/period.ts";
import {
  acts,
  attemptAnswers,
  bookingEvents,
  bookings,
  exceptions,
  riderDeeds,
  riderDevices,
  runs,
} from "../../platform/db/schema.ts";
import { readDenied, readRiderLines } from "./deed-lines.server.ts";
import { rollUpParcelChanges } from "./roll-up-parcels.server.ts";

const { opened, services, db } = await fileServices();
const { now } = services;
const HOUR = 3_600_000;
const DAYS = 21;
const random = randomFrom(12);
const oneOf = <T>(all: readonly T[]): T => all[random(all.length)]!;
const day = (ago: number) => lagosDay(new Date(now().getTime() - ago * 24 * HOUR));

const ids = await bookMany(opened, 24);
const { IKJ, KAN } = await makeHubs(opened, "IKJ", "KAN");
const riders = [
  await makeRider(opened, IKJ.id, "Musa"),
  await makeRider(opened, KAN.id, "Bello"),
  await makeRider(opened, KAN.id, "Chidi"),
];
const phoneOf = new Map(
  (
    await db
      .insert(riderDevices)
      .values(
        riders.map(({ id }) => ({
          ...{ riderId: id, tokenHash: Buffer.from(id), name: "Phone", build: "1" },
          ...{ enrolledAt: now(), expiresAt: now(), lastSeenAt: now() },
        })),
      )
      .returning()
  ).map(({ id, riderId }) => [riderId, id]),
);
/** There are two runs a day. Every fourth run has no rider. */
const runRows = await db
  .insert(runs)
  .values(
    Array.from({ length: 2 * DAYS }, (_, n) => ({
      ...{ formKey: crypto.randomUUID(), name: `D-${n}`, kind: "delivery" as const },
      ...{
        day: day(Math.floor(n / 2)),
        hubId: n % 2 ? KAN.id : IKJ.id,
        riderId: n % 4 ? oneOf(riders).id : null,
      },
    })),
  )
  .returning();
await db.execute(
  sql`update bookings set pieces = 2, estimated_delivery = estimated_delivery - interval '8 days' where id = any(${sql.param(ids.slice(0, 12))}::uuid[])`,
);

/** Stores a deed that this rider's phone sent. Returns the number of its act. */
async function sentBy(riderId: string, at: Date): Promise<number> {
  const deedId = crypto.randomUUID();
  const receivedAt = new Date(at.getTime() + HOUR);
  await db.insert(riderDeeds).values({
    ...{
      deedId,
      deviceId: phoneOf.get(riderId)!,
      riderId,
      seq: 1,
      kind: "delivered",
      protocol: 1,
      body: {} as never,
    },
    ...{ occurredAt: at, receivedAt, flags: [], bookingIds: [] },
  });
  const [act] = await db
    .insert(acts)
    .values({ kind: "delivered", source: "phone", deedId, occurredAt: at, receivedAt })
    .returning({ id: acts.id });
  return act!.id;
}

/**
 * Writes one random change. Usually this is an event from a phone or the office, with or without a run. It can also be
 * an undo, a receiver's answer, a cash difference, a change of a run's rider or of a promised day, or a roll-up of the
 * waiting changes.
 */
async function write(made: (typeof bookingEvents.$inferSelect)[], what = random(20)): Promise<void> {
  const before = made.length > 0 ? oneOf(made) : null;
  if (what < 3 && before) {
    const undo = { kind: "undone" as const, undoes: before.id, toStatus: before.toStatus, occurredAt: now() };
    await db.insert(bookingEvents).values({ ...undo, bookingId: before.bookingId, actId: SOME_ACT });
  } else if (what < 6 && before?.reason)
    await db
      .insert(attemptAnswers)
      .values({
        ...{ eventId: before.id, bookingId: before.bookingId },
        ...{ attemptedAt: before.occurredAt, answeredAt: now() },
        answer: oneOf(["right", "nobody_came", "somebody_here", "not_called"] as const),
      })
      .onConflictDoNothing();
  else if (what === 6)
    await db.insert(exceptions).values({
      ...{ kind: "cash_difference", subject: `rider ${oneOf(riders).id}`, actId: SOME_ACT, dueAt: now() },
      ...{ openedAt: new Date(now().getTime() - random(DAYS * 24) * HOUR), openedByName: "Ada" },
      ...{ closedAt: now(), closedByName: "Ada", closeReason: "counted_wrong" },
    });
  else if (what === 7) {
    const run = oneOf(runRows);
    const riderId = random(4) ? oneOf(riders).id : null;
    await db.update(runs).set({ riderId }).where(eq(runs.id, run.id));
  } else if (what === 8) {
    const estimatedDelivery = new Date(now().getTime() - random(DAYS * 24) * HOUR);
    await db
      .update(bookings)
      .set({ estimatedDelivery })
      .where(eq(bookings.id, oneOf(ids)));
  } else if (what === 9) await rollUpParcelChanges(db);
  else {
    const run = oneOf(runRows);
    const at = new Date(Date.parse(`${run.day}T00:00:00+01:00`) + random(24 * 60) * 60_000);
    const kind = oneOf([
      "delivered",
      "delivered",
      "attempted",
      "attempted",
      "status_set",
      "out_for_delivery",
    ] as const);
    const toStatus =
      kind === "delivered" ? "delivered" : oneOf(["in_transit", "delivered", "failed"] as const);
    const [event] = await db
      .insert(bookingEvents)
      .values({
        ...{ bookingId: oneOf(ids), occurredAt: at, kind, toStatus, fromStatus: "in_transit" },
        ...{
          piece: random(2) ? 1 + random(2) : null,
          reason: kind === "attempted" || toStatus === "failed" ? oneOf(STAFF_REASONS) : null,
        },
        ...{ runId: random(5) ? run.id : null, hubId: random(3) ? null : IKJ.id },
        actId: random(2) ? await sentBy(oneOf(riders).id, at) : SOME_ACT,
      })
      .returning();
    made.push(event!);
  }
}

/** Compares the report by rider with a recount, and returns the report's lines. */
async function expectLines(period: Period, { lines }: Awaited<ReturnType<typeof recountDeeds>>) {
  const byKey = (a: { key: string }, b: { key: string }) => (a.key < b.key ? -1 : 1);
  const did = lines.filter(
    ({ delivered, attempted, differences }) => delivered + attempted + differences > 0,
  );
  const is = await readRiderLines(db, period);
  expect(is.toSorted(byKey), period.from).toEqual(did.toSorted(byKey));
  return is;
}

const riderDifferences = async () =>
  (await ledgerDifferences(opened)).filter((one) => one.includes("by rider"));

test("[REPORT-12] [REPORT-13] by rider, and the attempts that receivers deny, equal a recount of the events", async () => {
  const made: (typeof bookingEvents.$inferSelect)[] = [];
  for (let n = times(500, 5000); n > 0; n--) await write(made);
  const periods = [
    { from: day(DAYS), to: day(0) },
    { from: day(9), to: day(4) },
    { from: day(2), to: day(2) },
  ];
  for (const period of periods) {
    const should = await recountDeeds(db, period);
    const lines = await expectLines(period, should);
    const waiting = await db.execute(sql`select from parcel_changes`);
    expect(waiting.rowCount).toBeGreaterThan(0);
    expect(lines.map(({ delivered }) => delivered)).toEqual(
      lines.map(({ delivered }) => delivered).toSorted((a, b) => b - a),
    );
    const is = await readDenied(db, period, null);
    expect(
      is.lines.map(({ code, answeredAt, ...line }) => (expect(code && answeredAt).toBeTruthy(), line)),
    ).toEqual(should.denied);
    expect([is.answered, is.denied]).toEqual([should.answered, should.denied.length]);
    expect((await readDenied(db, period, 2)).lines).toEqual(is.lines.slice(0, 2));
  }
  // Before each change, all earlier changes are added to the stored counts.
  for (const what of Array.from({ length: 30 }, (_, n) => [3, 7, 8][n % 3])) {
    await rollUpParcelChanges(db);
    await write(made, what);
    await expectLines(periods[0]!, await recountDeeds(db, periods[0]!));
  }
  // The check that runs after a restore finds no difference either, before and after the waiting changes are added.
  expect(await riderDifferences()).toEqual([]);
  const before = await Promise.all(periods.map((period) => readRiderLines(db, period)));
  await rollUpParcelChanges(db);
  expect(await riderDifferences()).toEqual([]);
  expect(await Promise.all(periods.map((period) => readRiderLines(db, period)))).toEqual(before);
  const whole = await recountDeeds(db, periods[0]!);
  for (const line of whole.lines)
    for (const name of ["delivered", "attempted", "denied"] as const)
      expect(line[name], `${line.name} ${name}`).toBeGreaterThan(0);
  expect(whole.lines.some(({ differences }) => differences > 0)).toBe(true);
  expect(new Set(whole.denied.map(({ rider }) => rider)).size).toBe(4);
  // After a year the deeds of the phones are deleted. The riders' counts must then stay as they are.
  await db.execute(sql`alter table rider_deeds disable trigger user`);
  await db.delete(riderDeeds);
  expect(await riderDifferences()).toEqual([]);
});
