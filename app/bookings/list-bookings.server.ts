/**
 * STAFF-6: the back office's list of bookings, by keyset, newest first. A search first scans the newest 5,000, which
 * nearly always fills the page, and only then uses the trigram index. Terms of one or two letters have no trigrams:
 * they match among the newest 5,000 only. Figures: bench/RESULTS.md.
 */
import { and, desc, eq, gte, lt, sql, type SQL } from "drizzle-orm";
import type { Db } from "../platform/db/client.server.ts";
import { preparedOnce } from "../platform/db/prepared.server.ts";
import { deliveries } from "../platform/db/schema.ts";
import { sharedRead } from "../platform/db/shared-read.server.ts";
import { addDays } from "../domain/dates.ts";
import { keyset } from "../platform/http/keyset.server.ts";
import { paginate, type Cursor, type Page, type PageParams } from "../platform/http/keyset.ts";
import { hasTrigram } from "../platform/http/search.ts";
import { searchCondition } from "../platform/http/search.server.ts";
import type { DeliveryStatus, DeliveryType } from "../domain/booking.ts";

export const PAGE_SIZE = 50;
const RECENT = 5000;
const COUNT_CAP = 1000;
const EXPORT_STEP = 1000;

export type BookingFilter = BookingMatch & PageParams;
/** Which bookings are wanted, whatever the page. */
export type BookingMatch = {
  search: string;
  status: DeliveryStatus | null;
  /** The first Lagos day, inclusive. */
  from?: Date | null;
  /** The last Lagos day, inclusive. */
  to?: Date | null;
  /** The destination. */
  state?: string | null;
  type?: DeliveryType | null;
};

const columns = {
  id: deliveries.id,
  trackingNumber: deliveries.trackingNumber,
  createdAt: deliveries.createdAt,
  senderName: deliveries.senderName,
  senderEmail: deliveries.senderEmail,
  receiverName: deliveries.receiverName,
  senderState: deliveries.senderState,
  receiverState: deliveries.receiverState,
  referralCode: deliveries.referralCode,
  status: deliveries.status,
  version: deliveries.version,
};
export type BookingRow = { [K in keyof typeof columns]: (typeof deliveries.$inferSelect)[K] };

const prepareNewest = preparedOnce((db) =>
  db
    .select(columns)
    .from(deliveries)
    .orderBy(desc(deliveries.createdAt), desc(deliveries.id))
    .limit(PAGE_SIZE + 1)
    .prepare("newest_bookings"),
);
/** What every open list reloads after a booking. */
const newest = sharedRead((db) => prepareNewest(db).execute());

/** One page of bookings, newest first. Any member of staff may read. */
export async function listBookings(db: Db, filter: BookingFilter): Promise<Page<BookingRow>> {
  const cut = (rows: BookingRow[]) => paginate(rows, PAGE_SIZE, filter);
  const matches = searched(filter);
  if (!matches && !filter.cursor && !filtered(filter)) return cut(await newest(db));
  if (!matches) return cut(await page(db, filter, conditions(filter)));
  const found = await recentMatches(db, filter, matches);
  if (found.length > PAGE_SIZE || !hasTrigram(filter.search)) return cut(found);
  return cut(await indexMatches(db, filter, matches));
}

/** How many bookings a filter matches, at most 1,000: beyond that the screen says '1000+'. */
export async function countBookings(db: Db, filter: BookingMatch): Promise<number> {
  const limit = COUNT_CAP + 1;
  const matches = searched(filter);
  const where = and(filtered(filter), matches);
  const short = matches && !hasTrigram(filter.search);
  const from = short
    ? sql`(select id from (select id, search, status, receiver_state, delivery_type, created_at from ${deliveries} order by created_at desc, id desc limit ${RECENT}) ${deliveries} where ${where} limit ${limit}) found`
    : sql`(select ${deliveries.id} from ${deliveries} ${where ? sql`where ${where}` : sql``} limit ${limit}) found`;
  const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from ${from}`);
  return rows[0]!.n;
}

export function countText(count: number): string {
  return count > COUNT_CAP ? `${COUNT_CAP}+` : String(count);
}

/** What the search admits; undefined for everything. Codes may be typed with spaces or dashes. */
function searched({ search }: BookingMatch): SQL | undefined {
  const code = search.toLowerCase().replace(/[\s-]/g, "");
  const wanted = /^(od)?\d{4,8}(ng)?$/.test(code) ? code : search;
  return searchCondition(deliveries.search, wanted, { phones: true });
}

/** The condition of a filter, without the cursor; undefined for everything. */
function filtered({ status, from, to, state, type }: BookingMatch): SQL | undefined {
  return and(
    status ? eq(deliveries.status, status) : undefined,
    state ? eq(deliveries.receiverState, state) : undefined,
    type ? eq(deliveries.deliveryType, type) : undefined,
    from ? gte(deliveries.createdAt, from) : undefined,
    to ? lt(deliveries.createdAt, addDays(to, 1)) : undefined,
  );
}

const paging = (filter: PageParams) => keyset([deliveries.createdAt, deliveries.id], filter);

const conditions = (filter: BookingFilter) => and(filtered(filter), paging(filter).where);

function page(db: Db, filter: BookingFilter, where: SQL | undefined): Promise<BookingRow[]> {
  return db
    .select(columns)
    .from(deliveries)
    .where(where)
    .orderBy(...paging(filter).orderBy)
    .limit(PAGE_SIZE + 1);
}

/** The page of the ids that `from` yields, under the table's own name. */
function pageOf(db: Db, filter: BookingFilter, from: SQL, where: SQL | undefined): Promise<BookingRow[]> {
  const sorted = sql`order by ${sql.join(paging(filter).orderBy, sql`, `)} limit ${PAGE_SIZE + 1}`;
  return page(
    db,
    filter,
    sql`${deliveries.id} in (select id from ${from} ${deliveries} ${where ? sql`where ${where}` : sql``} ${sorted})`,
  );
}

/** Step one: matches among the newest 5,000 of the filter. */
function recentMatches(db: Db, filter: BookingFilter, matches: SQL): Promise<BookingRow[]> {
  const where = conditions(filter);
  const recent = sql`(select id, created_at, search from ${deliveries} ${where ? sql`where ${where}` : sql``} order by ${sql.join(paging(filter).orderBy, sql`, `)} limit ${RECENT})`;
  return pageOf(db, filter, recent, matches);
}

/** Step two: every match by the trigram index, materialised so that the planner cannot scan by date instead. */
function indexMatches(db: Db, filter: BookingFilter, matches: SQL): Promise<BookingRow[]> {
  const found = sql`(with found as materialized (select id, created_at, status, receiver_state, delivery_type from ${deliveries} where ${matches}) select * from found)`;
  return pageOf(db, filter, found, conditions(filter));
}

/** The next batch of an export, newest first; empty at the end. */
export function exportStep(
  db: Db,
  match: BookingMatch,
  cursor: Cursor | null,
): Promise<(typeof deliveries.$inferSelect)[]> {
  const filter: BookingFilter = { ...match, cursor, direction: "next" };
  return db
    .select()
    .from(deliveries)
    .where(and(conditions(filter), searched(match)))
    .orderBy(...paging(filter).orderBy)
    .limit(EXPORT_STEP);
}
