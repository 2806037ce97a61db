/** Writes the activity log in the transaction of the logged action. The database refuses changes of existing rows. */
import type { Tx } from "../platform/db/client.server.ts";
import { activityLogs } from "../platform/db/schema.ts";
import type { ActivityAction } from "../domain/activity-actions.ts";
import type { Admin, Operator, Rider, System } from "./actor.ts";

export type Activity = {
  action: ActivityAction;
  /** A description has no secrets and no long text from customers. */
  description: string;
  entityType?: string;
  entityId?: string;
};

type Logged = Admin | Rider | Operator | System;

export const recordActivity = (tx: Tx, actor: Logged, at: Date, activity: Activity): Promise<void> =>
  recordActivities(tx, actor, at, [activity]);

type Recording = { tx: Tx; actor: Logged; at: Date };

/** Returns a function that logs actions on records of one type. */
export const logAbout =
  (entityType: string) =>
  (
    { tx, actor, at }: Recording,
    entityId: string,
    action: ActivityAction,
    description: string,
  ): Promise<void> =>
    recordActivity(tx, actor, at, { action, description, entityType, entityId });

export const logBooking = logAbout("booking");
export const logHub = logAbout("hub");

/** Logs an act about a booking. The row names the booking's tracking code. */
export const recordOnBooking = (
  by: Recording,
  { id, code }: { id: string; code: string },
  action: ActivityAction,
  text: string,
): Promise<void> => logBooking(by, id, action, `${code}: ${text}`);

/** The number of rows in one statement, so that the statement's parameters stay well below PostgreSQL's maximum. */
const ROWS_A_STATEMENT = 1000;

export async function recordActivities(
  tx: Tx,
  actor: Logged,
  at: Date,
  activities: readonly Activity[],
): Promise<void> {
  const who = columnsOf(actor);
  const rows = activities.map((activity) => ({ createdAt: at, ...who, ...activity }));
  for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT)
    await tx.insert(activityLogs).values(rows.slice(from, from + ROWS_A_STATEMENT));
}

function columnsOf(actor: Logged) {
  if (actor.kind === "system") return { adminName: actor.program, adminEmail: "" };
  if (actor.kind === "operator") return { adminName: "Server operator", adminEmail: "operator" };
  // A rider has no login account, so the row has the rider's name and no id.
  if (actor.kind === "rider") return { adminName: `${actor.name}, rider`, adminEmail: "", ip: actor.ip };
  const { id, fullName, email } = actor.person;
  return { adminId: id, adminName: fullName ?? email, adminEmail: email, ip: actor.ip };
}
