import type { Admin, Rider } from "../../access/actor.ts";
import { recordActivity } from "../../access/record-activity.server.ts";
import type { ActivityAction } from "../../domain/activity-actions.ts";
import type { Tx } from "../../platform/db/client.server.ts";

/** Writes an entry about a rider to the activity log. */
export const logRider = (
  { tx, actor, at }: { tx: Tx; actor: Admin | Rider; at: Date },
  id: string,
  action: ActivityAction,
  description: string,
): Promise<void> => recordActivity(tx, actor, at, { action, description, entityType: "rider", entityId: id });
