/**
 * STAFF-6: the back office's list of bookings, by keyset, newest first. A search first scans the newest 5,000, which
 * nearly always fills the page, then further back where that will fill it, and only then uses the trigram index. Terms of one or
 * two letters have no trigrams: they match among the newest 5,000 only. Figures: bench/RESULTS.md.
 */
import { and, desc, eq, getTableColumns, inArray, sql, type SQL } from "drizzle-orm";
import { formatPhone } from "../domain/phone.ts";
import type { Db } from "../platform/db/client.server.ts";
import { preparedOnce } from "../platform/db/prepared.server.ts";
import { bookingBalances, deliveries } from "../platform/db/schema.ts";
import { sharedRead } from "../platform/db/shared-read.server.ts";
import { FIRST_PAGE, paginate, writeCursor, type Cursor, type Page } from "../platform/http/keyset.ts";
import { hasTrigram } from "../platform/http/search.ts";
import { collectColumn } from "../settlements/ask-collection.server.ts";
import {
  conditions,
  filtered,
  isWholeCode,
  paging,
  RECENT,
  searched,
  type BookingFilter,
  type BookingMatch,
} from "./booking-conditions.server.ts";

export const PAGE_SIZE = 50;
const EXPORT_STEP = 1000;
/** With so many matches among the newest 5,000, looking further back is quicker than the index, whose lists of frequent trigrams are long. */
const FREQUENT = 10;
const FURTHEST = 30_000;
/** Among so many of the newest a page is to be expected, with some to spare, where the newest 5,000 have `found`. */
const furtherFor = (found: number) => Math.min(FURTHEST, Math.ceil((1.5 * RECENT * PAGE_SIZE) / found));
/** The columns that filters and orders name. */
const FILTERED = sql.raw(
  "id, tracking_number, search, status, receiver_state, delivery_type, created_at, estimated_delivery",
);

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
  // A whole code is one row of its index.
  if (isWholeCode(filter)) return cut(await page(db, filter, and(conditions(filter), matches)));
  const found = await recentMatches(db, filter, matches, RECENT);
  if (found.length > PAGE_SIZE || !hasTrigram(filter.search) || (await isSeenWhole(db, filter)))
    return cut(found);
  if (found.length >= FREQUENT) {
    const further = await recentMatches(db, filter, matches, furtherFor(found.length));
    if (further.length > PAGE_SIZE) return cut(further);
  }
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

/** Step one: matches among the newest of the filter. */
function recentMatches(db: Db, filter: BookingFilter, matches: SQL, most: number): Promise<BookingRow[]> {
  const where = conditions(filter);
  const recent = sql`(select id, created_at, estimated_delivery, search from ${deliveries} ${where ? sql`where ${where}` : sql``} order by ${sql.join(paging(filter).orderBy, sql`, `)} limit ${most})`;
  return pageOf(db, filter, recent, matches);
}

/** Whether a filter has so few bookings that step one saw them all. */
async function isSeenWhole(db: Db, filter: BookingFilter): Promise<boolean> {
  const where = filtered(filter) && conditions(filter);
  if (!where) return false;
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from (select 1 from ${deliveries} where ${where} limit ${RECENT}) seen`,
  );
  return rows[0] !== undefined && rows[0].n < RECENT;
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

const { search: _search, ...facts } = getTableColumns(deliveries);
/** Money in kobo; null before there is a price. */
const exported = {
  ...facts,
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
