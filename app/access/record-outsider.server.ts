import type { Tx } from "../platform/db/client.server.ts";
import { activityLogs } from "../platform/db/schema.ts";
import type { Activity } from "./record-activity.server.ts";

/** Logs an action of a person without a staff session, for example a failed sign-in. */
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
