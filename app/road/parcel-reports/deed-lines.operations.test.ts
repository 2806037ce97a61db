/** REPORT-12, REPORT-13: the reports of riders and of denied attempts equal a recount, after random deeds of three weeks. */
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { SOME_ACT } from "../../../test/fixtures/acts.ts";
import { bookMany } from "../../../test/fixtures/bookings.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { times } from "../../../test/fixtures/long.ts";
import { randomFrom } from "../../../test/fixtures/random.ts";
import { makeHubs, makeRider } from "../../../test/fixtures/road.ts";
import { lagosDay } from "../../domain/dates.ts";
import { EVENT_FACTS } from "../../domain/event-kinds.ts";
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
const nameOf = (id: string | null) => riders.find((rider) => rider.id === id)?.name ?? null;
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
/** Two runs a day. Every fourth has no rider. */
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

/** The act of a deed that this rider's phone sent. */
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

/** One random event on a run of its day or on none, by a phone or the office; or an undo, an answer, a difference. */
async function write(made: (typeof bookingEvents.$inferSelect)[]): Promise<void> {
  const what = random(20);
  const before = made.length > 0 ? oneOf(made) : null;
  if (what < 3 && before) {
    const undo = { kind: "undone" as const, undoes: before.id, toStatus: before.toStatus, occurredAt: now() };
    await db.insert(bookingEvents).values({ ...undo, bookingId: before.bookingId, actId: SOME_ACT });
  } else if (what < 6 && before?.kind === "attempted")
    await db
      .insert(attemptAnswers)
      .values({
        ...{ eventId: before.id, bookingId: before.bookingId, answeredAt: now() },
        answer: oneOf(["right", "nobody_came", "somebody_here", "not_called"] as const),
      })
      .onConflictDoNothing();
  else if (what === 6)
    await db.insert(exceptions).values({
      ...{ kind: "cash_difference", subject: `rider ${oneOf(riders).id}`, actId: SOME_ACT, dueAt: now() },
      ...{ openedAt: new Date(now().getTime() - random(DAYS * 24) * HOUR), openedByName: "Ada" },
      ...{ closedAt: now(), closedByName: "Ada", closeReason: "counted_wrong" },
    });
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
          reason: kind === "attempted" ? oneOf(STAFF_REASONS) : null,
        },
        ...{ runId: random(5) ? run.id : null, hubId: random(3) ? null : IKJ.id },
        actId: random(2) ? await sentBy(oneOf(riders).id, at) : SOME_ACT,
      })
      .returning();
    made.push(event!);
  }
}

const isIn = (at: Date, { from, to }: Period) => lagosDay(at) >= from && lagosDay(at) <= to;

/** What the riders did, row by row: the rider of an event is the phone's, otherwise the run's. */
async function recount(period: Period) {
  const events = await db.select().from(bookingEvents);
  const undone = new Set(events.map(({ undoes }) => undoes));
  const deedOf = new Map((await db.select().from(acts)).map(({ id, deedId }) => [id, deedId]));
  const riderOf = new Map((await db.select().from(riderDeeds)).map((deed) => [deed.deedId, deed.riderId]));
  const due = new Map((await db.select().from(bookings)).map((row) => [row.id, row.estimatedDelivery]));
  const answers = new Map((await db.select().from(attemptAnswers)).map((row) => [row.eventId, row]));
  const runOf = new Map(runRows.map((run) => [run.id, run]));
  const isDelivered = ({ kind, toStatus }: (typeof events)[number]) =>
    kind === "delivered" || (kind === "status_set" && toStatus === "delivered");
  const contradicts = (later: (typeof events)[number]) =>
    (later.kind === "status_set" || EVENT_FACTS[later.kind].leadsTo !== null) && !isDelivered(later);
  const did = (rider: string | null) => {
    const sets = {
      delivered: new Set<string>(),
      onTime: new Set<string>(),
      attempted: new Set<string>(),
      denied: new Set<string>(),
    };
    for (const event of events) {
      const { bookingId, kind, piece, occurredAt } = event;
      if (ownerOf(event) !== rider || undone.has(event.id) || !isIn(occurredAt, period)) continue;
      if (kind === "attempted") sets.attempted.add(bookingId);
      if ((answers.get(event.id)?.answer ?? "right") !== "right") sets.denied.add(bookingId);
      const later = events.filter(
        (one) =>
          one.bookingId === bookingId &&
          one.occurredAt > occurredAt &&
          (one.piece === null || one.piece === piece) &&
          !undone.has(one.id),
      );
      if (kind !== "delivered" || later.some(contradicts)) continue;
      sets.delivered.add(bookingId);
      if (lagosDay(occurredAt) <= lagosDay(due.get(bookingId)!)) sets.onTime.add(bookingId);
    }
    return sets;
  };
  const ownerOf = ({ runId, actId }: (typeof events)[number]): string | null =>
    runId === null ? null : (riderOf.get(deedOf.get(actId) ?? "") ?? runOf.get(runId)!.riderId);
  const differences = await db.select().from(exceptions);
  const lines = riders.map(({ id, name }) => {
    const { delivered, onTime, attempted, denied } = did(id);
    return {
      ...{ key: id, name, delivered: delivered.size, onTime: onTime.size },
      ...{ attempted: attempted.size, denied: denied.size },
      differences: differences.filter(
        ({ subject, openedAt }) => subject === `rider ${id}` && isIn(openedAt, period),
      ).length,
    };
  });
  const answered = events.filter(
    ({ id, occurredAt }) => answers.has(id) && !undone.has(id) && isIn(occurredAt, period),
  );
  const denied = answered
    .filter(({ id }) => answers.get(id)!.answer !== "right")
    .toSorted((a, b) => +b.occurredAt - +a.occurredAt || b.id - a.id)
    .map((event) => {
      const hubId = event.hubId ?? runOf.get(event.runId ?? "")?.hubId;
      return {
        ...{ key: event.id, at: event.occurredAt, rider: nameOf(ownerOf(event)) },
        ...{ hub: [IKJ, KAN].find(({ id }) => id === hubId)?.name ?? null, reason: event.reason },
        answer: answers.get(event.id)!.answer,
      };
    });
  return { lines, denied, answered: answered.length };
}

test("[REPORT-12] [REPORT-13] by rider, and the attempts that receivers deny, equal a recount of the events", async () => {
  const made: (typeof bookingEvents.$inferSelect)[] = [];
  for (let n = times(400, 4000); n > 0; n--) await write(made);
  const periods = [
    { from: day(DAYS), to: day(0) },
    { from: day(9), to: day(4) },
    { from: day(2), to: day(2) },
  ];
  for (const period of periods) {
    const should = await recount(period);
    const byKey = (a: { key: string }, b: { key: string }) => (a.key < b.key ? -1 : 1);
    const lines = await readRiderLines(db, period);
    expect(lines.toSorted(byKey), period.from).toEqual(
      should.lines
        .filter(({ delivered, attempted, differences }) => delivered + attempted + differences > 0)
        .toSorted(byKey),
    );
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
  const whole = await recount(periods[0]!);
  for (const line of whole.lines)
    for (const name of ["delivered", "attempted", "denied"] as const)
      expect(line[name], `${line.name} ${name}`).toBeGreaterThan(0);
  expect(whole.lines.some(({ differences }) => differences > 0)).toBe(true);
  expect(new Set(whole.denied.map(({ rider }) => rider)).size).toBe(4);
});
