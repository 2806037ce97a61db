/** BUSINESS-2: owners of a business invite members by mail, and remove members with immediate effect. */
import { and, asc, eq, gt, isNull, sql } from "drizzle-orm";
import { customer, member } from "../../access/by.server.ts";
import type { Customer } from "../../access/actor.ts";
import { addDays } from "../../domain/dates.ts";
import { MEMBER_ROLE_LABELS } from "../../domain/business.ts";
import { notify } from "../../notifications/notify.server.ts";
import { type Db, pickColumns, type Tx } from "../../platform/db/client.server.ts";
import {
  apiKeys,
  bookings,
  businessBookings,
  businesses,
  businessInvites,
  businessMembers,
  profiles,
  webhookEndpoints,
} from "../../platform/db/schema.ts";
import { forgetInSandbox } from "../../platform/forget-in-sandbox.server.ts";
import { operation, type Work } from "../../platform/operations/operation.server.ts";
import { INVITED_DAYS } from "./apply.server.ts";
import { logBusiness } from "./business-events.server.ts";
import { inviteForm, inviteIdForm, memberForm, roleForm } from "./business-forms.ts";
import { refuse } from "./messages.ts";

const MOST_MEMBERS = 100;

/** Makes changes to a business's members wait for each other, so that the business never loses its last owner. */
const lockMembers = (tx: Tx, businessId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`members ${businessId}`}, 0))`);

/**
 * Mails an invitation that is valid for 30 days and replaces an earlier invitation. Refuses a member of the business.
 */
export const inviteMember = operation({
  name: "businesses.invite",
  by: member("manageMembers"),
  input: inviteForm,
  run: async (work, { email, role }) => {
    const { services, tx, actor, at } = work;
    const businessId = actor.business.id;
    await lockMembers(tx, businessId);
    const members = eq(businessMembers.businessId, businessId);
    const [known] = await tx
      .select({ id: profiles.id })
      .from(businessMembers)
      .innerJoin(profiles, eq(profiles.id, businessMembers.userId))
      .where(and(members, eq(profiles.email, email)));
    if (known) return refuse("invalid", "is_member");
    const count =
      (await tx.$count(businessMembers, members)) +
      (await tx.$count(businessInvites, eq(businessInvites.businessId, businessId)));
    if (count >= MOST_MEMBERS) return refuse("conflict", "too_many_members", { most: MOST_MEMBERS });
    const renewed = { role, createdAt: at, expiresAt: addDays(at, INVITED_DAYS) };
    const [invite] = await tx
      .insert(businessInvites)
      .values({ businessId, email, ...renewed })
      .onConflictDoUpdate({ target: [businessInvites.businessId, businessInvites.email], set: renewed })
      .returning({ id: businessInvites.id });
    await logBusiness(work, businessId, `Invited a ${MEMBER_ROLE_LABELS[role].toLowerCase()}`);
    await notify(services, tx, { event: "business_invited", about: { inviteId: invite!.id } });
    return { ok: true };
  },
});

/** Withdraws an invitation. Does nothing if the invitation no longer exists. */
export const withdrawInvite = operation({
  name: "businesses.withdraw_invite",
  by: member("manageMembers"),
  keyless: true,
  input: inviteIdForm,
  run: async ({ tx, actor }, { inviteId }) => {
    await tx
      .delete(businessInvites)
      .where(and(eq(businessInvites.id, inviteId), eq(businessInvites.businessId, actor.business.id)));
    return { ok: true };
  },
});

/** Returns the SQL condition of an open invitation to this person. The person's email address must be verified. */
const invitedTo = (person: Customer["person"], at: Date) =>
  and(
    eq(businessInvites.email, person.email),
    gt(businessInvites.expiresAt, at),
    sql`exists (select from ${profiles} where ${profiles.id} = ${person.id} and ${profiles.emailVerifiedAt} is not null)`,
  );

export const invitesFor = (db: Db, person: Customer["person"], at: Date) =>
  db
    .select({ id: businessInvites.id, business: businesses.name, role: businessInvites.role })
    .from(businessInvites)
    .innerJoin(businesses, eq(businesses.id, businessInvites.businessId))
    .where(invitedTo(person, at))
    .orderBy(asc(businessInvites.createdAt));

/**
 * Accepts an invitation. Only a person with the invited, verified email address may accept. Refuses a member of
 * another business.
 */
export const acceptInvite = operation({
  name: "businesses.accept",
  by: customer,
  input: inviteIdForm,
  run: async (work, { inviteId }) => {
    const { tx, actor, at } = work;
    const [invite] = await tx
      .delete(businessInvites)
      .where(and(eq(businessInvites.id, inviteId), invitedTo(actor.person, at)))
      .returning();
    if (!invite) return refuse("not_found", "no_such_invite");
    const { businessId, role } = invite;
    const joined = await tx
      .insert(businessMembers)
      .values({ businessId, userId: actor.person.id, role, createdAt: at })
      .onConflictDoNothing()
      .returning({ userId: businessMembers.userId });
    if (joined.length === 0) return refuse("conflict", "member_already");
    await logBusiness(work, businessId, `Joined as ${MEMBER_ROLE_LABELS[role].toLowerCase()}`);
    return { ok: true };
  },
});

async function findMemberOf({ tx, actor }: Work<{ business: { id: string } }>, userId: string) {
  const businessId = actor.business.id;
  await lockMembers(tx, businessId);
  const members = await tx
    .select({ userId: businessMembers.userId, role: businessMembers.role })
    .from(businessMembers)
    .where(eq(businessMembers.businessId, businessId));
  const found = members.find((one) => one.userId === userId);
  const owners = members.filter(({ role }) => role === "owner");
  return { businessId, found, owners };
}

/** Gives a member another role. Refuses to change the role of the last owner. */
export const changeMemberRole = operation({
  name: "businesses.change_role",
  by: member("manageMembers"),
  input: roleForm,
  run: async (work, { userId, role }) => {
    const { businessId, found, owners } = await findMemberOf(work, userId);
    if (!found) return refuse("not_found", "no_such_member");
    if (found.role === "owner" && role !== "owner" && owners.length === 1)
      return refuse("conflict", "last_owner");
    await work.tx.update(businessMembers).set({ role }).where(eq(businessMembers.userId, userId));
    await logBusiness(work, businessId, `Made a member ${MEMBER_ROLE_LABELS[role].toLowerCase()}`);
    return { ok: true };
  },
});

/**
 * Removes a member. From then on, requests by the member, and requests with the member's API keys for the business,
 * are refused. The member's webhook endpoints are deleted. The bookings move to an owner's account, because they
 * belong to the business. Refuses to remove the last owner.
 */
export const removeMember = operation({
  name: "businesses.remove_member",
  by: member("manageMembers"),
  input: memberForm,
  run: async (work, { userId }) => {
    const { tx, at } = work;
    const { businessId, found, owners } = await findMemberOf(work, userId);
    if (!found) return refuse("not_found", "no_such_member");
    const heir = owners.find((owner) => owner.userId !== userId);
    if (!heir) return refuse("conflict", "last_owner");
    await tx.delete(businessMembers).where(eq(businessMembers.userId, userId));
    await tx
      .update(apiKeys)
      .set({ revokedAt: at })
      .where(and(eq(apiKeys.businessId, businessId), eq(apiKeys.userId, userId), isNull(apiKeys.revokedAt)));
    await tx
      .delete(webhookEndpoints)
      .where(and(eq(webhookEndpoints.businessId, businessId), eq(webhookEndpoints.userId, userId)));
    await tx
      .update(bookings)
      .set({ customerId: heir.userId })
      .where(
        sql`${bookings.customerId} = ${userId} and ${bookings.id} in (
          select ${businessBookings.bookingId} from ${businessBookings} where ${businessBookings.businessId} = ${businessId})`,
      );
    await logBusiness(work, businessId, "Removed a member");
    return { ok: true };
  },
  tell: forgetInSandbox,
});

/** Reads the members and the open invitations of a business, for its owners. */
export async function readMembers(db: Db, businessId: string, at: Date) {
  const members = await db
    .select({
      userId: businessMembers.userId,
      role: businessMembers.role,
      since: businessMembers.createdAt,
      name: profiles.fullName,
      email: profiles.email,
    })
    .from(businessMembers)
    .innerJoin(profiles, eq(profiles.id, businessMembers.userId))
    .where(eq(businessMembers.businessId, businessId))
    .orderBy(asc(businessMembers.createdAt), asc(businessMembers.userId));
  const invites = await db
    .select(pickColumns(businessInvites, "id", "email", "role", "expiresAt"))
    .from(businessInvites)
    .where(and(eq(businessInvites.businessId, businessId), gt(businessInvites.expiresAt, at)))
    .orderBy(asc(businessInvites.createdAt));
  return { members, invites };
}
