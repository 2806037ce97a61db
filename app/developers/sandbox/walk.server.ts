/** API-10: moves sandbox parcels whose receiver has a test phone, with the same events as a real delivery. */
import { randomUUID } from "node:crypto";
import { and, asc, eq, inArray } from "drizzle-orm";
import { asSystem } from "../../access/actors.server.ts";
import { actOf } from "../../access/author.server.ts";
import { lagosDay, middayOf } from "../../domain/dates.ts";
import { EVENT_FACTS, ROAD_KINDS } from "../../domain/event-kinds.ts";
import { addEvents, deedTopics } from "../../history/add-events.server.ts";
import { lockForDeeds, type LockedForDeeds } from "../../history/booking-rows.server.ts";
import { recordProofs } from "../../parcels/proof/record-proof.server.ts";
import type { Db, Tx } from "../../platform/db/client.server.ts";
import { apiBookings, bookingEvents, bookings, hubs } from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import type { JobWork } from "../../platform/jobs/jobs.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { TEST_WALKS } from "./walk-job.ts";
import { walkOf, type WalkStep } from "./test-phones.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const SANDBOX = asSystem("Sandbox");

/** Starts the steps of a test booking. A second call for the same booking changes nothing. */
export async function beginWalk(services: Services, code: string): Promise<void> {
  const [row] = await services.db
    .select({ id: bookings.id, phone: bookings.receiverPhone, speed: apiBookings.testSpeed })
    .from(bookings)
    .innerJoin(apiBookings, eq(apiBookings.bookingId, bookings.id))
    .where(eq(bookings.trackingCode, code));
  const [first] = row ? walkOf(row.phone) : [];
  if (!row || !first) return;
  const afterSeconds = row.speed === "at_once" ? 0 : first.after;
  // The job's id is made from the booking's id, so a repeated request adds no second job.
  await services.jobs.add(
    services.db,
    TEST_WALKS,
    { bookingId: row.id, step: 0 },
    { id: row.id, afterSeconds },
  );
}

/**
 * Returns the worker that adds the next event of a test booking. It then queues the job for the event after this one.
 * At the speed `at_once`, one job adds all events.
 */
export const walkWorker =
  (services: Services): JobWork<{ bookingId: string; step: number }> =>
  async ({ data }) => {
    for (;;) {
      const { code, goesOn } = await transact(services.db, (tx) => takeStep(services, tx, data));
      if (code) services.live.publish(...deedTopics([code]));
      if (!goesOn) return;
    }
  };

type Taken = { code: string | null; goesOn: boolean };
const ENDED: Taken = { code: null, goesOn: false };

/**
 * Adds the next event. Does nothing after the last event, or after the sender cancelled the booking. A job that runs
 * again after a crash adds no event twice, because the number of stored events shows the next step.
 */
async function takeStep(
  services: Services,
  tx: Tx,
  { bookingId, step: asked }: { bookingId: string; step: number },
): Promise<Taken> {
  const known = await lockForDeeds(tx, [bookingId]);
  const locked = known.get(bookingId);
  const [row] = await tx
    .select({
      phone: bookings.receiverPhone,
      receiver: bookings.receiverName,
      pieces: bookings.pieces,
      speed: apiBookings.testSpeed,
    })
    .from(bookings)
    .innerJoin(apiBookings, eq(apiBookings.bookingId, bookings.id))
    .where(eq(bookings.id, bookingId));
  if (!locked || !row) return ENDED;
  const history = await tx
    .select({ kind: bookingEvents.kind })
    .from(bookingEvents)
    .where(
      and(eq(bookingEvents.bookingId, bookingId), inArray(bookingEvents.kind, [...ROAD_KINDS, "cancelled"])),
    );
  const step = walkOf(row.phone)[history.length];
  const atOnce = row.speed === "at_once";
  if (!atOnce && asked !== history.length) return ENDED;
  if (!step || history.some(({ kind }) => kind === "cancelled")) return ENDED;
  // Events that are added at once get different times, so that their order is certain.
  const at = new Date(services.now().getTime() + history.length);
  await writeStep({ services, tx, at }, { step, locked, receiver: row.receiver }, known);
  const next = walkOf(row.phone)[history.length + 1];
  if (!next || atOnce) return { code: locked.code, goesOn: next !== undefined };
  await services.jobs.add(tx, TEST_WALKS, { bookingId, step: asked + 1 }, { afterSeconds: next.after });
  return { code: locked.code, goesOn: false };
}

type Work = { services: Services; tx: Tx; at: Date };
type Moving = { step: WalkStep; locked: LockedForDeeds; receiver: string };

async function writeStep(
  { services, tx, at }: Work,
  { step, locked, receiver }: Moving,
  known: Map<string, LockedForDeeds>,
): Promise<void> {
  const act = actOf({ tx, actor: SANDBOX, at }, step.act);
  const yesterday = middayOf(lagosDay(new Date(at.getTime() - DAY_MS)));
  await addEvents(
    { services, tx, act },
    [
      {
        bookingId: locked.id,
        kind: step.kind,
        reason: step.reason ?? null,
        hubId: "atHub" in EVENT_FACTS[step.kind] ? await firstHub(tx) : null,
        ...(step.late && { set: { estimatedDelivery: yesterday } }),
      },
    ],
    known,
  );
  if (step.kind !== "delivered") return;
  const pieces = Array.from({ length: locked.pieces }, (_, n) => n + 1);
  await recordProofs({ services, tx, act }, [
    {
      ...{ deedId: randomUUID(), run: null, outcome: "delivered", occurredAt: at, takenBy: receiver },
      ...{ parts: [{ bookingId: locked.id, pieces, returning: false }], inOffice: true },
    },
  ]);
}

/** Returns the hub of test parcels. Null if the company has no hub. */
async function firstHub(tx: Tx | Db): Promise<string | null> {
  const [hub] = await tx
    .select({ id: hubs.id })
    .from(hubs)
    .where(eq(hubs.active, true))
    .orderBy(asc(hubs.code))
    .limit(1);
  return hub?.id ?? null;
}
