/** The end of an account: docs/retention.md says what goes and what stays, and why. */
import { and, eq, ne } from "drizzle-orm";
import { recordOutsiderActivity } from "../activity-log/activity-log.server.ts";
import type { Tx } from "../platform/db/client.server.ts";
import { adminMembers } from "../platform/db/schema.ts";
import { refuse, type Result } from "../platform/http/result.ts";
import { foldEmail } from "../platform/http/fields.ts";
import type { Topic } from "../platform/live/live.server.ts";
import type { Services } from "../platform/services.server.ts";
import { lockTeam } from "../staff/team-lock.server.ts";
import type { Customer } from "../domain/actor.ts";
import { erasePerson } from "./erase-person.server.ts";
import { recordErasure } from "./erasures.server.ts";

export type AccountDeleted = Result<unknown, "invalid">;

/**
 * Deletes the actor's account in one transaction: profile, sessions, links, referrals, messages to the company, mails,
 * stores with their products and orders. A job of that transaction removes the files of their pictures. Bookings and
 * orders at other stores stay without the person; booking codes keep working. Refuses (field errors) when the typed
 * email is not the account's, and for the last super admin.
 */
export async function deleteAccount(
  services: Services,
  customer: Customer,
  typedEmail: string,
): Promise<AccountDeleted> {
  const { db, live, now } = services;
  const { id, email, fullName } = customer.person;
  if (foldEmail(typedEmail) !== email) {
    return refuse("invalid", { email: "Type the email address of this account to confirm" });
  }
  const codes = await db.transaction(async (tx) => {
    await lockTeam(tx);
    const [member] = await tx.select().from(adminMembers).where(eq(adminMembers.userId, id));
    if (member?.adminRole === "super_admin" && !(await anotherSuperAdmin(tx, id))) return null;
    if (member) {
      await recordOutsiderActivity(tx, { name: fullName ?? email, email, ip: customer.ip, id }, now(), {
        action: "delete_admin",
        description: "Deleted their own account",
        entityType: "admin",
        entityId: id,
      });
    }
    await recordErasure(tx, services, { id, email }, now());
    return erasePerson(tx, services, { id, email });
  });
  if (!codes) {
    return refuse("invalid", "You are the last super admin. Make another one in Admin Management first.");
  }
  live.publish("deliveries", "contacts", ...codes.map((code): Topic => `delivery:${code}`));
  return { ok: true };
}

async function anotherSuperAdmin(tx: Tx, id: string): Promise<boolean> {
  const [another] = await tx
    .select({ id: adminMembers.id })
    .from(adminMembers)
    .where(and(eq(adminMembers.adminRole, "super_admin"), ne(adminMembers.userId, id)))
    .limit(1);
  return another !== undefined;
}
