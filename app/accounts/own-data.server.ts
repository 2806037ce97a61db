/** What we keep about a person, for that person; and an end to it. */
import { and, desc, eq, inArray, isNull, ne, or, sql } from "drizzle-orm";
import { recordOutsiderActivity } from "../activity-log/activity-log.server.ts";
import {
  adminMembers,
  deliveries,
  emailLinks,
  mails,
  orders,
  partners,
  pictures,
  products,
  profiles,
  referrals,
} from "../db/schema.ts";
import { foldEmail } from "../lib/fields.ts";
import type { Services } from "../services.server.ts";
import type { Customer } from "./actor.server.ts";
import { lockTeam } from "./team-lock.server.ts";

function without<Row extends object, Name extends keyof Row>(
  rows: Row[],
  ...names: Name[]
): Omit<Row, Name>[] {
  return rows.map(
    (row) =>
      Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name as Name))) as Omit<
        Row,
        Name
      >,
  );
}

/** What stands in a booking where its sender was. The address can get no mail (RFC 2606). */
export const DELETED_SENDER = {
  senderName: "Deleted customer",
  senderEmail: "deleted-customer@account.invalid",
  senderPhone: "Not kept",
  senderAddress: "Not kept",
} as const;

/** Everything that stands in the actor's name, without what only serves the machine. */
export async function exportOwnData({ db, now }: Services, { person }: Customer) {
  const [[profile], bookings, brought, broughtBy, stores, bought] = await Promise.all([
    db.select().from(profiles).where(eq(profiles.id, person.id)),
    db
      .select()
      .from(deliveries)
      .where(eq(deliveries.customerId, person.id))
      .orderBy(desc(deliveries.createdAt)),
    db
      .select({ status: referrals.status, createdAt: referrals.createdAt })
      .from(referrals)
      .where(eq(referrals.referrerId, person.id)),
    db
      .select({ status: referrals.status, createdAt: referrals.createdAt })
      .from(referrals)
      .where(eq(referrals.referredId, person.id)),
    db.select().from(partners).where(eq(partners.userId, person.id)),
    db.select().from(orders).where(eq(orders.customerId, person.id)),
  ]);
  const offered = stores.length
    ? await db
        .select()
        .from(products)
        .where(
          inArray(
            products.partnerId,
            stores.map(({ id }) => id),
          ),
        )
    : [];
  return {
    exportedAt: now(),
    profile,
    bookings: without(bookings, "formKey", "search", "version", "referrerId"),
    referralsMade: brought,
    referredBySomebody: broughtBy,
    stores: without(stores, "search", "emailLinkId"),
    products: without(offered, "search", "version"),
    orders: without(bought, "search", "formKey", "version"),
  };
}

export type AccountDeleted = { ok: true } | { ok: false; errors: Record<string, string> };

/**
 * Deletes the actor's account in one transaction: profile, sessions, links, referrals, mails, stores with their
 * products. Bookings stay, and their codes keep working, without the person. Refuses (field errors) when the typed
 * e-mail is not the account's, and for the last super admin.
 */
export async function deleteAccount(
  { db, files, live, log, now }: Services,
  customer: Customer,
  typedEmail: string,
): Promise<AccountDeleted> {
  const { id, email, fullName } = customer.person;
  if (foldEmail(typedEmail) !== email) {
    return { ok: false, errors: { email: "Type the e-mail address of this account to confirm" } };
  }
  const done = await db.transaction(async (tx) => {
    await lockTeam(tx);
    const [member] = await tx.select().from(adminMembers).where(eq(adminMembers.userId, id));
    if (member?.adminRole === "super_admin") {
      const [another] = await tx
        .select({ id: adminMembers.id })
        .from(adminMembers)
        .where(and(eq(adminMembers.adminRole, "super_admin"), ne(adminMembers.userId, id)))
        .limit(1);
      if (!another) return null;
    }
    if (member) {
      await recordOutsiderActivity(tx, { name: fullName ?? email, email, ip: customer.ip, id }, now(), {
        action: "delete_admin",
        description: "Deleted their own account",
        entityType: "admin",
        entityId: id,
      });
    }
    const guest = and(isNull(deliveries.customerId), sql`lower(${deliveries.senderEmail}) = ${email}`);
    await tx
      .update(deliveries)
      .set({ ...DELETED_SENDER, customerId: null, notes: null, updatedAt: now() })
      .where(or(eq(deliveries.customerId, id), guest));
    await tx.update(orders).set({ buyerName: null, buyerPhone: null }).where(eq(orders.customerId, id));
    const mine = tx.select({ id: partners.id }).from(partners).where(eq(partners.userId, id));
    const shown = await tx
      .delete(pictures)
      .where(inArray(pictures.partnerId, mine))
      .returning({ key: pictures.key });
    await tx.delete(partners).where(eq(partners.userId, id));
    await tx.delete(mails).where(sql`lower(${mails.toAddress}) = ${email}`);
    await tx.delete(emailLinks).where(eq(emailLinks.email, email));
    await tx.delete(profiles).where(eq(profiles.id, id));
    return shown.map(({ key }) => key);
  });
  if (!done) {
    return {
      ok: false,
      errors: { form: "You are the last super admin. Make another one in Admin Management first." },
    };
  }
  live.publish("deliveries");
  for (const key of done)
    await files.remove(key).catch((error) => log.warn({ err: error, key }, "picture not removed"));
  return { ok: true };
}
