/** BUSINESS-1: applications for a business account. Staff open an account, or approve or refuse an application. */
import { eq } from "drizzle-orm";
import { customer, staff } from "../../access/by.server.ts";
import { notify } from "../../notifications/notify.server.ts";
import { addDays } from "../../domain/dates.ts";
import { businesses, businessInvites, businessMembers } from "../../platform/db/schema.ts";
import { operation, type Work } from "../../platform/operations/operation.server.ts";
import { approveForm, businessForm, openForm, refuseForm } from "./business-forms.ts";
import { logBusiness, recordBusiness } from "./business-events.server.ts";
import { refuse } from "./messages.ts";

export const INVITED_DAYS = 30;

/**
 * Applies for an account. The applicant becomes the owner. Refuses a person who is already a member of a business or
 * has already applied.
 */
export const applyForAccount = operation({
  name: "businesses.apply",
  by: customer,
  input: businessForm,
  run: async (work, form) => {
    const { tx, actor, at } = work;
    const [business] = await tx
      .insert(businesses)
      .values({ ...form, createdAt: at, updatedAt: at })
      .returning({ id: businesses.id });
    const { id } = business!;
    const joined = await tx
      .insert(businessMembers)
      .values({ businessId: id, userId: actor.person.id, role: "owner", createdAt: at })
      .onConflictDoNothing()
      .returning({ userId: businessMembers.userId });
    if (joined.length === 0) return refuse("conflict", "member_already");
    await logBusiness(work, id, "Applied for an account");
    return { ok: true, id };
  },
});

/** Locks the row of a business until the transaction ends. */
export async function lockBusiness({ tx }: Pick<Work<unknown>, "tx">, { id }: { id: string }) {
  const [business] = await tx.select().from(businesses).where(eq(businesses.id, id)).for("no key update");
  return business ?? refuse("not_found", "no_such_business");
}
export type LockedBusiness = typeof businesses.$inferSelect;

/** Opens the account of an applicant, and mails the business. The limit is 0 until a super admin sets it. */
export const approveBusiness = operation({
  name: "businesses.approve",
  by: staff("approveBusinesses"),
  input: approveForm,
  on: lockBusiness,
  run: async (work, { id }, business) => {
    const { services, tx, at } = work;
    if (business.state !== "asked") return refuse("conflict", "decided_before");
    await tx
      .update(businesses)
      .set({ state: "open", decidedAt: at, version: business.version + 1, updatedAt: at })
      .where(eq(businesses.id, id));
    await recordBusiness(work, business, { action: "decide_business", text: "Account approved" });
    await notify(services, tx, { event: "business_opened", about: { businessId: id } });
    return { ok: true };
  },
});

/** Refuses an application with a reason. The applicant gets the reason by mail and at /business. */
export const refuseBusiness = operation({
  name: "businesses.refuse",
  by: staff("approveBusinesses"),
  input: refuseForm,
  on: lockBusiness,
  run: async (work, { id, reason }, business) => {
    const { services, tx, at } = work;
    if (business.state !== "asked") return refuse("conflict", "decided_before");
    await tx
      .update(businesses)
      .set({ state: "refused", reason, decidedAt: at, version: business.version + 1, updatedAt: at })
      .where(eq(businesses.id, id));
    await recordBusiness(work, business, {
      action: "decide_business",
      text: `Application refused: ${reason}`,
    });
    await notify(services, tx, { event: "business_opened", about: { businessId: id } });
    return { ok: true };
  },
});

/** Opens a business account without an application, and invites its owner by mail. */
export const openBusiness = operation({
  name: "businesses.open",
  by: staff("manageBusinesses"),
  input: openForm,
  run: async (work, { owner, ...form }) => {
    const { services, tx, at } = work;
    const [business] = await tx
      .insert(businesses)
      .values({ ...form, state: "open", decidedAt: at, createdAt: at, updatedAt: at })
      .returning({ id: businesses.id, name: businesses.name });
    const { id: businessId } = business!;
    const [invite] = await tx
      .insert(businessInvites)
      .values({
        businessId,
        email: owner,
        role: "owner",
        createdAt: at,
        expiresAt: addDays(at, INVITED_DAYS),
      })
      .returning({ id: businessInvites.id });
    await recordBusiness(work, business!, { action: "update_business", text: "Account opened" });
    await notify(services, tx, { event: "business_invited", about: { inviteId: invite!.id } });
    return { ok: true, id: businessId };
  },
});
