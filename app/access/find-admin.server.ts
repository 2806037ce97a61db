import { eq } from "drizzle-orm";
import type { Admin } from "./actor.ts";
import type { Db } from "../platform/db/client.server.ts";
import { adminMembers, profiles } from "../platform/db/schema.ts";
import { adminOf } from "./actors.server.ts";

/** Finds the member of staff who started a job, with their current role. Null if the person has left the team. */
export async function findAdmin(db: Db, memberId: string): Promise<Admin | null> {
  const [row] = await db
    .select({ person: profiles, role: adminMembers.adminRole })
    .from(adminMembers)
    .innerJoin(profiles, eq(profiles.id, adminMembers.userId))
    .where(eq(adminMembers.id, memberId));
  return row ? adminOf("background", row.person, { memberId, role: row.role }) : null;
}
