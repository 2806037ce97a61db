/**
 * STAFF-9: customers by lower-cased email, most bookings first, from the summary that triggers maintain. A search first
 * scans the 5,000 with the most bookings and uses the trigram index only when those do not fill the page.
 */
import { and, asc, desc, eq, gt, gte, inArray, like, lt, lte, or, sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "../platform/db/client.server.ts";
import { customerSummaries, profiles, referrals } from "../platform/db/schema.ts";
import { hasTrigram } from "../platform/http/query.ts";
import type { Admin } from "../domain/actor.ts";

const PAGE_SIZE = 50;
const BUSIEST = 5000;

/** The cursor of the list, written '<bookings>_<email>'. */
export type CustomerCursor = { bookings: number; email: string };

export function readCustomerCursor(text: string | null): CustomerCursor | null {
  const parts = /^(\d{1,9})_(.{1,254})$/.exec((text ?? "").replaceAll("\0", ""));
  return parts ? { bookings: Number(parts[1]), email: parts[2]! } : null;
}

const writeCursor = ({ bookingsCount, email }: { bookingsCount: number; email: string }) =>
  `${bookingsCount}_${email}`;

export type CustomerFilter = {
  search: string;
  cursor: CustomerCursor | null;
  direction: "next" | "previous";
};

export type CustomerRow = {
  email: string;
  name: string;
  phone: string;
  bookingsCount: number;
  referralCode: string | null;
  referredBy: string | null;
  referralsMade: number;
  lastBookingAt: Date | null;
};
export type CustomerPage = { rows: CustomerRow[]; previous: string | null; next: string | null };

type Summary = Omit<typeof customerSummaries.$inferSelect, "search">;
const t = customerSummaries;
const columns = {
  email: t.email,
  bookingName: t.bookingName,
  bookingPhone: t.bookingPhone,
  hasAccount: t.hasAccount,
  accountName: t.accountName,
  accountPhone: t.accountPhone,
  bookingsCount: t.bookingsCount,
  lastBookingAt: t.lastBookingAt,
};

/** One page of customers. Any member of staff may read. */
export async function listCustomers(db: Db, _admin: Admin, filter: CustomerFilter): Promise<CustomerPage> {
  const { cursor, direction } = filter;
  const found = await matching(db, filter);
  const more = found.length > PAGE_SIZE;
  const cut = found.slice(0, PAGE_SIZE);
  const shown = direction === "previous" ? cut.reverse() : cut;
  const first = shown[0];
  const last = shown.at(-1);
  const hasPrevious = direction === "previous" ? more : cursor !== null;
  const hasNext = direction === "previous" || more;
  return {
    rows: await withReferrals(db, shown),
    previous: hasPrevious && first ? writeCursor(first) : null,
    next: hasNext && last ? writeCursor(last) : null,
  };
}

async function matching(db: Db, filter: CustomerFilter): Promise<Summary[]> {
  const where = beyond(filter);
  const order =
    filter.direction === "previous"
      ? [asc(t.bookingsCount), desc(t.email)]
      : [desc(t.bookingsCount), asc(t.email)];
  const page = (ids: SQL | null, more: SQL | undefined, limit = PAGE_SIZE + 1) =>
    db
      .select(columns)
      .from(t)
      .where(and(more, ids ? sql`${t.email} in ${ids}` : undefined))
      .orderBy(...order)
      .limit(limit);
  if (!filter.search) {
    if (!filter.cursor) return page(null, undefined);
    // Most customers have booked once or twice. Those with as many bookings as the cursor's are found by email, where a
    // single condition would scan all of them.
    const [level, others] = beside(filter.cursor, filter.direction);
    const found = await page(null, level);
    const missing = PAGE_SIZE + 1 - found.length;
    return missing > 0 ? [...found, ...(await page(null, others, missing))] : found;
  }
  const matches = like(t.search, `%${filter.search.toLowerCase().replace(/[\\%_]/g, (c) => `\\${c}`)}%`);
  const by = sql.join(order, sql`, `);
  const busiest = sql`(select * from ${t} ${where ? sql`where ${where}` : sql``} order by ${by} limit ${BUSIEST}) ${t}`;
  const found = await page(
    sql`(select email from ${busiest} where ${matches} order by ${by} limit ${PAGE_SIZE + 1})`,
    undefined,
  );
  // Without three letters or digits in a row there is no trigram: such a search matches among those with the most
  // bookings.
  if (found.length > PAGE_SIZE || !hasTrigram(filter.search)) return found;
  return page(
    sql`(with found as materialized (select email from ${t} where ${matches}) select email from found)`,
    where,
  );
}

/** The rows after the cursor in two parts: with as many bookings, and with fewer (backwards: more). */
function beside({ bookings, email }: CustomerCursor, direction: CustomerFilter["direction"]) {
  const level = eq(t.bookingsCount, bookings);
  return direction === "next"
    ? ([and(level, gt(t.email, email)), lt(t.bookingsCount, bookings)] as const)
    : ([and(level, lt(t.email, email)), gt(t.bookingsCount, bookings)] as const);
}

/** The rows after the cursor in the list's order: bookings descending, email ascending. */
function beyond({ cursor, direction }: CustomerFilter): SQL | undefined {
  if (!cursor) return undefined;
  const { bookings, email } = cursor;
  // The first half lets the planner start in the index, the second is the exact condition.
  return direction === "next"
    ? and(lte(t.bookingsCount, bookings), or(lt(t.bookingsCount, bookings), gt(t.email, email)))
    : and(gte(t.bookingsCount, bookings), or(gt(t.bookingsCount, bookings), lt(t.email, email)));
}

/** Referral code, who referred and how many were referred, for the people of one page. */
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
      email: row.email,
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
