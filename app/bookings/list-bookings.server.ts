/**
 * STAFF-6: the back office's list of bookings, by keyset, newest first. A search first scans the newest 5,000, which
 * nearly always fills the page, and only then uses the trigram index. Terms of one or two letters have no trigrams:
 * they match among the newest 5,000 only. Figures: bench/RESULTS.md.
 */
import { and, desc, eq, getTableColumns, gte, inArray, lt, sql, type SQL } from "drizzle-orm";
import { formatPhone } from "../domain/phone.ts";
import type { Db } from "../platform/db/client.server.ts";
import { countUpTo } from "../platform/db/count-up-to.server.ts";
import { preparedOnce } from "../platform/db/prepared.server.ts";
import { bookingBalances, counters, deliveries } from "../platform/db/schema.ts";
import { sharedRead } from "../platform/db/shared-read.server.ts";
import { addDays, lagosDay } from "../domain/dates.ts";
import { keyset } from "../platform/http/keyset.server.ts";
import {
  FIRST_PAGE,
  paginate,
  writeCursor,
  type Cursor,
  type Page,
  type PageParams,
} from "../platform/http/keyset.ts";
import { MOST_COUNTED } from "../platform/http/list-count.ts";
import { hasTrigram } from "../platform/http/search.ts";
import { searchCondition } from "../platform/http/search.server.ts";
import { collectColumn } from "../settlements/ask-collection.server.ts";
import { DELIVERY_STATUSES, type DeliveryStatus, type DeliveryType } from "../domain/booking.ts";

export const PAGE_SIZE = 50;
const RECENT = 5000;
const EXPORT_STEP = 1000;
/** The columns that filters and orders name. */
const FILTERED = sql.raw(
  "id, tracking_number, search, status, receiver_state, delivery_type, created_at, estimated_delivery",
);

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
  /** Only what was promised before this instant, the beginning of today, and is still open; longest first (STATUS-7). */
  lateBefore?: Date | null;
  /** Only these codes. */
  codes?: string[];
};

const columns = {
  id: deliveries.id,
  trackingCode: deliveries.trackingCode,
  createdAt: deliveries.createdAt,
  senderName: deliveries.senderName,
  senderPhone: deliveries.senderPhone,
  receiverName: deliveries.receiverName,
  receiverPhone: deliveries.receiverPhone,
  senderState: deliveries.senderState,
  receiverState: deliveries.receiverState,
  packageType: deliveries.packageType,
  packageWeight: deliveries.packageWeight,
  estimatedDelivery: deliveries.estimatedDelivery,
  status: deliveries.status,
  version: deliveries.version,
  collectKobo: collectColumn,
};
type Stored = typeof deliveries.$inferSelect & { collectKobo: number | null };
export type BookingRow = { [K in keyof typeof columns]: Stored[K] };

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

/** One page of bookings, newest first, or the longest late first. Any member of staff may read. */
export async function listBookings(db: Db, filter: BookingFilter): Promise<Page<BookingRow>> {
  const cut = (rows: BookingRow[]) =>
    filter.lateBefore
      ? paginate(rows, PAGE_SIZE, filter, ({ id, estimatedDelivery: createdAt }) =>
          writeCursor({ id, createdAt }),
        )
      : paginate(rows, PAGE_SIZE, filter);
  const matches = searched(filter);
  if (!matches && !filter.cursor && !filtered(filter)) return cut(await newest(db));
  if (!matches) return cut(await page(db, filter, conditions(filter)));
  const found = await recentMatches(db, filter, matches);
  if (found.length > PAGE_SIZE || !hasTrigram(filter.search)) return cut(found);
  return cut(await indexMatches(db, filter, matches));
}

/** Bookings by their ids, in any order. Any member of staff may read. */
export function readRows(db: Db, ids: string[]): Promise<BookingRow[]> {
  return ids.length === 0
    ? Promise.resolve([])
    : db.select(columns).from(deliveries).where(inArray(deliveries.id, ids));
}

/** As people write phone numbers: the browser knows foreign ones less well. */
export const withPhones = (row: BookingRow): BookingRow => ({
  ...row,
  senderPhone: formatPhone(row.senderPhone),
  receiverPhone: formatPhone(row.receiverPhone),
});
/** How many bookings a filter matches, at most 1,000: beyond that the screen says '1000+'. */
export function countBookings(db: Db, filter: BookingMatch): Promise<number> {
  const matches = searched(filter);
  const where = and(filtered(filter), matches);
  const short = matches && !hasTrigram(filter.search);
  const from = short
    ? sql`(select ${FILTERED} from ${deliveries} order by created_at desc, id desc limit ${RECENT}) ${deliveries}`
    : sql`${deliveries}`;
  return countUpTo(db, sql`${from} ${where ? sql`where ${where}` : sql``}`);
}

/** How many bookings each tab has. Kept by the database, not counted: right after midnight too. */
export type TabCounts = Record<"all" | DeliveryStatus | "late", number>;

