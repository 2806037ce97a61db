/** Finds a run, and locks its row for a change. */
import { eq } from "drizzle-orm";
import type { Admin } from "../../access/actor.ts";
import { refuseOtherHub } from "../../access/own-hub.server.ts";
import { logAbout } from "../../access/record-activity.server.ts";
import type { ActivityAction } from "../../domain/activity-actions.ts";
import type { RunState } from "../../domain/run.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { runs } from "../../platform/db/schema.ts";
import type { Refusal } from "../../platform/http/result.ts";
import type { Topic } from "../../platform/live/live.server.ts";
import { refuse } from "./messages.ts";

export type LockedRun = typeof runs.$inferSelect;

/**
 * Locks a run's row. Must be called before rows of bookings and pieces are locked. Refuses an unknown run and another
 * hub's clerk.
 */
export async function lockRun(
  { tx, actor }: { tx: Tx; actor: Admin },
  { run: id }: { run: string },
): Promise<LockedRun | Refusal> {
  const [run] = await tx.select().from(runs).where(eq(runs.id, id)).for("no key update");
  if (!run) return refuse("not_found", "unknown_run");
  return (await refuseOtherHub(tx, actor, run.hubId, run.toHubId)) ?? run;
}

/** Locks the row of a run that a form changes. Refuses if the form shows an outdated version of the run. */
export async function lockSeenRun(work: { tx: Tx; actor: Admin }, form: { run: string; version: number }) {
  const run = await lockRun(work, form);
  if ("ok" in run) return run;
  return run.version === form.version ? run : refuse("conflict", "changed_meanwhile");
}

/** Changes a run's row, and increases its version. */
export async function changeRun(
  tx: Tx,
  run: LockedRun,
  at: Date,
  values: Partial<typeof runs.$inferInsert>,
): Promise<void> {
  await tx
    .update(runs)
    .set({ ...values, version: run.version + 1, updatedAt: at })
    .where(eq(runs.id, run.id));
}

export const logAboutRun = logAbout("run");

export const logRun = (
  work: { tx: Tx; actor: Admin; at: Date },
  { id, name }: { id: string; name: string },
  what: string,
  action: ActivityAction = "update_run",
): Promise<void> => logAboutRun(work, id, action, `${name}: ${what}`);

/** Refuses if the run's state is not in `states`. `does`: what the person wanted to do, for the text of the refusal. */
export const unless = (run: LockedRun, states: readonly RunState[], does: string): Refusal | null =>
  states.includes(run.state) ? null : refuse("conflict", "wrong_state", { state: run.state, does });

export const runTopics = (_done: unknown, _input: unknown, run: { id: string }): Topic[] => [
  "runs",
  `run:${run.id}`,
];
