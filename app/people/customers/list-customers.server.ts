/**
 * STAFF-9: lists customers, those with the most bookings first. The list comes from a summary that triggers maintain,
 * with one row for each email address in lower case. A search first scans the 5,000 customers with the most bookings.
 * If the matches among these do not fill a page, the search uses the trigram index of all customers.
 */
import { and, eq, inArray, sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "../../platform/db/client.server.ts";
import { countUpTo } from "../../platform/db/count-up-to.server.ts";
import { customerSummaries, profiles, referrals } from "../../platform/db/schema.ts";
import { keyset } from "../../platform/http/keyset.server.ts";
import { paginate, type Cursor, type Page, type PageParams } from "../../platform/http/keyset.ts";
import { hasTrigram } from "../../platform/http/search.ts";
import { searchCondition } from "../../platform/http/search.server.ts";

const PAGE_SIZE = 50;
const BUSIEST = 5000;
// A search has at most 100 characters.
const WHOLE_EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** `at` is minus the number of bookings, so that the list is in ascending order of `at` and email address. */
export type CustomerCursor = Cursor<number>;

/** Reads a cursor that is written '<bookings>_<email>'. */
export function readCustomerCursor(text: string | null): CustomerCursor | null {
  const [, bookings, email] = /^(\d{1,9})_(.{1,254})$/.exec((text ?? "").replaceAll("\0", "")) ?? [];
  return bookings && email ? { at: -Number(bookings), id: email } : null;
}

const writeCustomerCursor = ({ bookingsCount, email }: Summary) => `${bookingsCount}_${email}`;

export type CustomerFilter = { search: string } & PageParams<number>;

export type CustomerRow = {
  id: string;
  email: string;
  name: string;
  phone: string;
  hasAccount: boolean;
  bookingsCount: number;
  referralCode: string | null;
  referredBy: string | null;
  referralsMade: number;
  lastBookingAt: Date | null;
};
export type CustomerPage = Page<CustomerRow>;

type Summary = Omit<typeof customerSummaries.$inferSelect, "search">;
const t = customerSummaries;
const columns = {
  id: t.id,
  email: t.email,
  bookingName: t.bookingName,
  bookingPhone: t.bookingPhone,
  hasAccount: t.hasAccount,
  accountName: t.accountName,
  accountPhone: t.accountPhone,
  bookingsCount: t.bookingsCount,
  lastBookingAt: t.lastBookingAt,
};

/** Reads a page of customers. Needs `readCustomers`. */
export async function listCustomers(db: Db, filter: CustomerFilter): Promise<CustomerPage> {
  const page = paginate(await matching(db, filter), PAGE_SIZE, filter, writeCustomerCursor);
  return { ...page, rows: await withReferrals(db, page.rows) };
}

/** Counts the customers, up to 1,000. */
export const countCustomers = (db: Db): Promise<number> => countUpTo(db, sql`${t}`);

/** Finds a customer by the id in a URL; null without such a customer. Needs `readCustomers`. */
export async function findCustomerRow(db: Db, id: string): Promise<CustomerRow | null> {
  const found = await withReferrals(db, await db.select(columns).from(t).where(eq(t.id, id)));
  return found[0] ?? null;
}

async function matching(db: Db, filter: CustomerFilter): Promise<Summary[]> {
  const { where, orderBy } = keyset([sql`(-${t.bookingsCount})`, t.email], filter, "asc");
  const page = (condition: SQL | undefined) =>
    db
      .select(columns)
      .from(t)
      .where(condition)
      .orderBy(...orderBy)
      .limit(PAGE_SIZE + 1);
  const matches = searchCondition(t.search, filter.search, { phones: true });
  if (!matches) return page(where);
  // Email addresses are unique, so a customer's whole email address needs no other search.
  const whole = WHOLE_EMAIL.test(filter.search) ? await page(eq(t.email, filter.search.toLowerCase())) : [];
  if (whole.length > 0) return whole;
  const by = sql.join(orderBy, sql`, `);
  const busiest = sql`(select * from ${t} ${where ? sql`where ${where}` : sql``} order by ${by} limit ${BUSIEST}) ${t}`;
  const found = await page(
    sql`${t.email} in (select email from ${busiest} where ${matches} order by ${by} limit ${PAGE_SIZE + 1})`,
  );
  // A search without three letters or digits in a row cannot use the trigram index. Such a search covers only the
  // customers with the most bookings.
  if (found.length > PAGE_SIZE || !hasTrigram(filter.search)) return found;
  const all = sql`(with found as materialized (select email from ${t} where ${matches}) select email from found)`;
  return page(and(where, sql`${t.email} in ${all}`));
}

/** Adds referral code, referrer and the number of referred people to one page of customers. */
async function withReferrals(db: Db, page: Summary[]): Promise<CustomerRow[]> {
  const referrer = alias(profiles, "referrer");
  const emails = page.map(({ email }) => email);
  const people = page.length
    ? await db
        .select({
          email: profiles.email,
          code: profiles.referralCode,
          referredBy: referrer.email,
          made: sql<number>`(select count(*)::int from ${referrals} made where made.referrer_id = ${profiles.id})`,
        })
        .from(profiles)
        .leftJoin(referrals, eq(referrals.referredId, profiles.id))
        .leftJoin(referrer, eq(referrer.id, referrals.referrerId))
        .where(inArray(profiles.email, emails))
    : [];
  const of = new Map(people.map((person) => [person.email, person]));
  return page.map((row) => {
    const person = of.get(row.email);
    return {
      id: row.id,
      email: row.email,
      hasAccount: row.hasAccount,
      name: row.bookingName ?? row.accountName ?? "Unknown",
      phone: row.bookingPhone ?? row.accountPhone ?? "Unknown",
      bookingsCount: row.bookingsCount,
      referralCode: person?.code ?? null,
      referredBy: person?.referredBy ?? null,
      referralsMade: person?.made ?? 0,
      lastBookingAt: row.lastBookingAt,
    };
  });
}
