/** PICKUP-3: the stops of regular pickups on pickup runs. These stops have no booking. */
import { and, asc, eq, isNull, sql } from "drizzle-orm";
import * as z from "zod";
import type { Admin } from "../../access/actor.ts";
import { staff } from "../../access/by.server.ts";
import { lagosDay } from "../../domain/dates.ts";
import { formatPhone } from "../../domain/phone.ts";
import { weekdayOf } from "../../domain/regular-pickup.ts";
import { isWindowOver, worksOn } from "../../parcels/regular-pickups/due-days.ts";
import type { Db, Tx } from "../../platform/db/client.server.ts";
import { regularPickups, regularStops, runs } from "../../platform/db/schema.ts";
import { uuidField } from "../../platform/http/fields.ts";
import { operation, type Work } from "../../platform/operations/operation.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { changeRun, lockRun, logRun, runTopics, unless, type LockedRun } from "./lock-run.server.ts";
import { refuse } from "./messages.ts";

type HubDay = { hubId: string; day: string };

const place = {
  name: regularPickups.name,
  phone: regularPickups.phone,
  address: regularPickups.address,
  town: regularPickups.town,
  state: regularPickups.state,
  note: regularPickups.note,
  fromTime: regularPickups.fromTime,
  untilTime: regularPickups.untilTime,
};

/**
 * Returns the regular pickups of a hub's day that are on no run and not skipped. Returns none if the hub is closed or
 * the day is past. Leaves out a pickup that was approved or changed only after its time window had ended.
 * `isOver`: true if the time window has ended today, so that no run can visit the pickup any more. `lock`: true so that
 * nobody can pause or end these pickups until the end of the transaction.
 */
export async function regularWithoutRun(
  {
    services,
    db,
    at,
    lock = false,
  }: { services: Pick<Services, "daysRules">; db: Pick<Db, "select">; at: Date; lock?: boolean },
  { hubId, day }: HubDay,
) {
  const rules = await services.daysRules(at, db);
  if (!worksOn(rules, hubId, day)) return [];
  const due = db
    .select({ id: regularPickups.id, updatedAt: regularPickups.updatedAt, ...place })
    .from(regularPickups)
    .where(
      and(
        eq(regularPickups.hubId, hubId),
        eq(regularPickups.status, "active"),
        sql`${weekdayOf(day)} = any(${regularPickups.days})`,
        sql`not exists (select from ${regularStops} where ${regularStops.pickupId} = ${regularPickups.id}
          and ${regularStops.day} = ${day})`,
      ),
    )
    .orderBy(asc(regularPickups.fromTime), asc(regularPickups.id));
  // The rows are locked, so that nobody can pause or end a pickup while it is put on a run.
  const rows = await (lock ? due.for("share") : due);
  return rows
    .filter(({ untilTime, updatedAt }) => day >= lagosDay(at) && !isWindowOver(day, untilTime, updatedAt))
    .map((row) => ({ ...row, isOver: isWindowOver(day, row.untilTime, at) }));
}

/** Returns the pickups of `regularWithoutRun` that a run can still visit. */
export const dueRegular = async (...asked: Parameters<typeof regularWithoutRun>) =>
  (await regularWithoutRun(...asked)).filter(({ isOver }) => !isOver);

/**
 * Puts the waiting regular pickups (`dueRegular`) of the run's hub and day on this run. The caller must lock the run's
 * row. Returns how many pickups were put on the run.
 */
export async function joinRegular(
  { services, tx, at }: Pick<Work<Admin>, "services" | "tx" | "at">,
  { id: runId, kind, hubId, day }: LockedRun,
): Promise<number> {
  if (kind !== "pickup") return 0;
  const due = await dueRegular({ services, db: tx, at, lock: true }, { hubId, day });
  if (due.length === 0) return 0;
  const joined = await tx
    .insert(regularStops)
    .values(due.map(({ id: pickupId }) => ({ pickupId, day, runId })))
    .onConflictDoNothing()
    .returning({ id: regularStops.id });
  return joined.length;
}

const ofRun = { by: staff("planRuns"), on: lockRun, publish: runTopics };

/**
 * Puts the day's waiting regular pickups on this run, for example newly approved ones. Refuses a run that is
 * no pickup run, a run that has come back, and a day without regular pickups.
 */
export const addRegular = operation({
  ...ofRun,
  name: "runs.add_regular",
  input: z.object({ run: uuidField }),
  run: async (work, _, run) => {
    const wrong = unless(run, ["planned", "loaded", "out"], "given more pickups");
    if (wrong) return wrong;
    const added = await joinRegular(work, run);
    if (added === 0) return refuse("conflict", "no_regular");
    await changeRun(work.tx, run, work.at, {});
    await logRun(work, run, `${added} regular pickups added`);
    return { ok: true, added };
  },
});

/**
 * Takes a regular pickup off a run. The pickup then waits for another run of its day. Refuses a pickup that was already
 * visited.
 */
export const takeOffRegular = operation({
  ...ofRun,
  name: "runs.take_off_regular",
  input: z.object({ run: uuidField, regular: uuidField }),
  run: async (work, { regular }, run) => {
    const { tx, at } = work;
    const wrong = unless(run, ["planned", "loaded", "out"], "changed");
    if (wrong) return wrong;
    const off = await tx
      .delete(regularStops)
      .where(
        and(eq(regularStops.id, regular), eq(regularStops.runId, run.id), isNull(regularStops.visitedAt)),
      )
      .returning({ id: regularStops.id });
    if (off.length === 0) return refuse("conflict", "not_regular");
    await changeRun(tx, run, at, {});
    await logRun(work, run, "a regular pickup taken off");
    return { ok: true };
  },
});

/** Removes the regular pickups from a run that is closed without having left. Another run can then visit them. */
export const freeRegular = (tx: Tx, { id }: Pick<LockedRun, "id">) =>
  tx.delete(regularStops).where(and(eq(regularStops.runId, id), isNull(regularStops.visitedAt)));

/** Returns the regular pickups of a run, in order of their time windows. */
export async function regularOfRun(db: Pick<Db, "select">, runId: string) {
  const rows = await db
    .select({
      id: regularStops.id,
      pickupId: regularStops.pickupId,
      visitedAt: regularStops.visitedAt,
      taken: regularStops.taken,
      ...place,
    })
    .from(regularStops)
    .innerJoin(regularPickups, eq(regularPickups.id, regularStops.pickupId))
    .where(eq(regularStops.runId, runId))
    .orderBy(asc(regularPickups.fromTime), asc(regularPickups.untilTime), asc(regularStops.id));
  return rows.map((row) => ({ ...row, phoneText: formatPhone(row.phone) }));
}
export type RegularOfRun = Awaited<ReturnType<typeof regularOfRun>>[number];

/** For each run, counts all of its regular pickups, and those that were not visited yet. */
export async function regularCounts(db: Pick<Db, "select">, hubId: string) {
  const rows = await db
    .select({
      runId: regularStops.runId,
      all: sql<number>`count(*)::int`,
      left: sql<number>`count(*) filter (where ${regularStops.visitedAt} is null)::int`,
    })
    .from(regularStops)
    .innerJoin(runs, eq(runs.id, regularStops.runId))
    .where(and(eq(runs.hubId, hubId), sql`${runs.state} <> 'reconciled'`))
    .groupBy(regularStops.runId);
  return new Map(rows.map(({ runId, ...counts }) => [runId!, counts]));
}
