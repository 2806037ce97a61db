/**
 * API-9: the people of the sandbox. Each owner of a test key is copied into the sandbox as a row. This row is deleted
 * together with the owner's account. Test bookings are deleted after 30 days. Triggers protect histories from deletion,
 * so the deleting transaction disables these triggers in the sandbox.
 */
import { eq, ne, and, sql } from "drizzle-orm";
import { KEEP_TEST_DAYS } from "../../domain/api-keys.ts";
import type { Db, Tx } from "../../platform/db/client.server.ts";
import {
  businessAgreements,
  businesses,
  businessMembers,
  profiles,
  stores,
  webhookEndpoints,
} from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import type { TestOwner } from "../../platform/services.server.ts";

const MOST_LIMIT_KOBO = 100_000_000_000;

/** Copies the owner of a key into the sandbox. If the owner is already there, updates the owner's data. */
export async function copyOwner(company: Db, sandbox: Db, { person, owner }: TestOwner): Promise<void> {
  const { id, email, firstName, lastName, phone, address } = person;
  const own = { email, firstName, lastName, phone, address };
  await transact(sandbox, async (tx) => {
    // An earlier copy of another person may still have the email address that now belongs to this person.
    await tx
      .update(profiles)
      .set({ email: sql`${profiles.id} || '@former.invalid'` })
      .where(and(eq(profiles.email, own.email), ne(profiles.id, id)));
    await tx
      .insert(profiles)
      .values({ id, ...own })
      .onConflictDoUpdate({
        target: profiles.id,
        set: own,
        setWhere: sql`(${profiles.email}, ${profiles.firstName}, ${profiles.lastName}, ${profiles.phone}, ${profiles.address})
          is distinct from (${own.email}, ${own.firstName}, ${own.lastName}, ${own.phone}, ${own.address})`,
      });
    if (owner.kind === "store") await copyStore(company, tx, owner.id);
    if (owner.kind === "business") await copyBusiness(company, tx, { businessId: owner.id, userId: id });
  });
}

/**
 * Copies the business of a key, its prices, and the key's maker as a member. The copy's credit limit is raised by what
 * test bookings have used, so the copy has as much unused credit as the real business.
 */
async function copyBusiness(
  company: Db,
  tx: Tx,
  { businessId, userId }: { businessId: string; userId: string },
): Promise<void> {
  const [row] = await company.select().from(businesses).where(eq(businesses.id, businessId));
  const [member] = await company.select().from(businessMembers).where(eq(businessMembers.userId, userId));
  if (!row || member?.businessId !== businessId) return;
  const { search: _, usedKobo, creditKobo, limitKobo, ...facts } = row;
  const leftKobo = limitKobo - usedKobo + creditKobo;
  await tx
    .insert(businesses)
    .values({ ...facts, limitKobo: leftKobo > 0 ? leftKobo : 0 })
    .onConflictDoUpdate({
      target: businesses.id,
      set: {
        ...facts,
        limitKobo: sql`greatest(0, least(${MOST_LIMIT_KOBO}, ${businesses.usedKobo} - ${businesses.creditKobo} + ${leftKobo}))`,
      },
    });
  await tx
    .insert(businessMembers)
    .values(member)
    .onConflictDoUpdate({ target: businessMembers.userId, set: member });
  const agreements = await company
    .select()
    .from(businessAgreements)
    .where(eq(businessAgreements.businessId, businessId));
  if (agreements.length > 0) await tx.insert(businessAgreements).values(agreements).onConflictDoNothing();
}

async function copyStore(company: Db, tx: Tx, id: string): Promise<void> {
  const [store] = await company
    .select({
      id: stores.id,
      userId: stores.userId,
      slug: stores.slug,
      businessName: stores.businessName,
      category: stores.category,
      email: stores.email,
      phone: stores.phone,
      address: stores.address,
      description: stores.description,
    })
    .from(stores)
    .where(eq(stores.id, id));
  if (store) await tx.insert(stores).values(store).onConflictDoNothing();
}