/** The counts of the tabs at an instant. Any member of staff may read. */
export async function countTabs(db: Db, at: Date): Promise<TabCounts> {
  const { rows } = await db.execute<{ name: string; n: number }>(sql`
    select case when ${counters.name} like 'due/%' then 'late' else substr(${counters.name}, 8) end as name,
      sum(${counters.n})::float8 as n
    from ${counters}
    where ${inArray(
      counters.name,
      DELIVERY_STATUSES.map((status) => `status/${status}`),
    )} or (${counters.name} >= 'due/' and ${counters.name} < ${`due/${lagosDay(at)}`})
    group by 1`);
  const of = new Map(rows.map(({ name, n }) => [name, n]));
  const count = (name: string) => of.get(name) ?? 0;
  return {
    all: DELIVERY_STATUSES.reduce((sum, status) => sum + count(status), 0),
    pending: count("pending"),
    in_transit: count("in_transit"),
    late: count("late"),
    delivered: count("delivered"),
    failed: count("failed"),
  };
}

export const countText = (count: number): string =>
  count > MOST_COUNTED ? `${MOST_COUNTED}+` : String(count);

/** What the search admits; undefined for everything. Codes may be typed with spaces or dashes. */
function searched({ search }: BookingMatch): SQL | undefined {
  const code = search.toLowerCase().replace(/[\s-]/g, "");
  const wanted = /^(od)?\d{4,8}(ng)?$/.test(code) ? code : search;
  return searchCondition(deliveries.search, wanted, { phones: true });
}

/** The condition of a filter, without the cursor; undefined for everything. */
function filtered(match: BookingMatch): SQL | undefined {
  const { status, from, to, state, type, lateBefore, codes = [] } = match;
  return and(
    // To the letter as in the index of what is open.
    lateBefore
      ? sql`${deliveries.status} in ('pending', 'in_transit') and ${deliveries.estimatedDelivery} < ${lateBefore.toISOString()}`
      : undefined,
    codes.length > 0 ? inArray(deliveries.trackingCode, codes) : undefined,
    status ? eq(deliveries.status, status) : undefined,
    state ? eq(deliveries.receiverState, state) : undefined,
    type ? eq(deliveries.deliveryType, type) : undefined,
    from ? gte(deliveries.createdAt, from) : undefined,
    to ? lt(deliveries.createdAt, addDays(to, 1)) : undefined,
  );
}

const paging = (filter: BookingFilter) =>
  filter.lateBefore
    ? keyset([deliveries.estimatedDelivery, deliveries.id], filter, "asc")
    : keyset([deliveries.createdAt, deliveries.id], filter);

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
  const recent = sql`(select id, created_at, estimated_delivery, search from ${deliveries} ${where ? sql`where ${where}` : sql``} order by ${sql.join(paging(filter).orderBy, sql`, `)} limit ${RECENT})`;
  return pageOf(db, filter, recent, matches);
}

/** Step two: every match by the trigram index, materialised so that the planner cannot scan by date instead. */
function indexMatches(db: Db, filter: BookingFilter, matches: SQL): Promise<BookingRow[]> {
  const found = sql`(with found as materialized (select ${FILTERED} from ${deliveries} where ${matches}) select * from found)`;
  return pageOf(db, filter, found, conditions(filter));
}

/** The statement of what the list finds, in its order: id, code and version of at most `limit` bookings. */
export function matchingRows(match: BookingMatch, limit: number): SQL {
  const filter: BookingFilter = { ...match, ...FIRST_PAGE };
  const matches = searched(match);
  const by = sql`order by ${sql.join(paging(filter).orderBy, sql`, `)}`;
  const where = and(filtered(match), matches);
  // As in the list: short terms match among the newest only.
  const from =
    matches && !hasTrigram(match.search)
      ? sql`(select * from ${deliveries} ${filtered(match) ? sql`where ${filtered(match)}` : sql``} ${by} limit ${RECENT}) ${deliveries}`
      : sql`${deliveries}`;
  return sql`select id, tracking_number, version from ${from} ${where ? sql`where ${where}` : sql``} ${by} limit ${limit}`;
}

/** Money in kobo; null before there is a price. */
const exported = {
  ...getTableColumns(deliveries),
  priceKobo: bookingBalances.priceKobo,
  paidKobo: bookingBalances.paidKobo,
  collectKobo: collectColumn,
};

/** The next batch of an export, newest first; empty at the end. */
export function exportStep(db: Db, match: BookingMatch, cursor: Cursor | null) {
  const filter: BookingFilter = { ...match, cursor, direction: "next" };
  return db
    .select(exported)
    .from(deliveries)
    .leftJoin(bookingBalances, eq(bookingBalances.deliveryId, deliveries.id))
    .where(and(conditions(filter), searched(match)))
    .orderBy(...paging(filter).orderBy)
    .limit(EXPORT_STEP);
}
