import type { Admin } from "../domain/actor.ts";
import { refusal, type Permission } from "../domain/permissions.ts";
import { refuse, type Refusal } from "../platform/http/result.ts";
import type { Services } from "../platform/services.server.ts";
import { recordActivity } from "./activity-log.server.ts";

/** Refuses a role that lacks a permission and logs the attempt (STAFF-13); null where the role has it. */
export async function refuseRole(
  services: Services,
  admin: Admin,
  permission: Permission,
  { description, entityType }: { description: string; entityType: string },
): Promise<Refusal<"forbidden"> | null> {
  const reason = refusal(admin.role, permission);
  if (!reason) return null;
  await services.db.transaction((tx) =>
    recordActivity(tx, admin, services.now(), { action: "refused", description, entityType }),
  );
  return refuse("forbidden", reason);
}