/**
 * Deletes sandbox bookings older than 30 days, all data of people whose account was deleted, and ended memberships.
 * Returns the counts of deleted bookings and people.
 */
export async function tidySandbox(
  company: Db,
  sandbox: Db,
  now: Date,
): Promise<{ bookings: number; people: number }> {
  const copied = await sandbox.select({ id: profiles.id }).from(profiles);
  const ids = copied.map(({ id }) => id);
  const { rows: there } = await company.execute<{ id: string }>(
    sql`select id from profiles where id = any(${sql.param(ids)}::uuid[])`,
  );
  const known = new Set(there.map(({ id }) => id));
  const gone = ids.filter((id) => !known.has(id));
  await removeFormerMembers(company, sandbox);
  const before = new Date(now.getTime() - KEEP_TEST_DAYS * 24 * 60 * 60 * 1000);
  const { rows: old } = await sandbox.execute<{ id: string }>(sql`select id from bookings
    where created_at < ${before.toISOString()}::timestamptz or customer_id = any(${sql.param(gone)}::uuid[])`);
  if (old.length + gone.length === 0) return { bookings: 0, people: 0 };
  await transact(sandbox, (tx) =>
    removeRows(
      tx,
      old.map(({ id }) => id),
      gone,
    ),
  );
  return { bookings: old.length, people: gone.length };
}

/** Deletes sandbox memberships that have ended in the live database, and the webhook endpoints of these members. */
async function removeFormerMembers(company: Db, sandbox: Db): Promise<void> {
  const copied = await sandbox
    .select({ userId: businessMembers.userId, businessId: businessMembers.businessId })
    .from(businessMembers);
  if (copied.length === 0) return;
  const { rows: former } = await company.execute<{ userId: string; businessId: string }>(sql`
    select c."userId", c."businessId" from jsonb_to_recordset(${JSON.stringify(copied)}::jsonb) as c ("userId" uuid, "businessId" uuid)
    where not exists (select from business_members m where m.user_id = c."userId" and m.business_id = c."businessId")`);
  for (const { userId, businessId } of former)
    await transact(sandbox, async (tx) => {
      await tx.delete(businessMembers).where(eq(businessMembers.userId, userId));
      await tx
        .delete(webhookEndpoints)
        .where(and(eq(webhookEndpoints.userId, userId), eq(webhookEndpoints.businessId, businessId)));
    });
}

async function removeRows(tx: Tx, bookings: string[], people: string[]): Promise<void> {
  const guards = await deletionGuards(tx);
  for (const { table, name } of guards) await tx.execute(sql`alter table ${table} disable trigger ${name}`);
  for (const table of await ofBookings(tx))
    await tx.execute(sql`delete from ${table} where booking_id = any(${sql.param(bookings)}::uuid[])`);
  await tx.execute(sql`delete from bookings where id = any(${sql.param(bookings)}::uuid[])`);
  for (const { table, name } of guards) await tx.execute(sql`alter table ${table} enable trigger ${name}`);
  await tx.execute(sql`delete from stores where user_id = any(${sql.param(people)}::uuid[])`);
  await tx.execute(sql`delete from profiles where id = any(${sql.param(people)}::uuid[])`);
}

async function deletionGuards(tx: Tx) {
  // In `tgtype`, bit 2 means 'before' and bit 8 'on delete'.
  const { rows } = await tx.execute<{ table: string; name: string }>(sql`
    select tgrelid::regclass::text as table, tgname as name from pg_trigger
    where not tgisinternal and tgtype & 10 = 10 order by 1, 2`);
  return rows.map(({ table, name }) => ({ table: sql.identifier(table), name: sql.identifier(name) }));
}

/** Returns the tables that refer to bookings without `on delete cascade`. Their rows must be deleted first. */
async function ofBookings(tx: Tx) {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select k.conrelid::regclass::text as name from pg_constraint k
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    where k.contype = 'f' and k.confrelid = 'bookings'::regclass and a.attname = 'booking_id' and k.confdeltype <> 'c'
    order by 1`);
  return rows.map(({ name }) => sql.identifier(name));
}
