/**
 * BUSINESS-2: finds the business of a person. Each request looks it up again, so a removed member loses access at once.
 */
import { eq } from "drizzle-orm";
import type { Db, Tx } from "../platform/db/client.server.ts";
import { businesses, businessMembers } from "../platform/db/schema.ts";
import type { Member, Person } from "./actor.ts";
import { memberOf } from "./actors.server.ts";

/** Returns the person as a member of their business. Null if the person has no business. */
export async function findMember(db: Db | Tx, person: Person, ip: string): Promise<Member | null> {
  const [row] = await db
    .select({
      id: businesses.id,
      name: businesses.name,
      state: businesses.state,
      role: businessMembers.role,
    })
    .from(businessMembers)
    .innerJoin(businesses, eq(businesses.id, businessMembers.businessId))
    .where(eq(businessMembers.userId, person.id));
  if (!row) return null;
  const { role, ...business } = row;
  return memberOf(ip, person, { business, role });
}
