/** Deletes a person's login account. docs/retention.md lists the deleted and the retained data. */
import { and, eq, ne } from "drizzle-orm";
import { customer } from "../../access/by.server.ts";
import { recordOutsiderActivity } from "../../access/record-outsider.server.ts";
import { deleteForm } from "../sign-in/account-forms.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { adminMembers } from "../../platform/db/schema.ts";
import { forgetInSandbox } from "../../platform/forget-in-sandbox.server.ts";
import { queueStatistics } from "./forget-statistics.server.ts";
import type { Topic } from "../../platform/live/live.server.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { lockTeam } from "../../access/team-lock.server.ts";
import { erasePerson } from "./erase-person.server.ts";
import { recordErasure } from "./erasures.server.ts";
import { refuse } from "./messages.ts";

/**
 * Deletes the actor's login account: profile, sessions, links, referrals, messages to the company, mails, and stores
 * with their products and orders. A job of the same transaction removes the picture files. The person's bookings, and
 * orders at other stores, stay without the person. Returns the tracking codes of these bookings: the codes stay
 * valid. Refuses an email address other than the actor's, and the last super admin.
 */
export const deleteAccount = operation({
  name: "profile.delete_account",
  by: customer,
  keyless: true,
  input: deleteForm,
  run: async ({ services, tx, actor, at }, { email: typed }) => {
    const { id, email, fullName } = actor.person;
    if (typed !== email) return refuse("invalid", "other_email");
    await lockTeam(tx);
    const [member] = await tx.select().from(adminMembers).where(eq(adminMembers.userId, id));
    if (member?.adminRole === "super_admin" && !(await anotherSuperAdmin(tx, id)))
      return refuse("invalid", "last_super_admin");
    if (member)
      await recordOutsiderActivity(tx, { name: fullName ?? email, email, ip: actor.ip, id }, at, {
        action: "delete_admin",
        description: "Deleted their own account",
        entityType: "admin",
        entityId: id,
      });
    await recordErasure(tx, services, { id, email }, at);
    await queueStatistics(tx, services);
    return { ok: true, codes: await erasePerson(tx, services, { id, email }) };
  },
  tell: forgetInSandbox,
  publish: ({ codes }) => ["bookings", "contacts", ...codes.map((code): Topic => `booking:${code}`)],
});

async function anotherSuperAdmin(tx: Tx, id: string): Promise<boolean> {
  const [another] = await tx
    .select({ id: adminMembers.id })
    .from(adminMembers)
    .where(and(eq(adminMembers.adminRole, "super_admin"), ne(adminMembers.userId, id)))
    .limit(1);
  return another !== undefined;
}
