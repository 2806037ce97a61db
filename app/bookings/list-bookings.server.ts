/**
 * STAFF-6: the back office's list of bookings, by keyset, newest first. A search first scans the newest 2,000, which fill the page for
 * frequent words, then reads the trigram index for the weeks that should fill it, and only then for all. Terms of one or
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
import { weeksFor, type Stretch } from "./search-weeks.server.ts";

export const PAGE_SIZE = 50;
const EXPORT_STEP = 1000;
/** So many of the newest say how frequent a term with trigrams is. */
const FIRST_LOOK = 2000;
/** Among so many bookings a page is to be expected, with some to spare, where the first look has `found` matches. */
const expectedIn = (found: number) => Math.ceil((1.5 * FIRST_LOOK * PAGE_SIZE) / Math.max(found, 0.5));
/** Late bookings are in no order of weeks. With so many matches in the first look, looking further is quicker than the index. */
const FREQUENT = 5;
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

/** `fewRecent`: step one was not enough: the newest from the cursor on do not fill the page. */
type BookingPage = Page<BookingRow> & { fewRecent: boolean };

/** One page of bookings, newest first, or the longest late first. Any member of staff may read. */
export async function listBookings(db: Db, filter: BookingFilter): Promise<BookingPage> {
  const cut = (rows: BookingRow[], fewRecent = false) => ({
    ...(filter.lateBefore
      ? paginate(rows, PAGE_SIZE, filter, ({ id, estimatedDelivery: createdAt }) =>
          writeCursor({ id, createdAt }),
        )
      : paginate(rows, PAGE_SIZE, filter)),
    fewRecent,
  });
  const matches = searched(filter);
  if (!matches && !filter.cursor && !filtered(filter)) return cut(await newest(db));
  if (!matches) return cut(await page(db, filter, conditions(filter)));
  // A whole code is one row of its index.
  if (isWholeCode(filter)) return cut(await page(db, filter, and(conditions(filter), matches)));
  if (!hasTrigram(filter.search)) return cut(await recentMatches(db, filter, matches, RECENT));
  const [found, { seen, stretch }] = await Promise.all([
    recentMatches(db, filter, matches, FIRST_LOOK),
    recentStretch(db, filter),
  ]);
  if (found.length > PAGE_SIZE) return cut(found);
  if (seen < FIRST_LOOK) return cut(found);
  return cut(await furtherMatches(db, filter, matches, { found: found.length, stretch }), true);
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

/** How many bookings step one saw, which are all where there are fewer than it wanted, and when they were made. */
async function recentStretch(db: Db, filter: BookingFilter): Promise<{ seen: number; stretch: Stretch }> {
  const where = conditions(filter);
  const made = deliveries.createdAt;
  const [near, far] = filter.direction === "next" ? [sql`max`, sql`min`] : [sql`min`, sql`max`];
  const [row] = await db
    .select({
      seen: sql<number>`count(*)::int`,
      first: sql`${near}(created_at)`.mapWith(made),
      last: sql`${far}(created_at)`.mapWith(made),
      end: sql`(select ${far}(created_at) from ${deliveries})`.mapWith(made),
    })
    .from(
      sql`(select created_at from ${deliveries} ${where ? sql`where ${where}` : sql``} order by ${sql.join(paging(filter).orderBy, sql`, `)} limit ${FIRST_LOOK}) seen`,
    );
  const { seen, ...stretch } = row!;
  return { seen, stretch };
}

/** Step two: a page from further back than the first look, which has `found` matches. */
async function furtherMatches(
  db: Db,
  filter: BookingFilter,
  matches: SQL,
  { found, stretch }: { found: number; stretch: Stretch },
): Promise<BookingRow[]> {
  const most = expectedIn(found);
  if (filter.lateBefore && found >= FREQUENT) {
    const rows = await recentMatches(db, filter, matches, most);
    if (rows.length > PAGE_SIZE) return rows;
  }
  for (const weeks of filter.lateBefore ? [] : weeksFor(stretch, most, FIRST_LOOK)) {
    const rows = await indexMatches(db, filter, and(matches, weeks));
    if (rows.length > PAGE_SIZE) return rows;
  }
  return indexMatches(db, filter, matches);
}

/** Matches by the trigram index, materialised so that the planner cannot scan by date instead. */
function indexMatches(db: Db, filter: BookingFilter, matches: SQL | undefined): Promise<BookingRow[]> {
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
