/** TRIP-1: plans a run. */
import { and, eq, isNull, sql } from "drizzle-orm";
import { randomUUID } from "node:crypto";
import type * as z from "zod";
import type { Admin } from "../../access/actor.ts";
import { staff } from "../../access/by.server.ts";
import { lagosDay } from "../../domain/dates.ts";
import { RUN_KIND_NAMES, type RunKind } from "../../domain/run.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { hubs, partners, riders, runs } from "../../platform/db/schema.ts";
import type { Refusal } from "../../platform/http/result.ts";
import { operation, type Work } from "../../platform/operations/operation.server.ts";
import { logRun, type LockedRun } from "./lock-run.server.ts";
import { refuse } from "./messages.ts";
import { joinRegular } from "./regular-stops.server.ts";
import { newRunForm } from "./run-forms.ts";

const LETTER: Record<RunKind, string> = { pickup: "P", linehaul: "L", delivery: "D" };

/**
 * Plans a run from a hub on a Lagos day: a pickup, a linehaul to another hub, or a delivery run. A pickup run
 * gets the regular pickups of its hub and day (PICKUP-3). The run's name begins with the code of its hub,
 * e.g. IKJ-D-12. `fee`: the partner's pay, in kobo. Refuses a past day, an inactive hub, and a former rider.
 */
export const createRun = operation({
  name: "runs.create",
  by: staff("planRuns"),
  input: newRunForm,
  run: async (work, form) => {
    const run = await planRun(work, form);
    return "ok" in run ? run : { ok: true, id: run.id, name: run.name };
  },
  publish: () => ["runs"],
});

/** Plans a run in the caller's transaction. The run's row is locked until the end of the transaction. */
export async function planRun(
  work: Work<Admin>,
  form: z.output<typeof newRunForm>,
): Promise<LockedRun | Refusal> {
  const { tx, at, reserved } = work;
  if (form.day < lagosDay(at)) return refuse("invalid", "day_over");
  // The hub's row is locked, so that simultaneous runs of one hub get different numbers.
  const [hub] = await tx
    .select({ code: hubs.code })
    .from(hubs)
    .where(and(eq(hubs.id, form.hub), eq(hubs.active, true)))
    .for("no key update");
  if (!hub) return refuse("invalid", "unknown_hub");
  const wrong = await refuseUnknown(tx, form);
  if (wrong) return wrong;
  const prefix = `${hub.code}-${LETTER[form.kind]}-`;
  const [{ n } = { n: 0 }] = await tx
    .select({ n: sql<number>`coalesce(max(substr(${runs.name}, 7)::int), 0)`.mapWith(Number) })
    .from(runs)
    .where(and(eq(runs.hubId, form.hub), eq(runs.kind, form.kind)));
  const name = `${prefix}${n + 1}`;
  const [run] = await tx
    .insert(runs)
    .values({
      formKey: reserved?.key ?? randomUUID(),
      formHash: reserved?.hash ?? null,
      name,
      kind: form.kind,
      day: form.day,
      hubId: form.hub,
      toHubId: form.kind === "linehaul" ? form.toHub : null,
      riderId: form.rider,
      partnerId: form.partner,
      driverName: form.driverName || null,
      driverPhone: form.driverPhone,
      plate: form.plate || null,
      feeKobo: form.partner ? form.fee : null,
      createdAt: at,
      updatedAt: at,
    })
    .returning();
  if (!run) throw new Error("no run was made");
  await joinRegular(work, run);
  await logRun(work, run, `${RUN_KIND_NAMES[form.kind]} on ${form.day}`, "create_run");
  return run;
}

type Chosen = { toHub: string | null; rider: string | null; partner: string | null };

async function refuseUnknown(tx: Tx, { toHub, rider, partner }: Chosen): Promise<Refusal | null> {
  if (toHub && !(await exists(tx, toHub))) return refuse("invalid", "unknown_to_hub");
  if (rider && !(await worksForUs(tx, rider))) return refuse("invalid", "unknown_rider");
  return partner && !(await isPartner(tx, partner)) ? refuse("invalid", "unknown_partner") : null;
}

export const isPartner = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.$count(partners, and(eq(partners.id, id), eq(partners.active, true)))) > 0;

const exists = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.$count(hubs, and(eq(hubs.id, id), eq(hubs.active, true)))) > 0;

export async function worksForUs(tx: Tx, id: string): Promise<boolean> {
  const [rider] = await tx
    .select({ id: riders.id })
    .from(riders)
    .where(and(eq(riders.id, id), isNull(riders.leftAt)))
    // The rider's row is locked. If the rider leaves the company at the same time, `riderLeaves` waits for the lock,
    // and then also gives this run to another rider.
    .for("key share");
  return rider !== undefined;
}
