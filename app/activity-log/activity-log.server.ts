/** The activity log. A row is written in the transaction of the action; the database refuses any change of it. */
import type { Tx } from "../platform/db/client.server.ts";
import { activityLogs } from "../platform/db/schema.ts";
import type { ActivityAction } from "../domain/activity-actions.ts";
import type { Admin } from "../domain/actor.ts";

export type Activity = {
  action: ActivityAction;
  /** A description without secrets and without long text by customers. */
  description: string;
  entityType?: string;
  entityId?: string;
};

/** Who did it: a member of staff, or a program by its name, such as the provider of online payments. */
export type Doer = Admin | { program: string };

/** Adds one row, at `at`. */
export const recordActivity = (tx: Tx, doer: Doer, at: Date, activity: Activity): Promise<void> =>
  recordActivities(tx, doer, at, [activity]);

/** Rows of one statement: well below the most parameters that PostgreSQL takes. */
const ROWS_A_STATEMENT = 1000;

/** Adds a row for each, at `at`. */
export async function recordActivities(
  tx: Tx,
  doer: Doer,
  at: Date,
  activities: readonly Activity[],
): Promise<void> {
  const who =
    "program" in doer
      ? { createdAt: at, adminName: doer.program, adminEmail: "" }
      : {
          createdAt: at,
          adminId: doer.person.id,
          adminName: doer.person.fullName ?? doer.person.email,
          adminEmail: doer.person.email,
          ip: doer.ip,
        };
  const rows = activities.map((activity) => ({ ...who, ...activity }));
  for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT)
    await tx.insert(activityLogs).values(rows.slice(from, from + ROWS_A_STATEMENT));
}

/** A row about somebody who is not signed in as staff: a failed sign-in, or a command of the operator. */
export async function recordOutsiderActivity(
  tx: Tx,
  who: { name: string; email: string; ip: string | null; id?: string },
  at: Date,
  activity: Activity,
): Promise<void> {
  await tx.insert(activityLogs).values({
    createdAt: at,
    adminId: who.id ?? null,
    adminName: who.name,
    adminEmail: who.email,
    ip: who.ip,
    ...activity,
  });
}
