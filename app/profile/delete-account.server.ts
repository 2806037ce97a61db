/** The end of an account: docs/retention.md says what goes and what stays, and why. */
import { and, eq, inArray, isNull, ne, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { recordOutsiderActivity } from "../activity-log/activity-log.server.ts";
import type { Tx } from "../platform/db/client.server.ts";
import {
  adminMembers,
  contactMessages,
  contactReplies,
  deliveries,
  deliveryEvents,
  emailLinks,
  mails,
  orders,
  partners,
  pictures,
  profiles,
} from "../platform/db/schema.ts";
import { queueFileRemoval } from "../platform/files/remove-pictures.server.ts";
import { refuse, type Result } from "../platform/http/result.ts";
import { foldEmail } from "../platform/http/fields.ts";
import type { Services } from "../platform/services.server.ts";
import { DELETED_SENDER } from "../domain/erased.ts";
import { lockTeam } from "../staff/team-lock.server.ts";
import type { Customer } from "../domain/actor.ts";

export type AccountDeleted = Result<unknown, "invalid">;
type Person = { id: string; email: string };

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
    return refuse("invalid", { email: "Type the e-mail address of this account to confirm" });
  }
  const done = await db.transaction(async (tx) => {
    await lockTeam(tx);
    const [member] = await tx.select().from(adminMembers).where(eq(adminMembers.userId, id));
    if (member?.adminRole === "super_admin" && !(await anotherSuperAdmin(tx, id))) return false;
    if (member) {
      await recordOutsiderActivity(tx, { name: fullName ?? email, email, ip: customer.ip, id }, now(), {
        action: "delete_admin",
        description: "Deleted their own account",
        entityType: "admin",
        entityId: id,
      });
    }
    await eraseBookings(tx, { id, email });
    await eraseMessages(tx, email);
    await eraseStoresAndOrders(tx, services, id);
    await tx
      .update(deliveryEvents)
      .set({ byUserId: null, byName: "Former staff" })
      .where(eq(deliveryEvents.byUserId, id));
    await tx.delete(mails).where(sql`lower(${mails.toAddress}) = ${email}`);
    await tx.delete(emailLinks).where(eq(emailLinks.email, email));
    await tx.delete(profiles).where(eq(profiles.id, id));
    return true;
  });
  if (!done) {
    return refuse("invalid", "You are the last super admin. Make another one in Admin Management first.");
  }
  live.publish("deliveries", "contacts");
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

/**
 * Removes the person from the bookings: their own, and any with their email as sender. The receiver of their own stays
 * until the delivery no longer needs it (purgeExpired); that time begins with the booking's last change, not now.
 */
async function eraseBookings(tx: Tx, { id, email }: Person): Promise<void> {
  const sent = sql`lower(${deliveries.senderEmail}) = ${email}`;
  const erased = await tx
    .update(deliveries)
    .set({ ...DELETED_SENDER, customerId: null, notes: null, referralCode: null, formHash: null })
    .where(or(eq(deliveries.customerId, id), and(isNull(deliveries.customerId), sent)))
    .returning({ id: deliveries.id });
  // Booked by another account with this person's email: that account keeps it.
  const others = await tx
    .update(deliveries)
    .set({ ...DELETED_SENDER, formHash: null })
    .where(sent)
    .returning({ id: deliveries.id });
  await tx.update(deliveries).set({ referralCode: null }).where(eq(deliveries.referrerId, id));
  const ids = [...erased, ...others].map((row) => row.id);
  if (ids.length === 0) return;
  await tx.update(deliveryEvents).set({ note: null }).where(inArray(deliveryEvents.deliveryId, ids));
  await tx.delete(mails).where(inArray(mails.deliveryId, ids));
}

/** Ids that are read first, so that whatever is found by them is found by its index: few are of one person. */
function isAnyOf(column: AnyPgColumn, ids: SQLWrapper): SQL {
  return sql`${column} = any(array${ids})`;
}

/** Takes away what the person wrote to the company, the answers, and the mails that carried both. */
async function eraseMessages(tx: Tx, email: string): Promise<void> {
  const wrote = tx
    .select({ id: contactMessages.id })
    .from(contactMessages)
    .where(sql`lower(${contactMessages.email}) = ${email}`);
  const answers = tx
    .select({ id: contactReplies.id })
    .from(contactReplies)
    .where(inArray(contactReplies.messageId, wrote));
  await tx.delete(mails).where(or(isAnyOf(mails.aboutId, wrote), isAnyOf(mails.aboutId, answers)));
  await tx.delete(contactMessages).where(sql`lower(${contactMessages.email}) = ${email}`);
}

/** Removes the person from orders at other stores, and their own stores, products, orders and pictures. */
async function eraseStoresAndOrders(tx: Tx, services: Services, id: string): Promise<void> {
  const own = tx.select({ id: partners.id }).from(partners).where(eq(partners.userId, id));
  const about = tx
    .select({ id: orders.id })
    .from(orders)
    .where(or(eq(orders.customerId, id), isAnyOf(orders.partnerId, own)));
  await tx.delete(mails).where(isAnyOf(mails.aboutId, about));
  await tx
    .update(orders)
    .set({ customerId: null, buyerName: null, buyerPhone: null, formHash: null })
    .where(eq(orders.customerId, id));
  const shown = await tx
    .delete(pictures)
    .where(inArray(pictures.partnerId, own))
    .returning({ key: pictures.key });
  await queueFileRemoval(
    tx,
    services,
    shown.map(({ key }) => key),
  );
  await tx.delete(partners).where(eq(partners.userId, id));
}
