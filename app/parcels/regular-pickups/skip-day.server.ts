/** PICKUP-4: the sender or the office skips one day of a regular pickup. */
import { and, eq } from "drizzle-orm";
import * as z from "zod";
import type { Admin } from "../../access/actor.ts";
import { anybody, staff } from "../../access/by.server.ts";
import { dayText, parseLagosDay } from "../../domain/dates.ts";
import { SKIP_DAYS } from "../../domain/regular-pickup.ts";
import { regularStops, runs } from "../../platform/db/schema.ts";
import { plainField } from "../../platform/http/fields.ts";
import type { Refusal } from "../../platform/http/result.ts";
import type { By } from "../../platform/operations/declaration.ts";
import { operation, type Work } from "../../platform/operations/operation.server.ts";
import type { BookActor } from "../address-book/book-owner.server.ts";
import { daysAhead } from "./due-days.ts";
import {
  leaveComingRuns,
  lockPickup,
  noteAct,
  ofPickupOwner,
  sideOf,
  type PickupWork,
  type RegularPickup,
} from "./lock-pickup.server.ts";
import { refuse } from "./messages.ts";

const day = plainField("Choose a day").refine((text) => parseLagosDay(text) !== null, "Choose a day");
const ofDay = z.object({ id: z.string().max(40), day });
const ofOwnDay = ofDay.extend({ storeId: z.string().max(40).default("") });

const by: By<BookActor> = anybody;

type Day = { day: string };
type Out = { ok: true; day: string };

/** Reads the stored stop of a day, if there is one, with its run. Refuses a past day, and a day without a visit. */
async function stopOfDay(work: PickupWork, pickup: RegularPickup, on: string) {
  const { services, tx, at } = work;
  if (pickup.status !== "active" || !pickup.hubId) return refuse("conflict", "not_active");
  const rules = await services.daysRules(at, tx);
  if (!daysAhead(rules, { ...pickup, hubId: pickup.hubId }, at, SKIP_DAYS).includes(on))
    return refuse("conflict", "no_such_day");
  const [stop] = await tx
    .select({ stop: regularStops, state: runs.state })
    .from(regularStops)
    .leftJoin(runs, eq(runs.id, regularStops.runId))
    .where(and(eq(regularStops.pickupId, pickup.id), eq(regularStops.day, on)));
  return { stop: stop?.stop ?? null, state: stop?.state ?? null };
}

async function skip(work: PickupWork, { day: on }: Day, pickup: RegularPickup): Promise<Out | Refusal> {
  const found = await stopOfDay(work, pickup, on);
  if ("ok" in found) return found;
  const { stop, state } = found;
  if (stop?.skippedBy) return { ok: true, day: on };
  if (stop?.visitedAt) return refuse("conflict", "was_visited");
  if (state !== null && state !== "planned") return refuse("conflict", "on_the_way");
  await leaveComingRuns(work.tx, pickup.id, on);
  const [made] = await work.tx
    .insert(regularStops)
    .values({ pickupId: pickup.id, day: on, skippedBy: sideOf(work.actor) })
    .onConflictDoNothing()
    .returning({ id: regularStops.id });
  // If the row was not inserted, the day was put on a run meanwhile, or its run was sealed.
  if (!made) return refuse("conflict", "on_the_way");
  await noteAct(work, pickup, "skipped", dayText(on), `${on} skipped`);
  return { ok: true, day: on };
}

async function unskip(work: PickupWork, { day: on }: Day, pickup: RegularPickup): Promise<Out | Refusal> {
  const found = await stopOfDay(work, pickup, on);
  if ("ok" in found) return found;
  if (!found.stop?.skippedBy) return { ok: true, day: on };
  if (found.stop.skippedBy === "office" && sideOf(work.actor) === "sender")
    return refuse("conflict", "skipped_by_office");
  await work.tx.delete(regularStops).where(eq(regularStops.id, found.stop.id));
  await noteAct(work, pickup, "unskipped", dayText(on), `${on} not skipped`);
  return { ok: true, day: on };
}

type OwnDay = { id: string; storeId: string };
const ownDay = {
  by,
  input: ofOwnDay,
  on: ({ tx, actor }: Work<BookActor>, { id, storeId }: OwnDay) =>
    lockPickup(tx, { id, version: null }, ofPickupOwner({ actor, storeId })),
  publish: () => ["runs"] as const,
};

/** Skips one of the next SKIP_DAYS days. Refuses a day whose rider is on the way. Skipping twice succeeds. */
export const skipDay = operation({ ...ownDay, name: "regular_pickups.skip", run: skip });

/** The sender restores a skipped day. Refuses a day that the office skipped. */
export const unskipDay = operation({ ...ownDay, name: "regular_pickups.unskip", run: unskip });

const officeDay = {
  by: staff("approvePickups"),
  input: ofDay,
  on: ({ tx }: Work<Admin>, { id }: { id: string }) => lockPickup(tx, { id, version: null }),
  publish: () => ["runs"] as const,
};

/** The office skips a day. Mails the sender. Refuses a day whose rider is on the way. */
export const officeSkipsDay = operation({ ...officeDay, name: "regular_pickups.office_skip", run: skip });

/** The office restores a day that the sender or the office skipped. Mails the sender. */
export const officeUnskipsDay = operation({
  ...officeDay,
  name: "regular_pickups.office_unskip",
  run: unskip,
});
