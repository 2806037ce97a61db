/**
 * STAFF-6: the back office's list of bookings, newest first, read by keyset. Figures: bench/RESULTS.md. A search ends
 * after the first of these steps that fills the page:
 * - It reads the newest 2,000 bookings. This fills the page if many bookings match.
 * - It uses the trigram index, only for as many weeks as should fill the page.
 * - It uses the trigram index for all weeks.
 */
import { and, desc, eq, getTableColumns, inArray, sql, type SQL } from "drizzle-orm";
import { formatPhone } from "../../domain/phone.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { preparedOnce } from "../../platform/db/prepared.server.ts";
import { bookingBalances, bookings } from "../../platform/db/schema.ts";
import { sharedRead } from "../../platform/db/shared-read.server.ts";
import { FIRST_PAGE, paginate, writeCursor, type Cursor, type Page } from "../../platform/http/keyset.ts";
import { hasTrigram } from "../../platform/http/search.ts";
import { dropOffColumn } from "../bookings/hub-choices.server.ts";
import { assigneeColumn } from "../bookings/note-booking.server.ts";
import { planColumn } from "../receiver-choices/read-choices.server.ts";
import { doorColumn } from "../../money/payments/door-column.server.ts";
import {
  bookingConditions,
  filterCondition,
  hasCode,
  bookingPaging,
  RECENT,
  recentOf,
  textSearchCondition,
  type BookingFilter,
  type BookingMatch,
} from "./booking-conditions.server.ts";
import { weeksFor, type Stretch } from "./search-weeks.server.ts";

export const PAGE_SIZE = 50;
const EXPORT_STEP = 1000;
/** Estimates how many bookings must be searched to fill a page, if `found` of the newest 2,000 bookings match. */
const expectedIn = (found: number) => Math.ceil((1.5 * RECENT * PAGE_SIZE) / Math.max(found, 0.5));
/**
 * If the first step of a search in the late bookings finds at least this many matches, the search reads more bookings
 * before it uses the index. The index helps little for late bookings: it is ordered by the week of booking, but the
 * list of late bookings is ordered by the promised day.
 */
const FREQUENT = 5;
const FILTERED = sql.raw(
  "id, tracking_code, search, status, receiver_state, delivery_type, created_at, promised_day, state_doubt, assignee_id",
);

const columns = {
  id: bookings.id,
  trackingCode: bookings.trackingCode,
  createdAt: bookings.createdAt,
  senderName: bookings.senderName,
  senderPhone: bookings.senderPhone,
  receiverName: bookings.receiverName,
  receiverPhone: bookings.receiverPhone,
  senderState: bookings.senderState,
  receiverState: bookings.receiverState,
  packageType: bookings.packageType,
  packageWeight: bookings.packageWeight,
  promisedDay: bookings.promisedDay,
  status: bookings.status,
  version: bookings.version,
  collectKobo: doorColumn,
  staffNote: bookings.staffNote,
  assignee: assigneeColumn,
  plan: planColumn,
};
type Texts = Record<"assignee" | "plan", string | null>;
type Stored = typeof bookings.$inferSelect & Texts & { collectKobo: number | null };
export type BookingRow = { [K in keyof typeof columns]: Stored[K] };

const prepareNewest = preparedOnce((db) =>
  db
    .select(columns)
    .from(bookings)
    .orderBy(desc(bookings.createdAt), desc(bookings.id))
    .limit(PAGE_SIZE + 1)
    .prepare("newest_bookings"),
);
/**
 * Reads the first page without a search or filter. If a new booking makes all open lists reload, they share one query.
 */
const newest = sharedRead((db) => prepareNewest(db).execute());

/** A page of bookings. `recent` contains the matches of the first step of a search. */
type BookingPage = Page<BookingRow> & { recent: RecentMatches | null };

/** Reads a page of bookings, newest first or late for longest first. For staff with the permission `readBookings`. */
export async function listBookings(db: Db, filter: BookingFilter): Promise<BookingPage> {
  const cut = (rows: BookingRow[], recent: RecentMatches | null = null) => ({
    ...(filter.lateBefore
      ? paginate(rows, PAGE_SIZE, filter, ({ id, promisedDay: createdAt }) => writeCursor({ id, createdAt }))
      : paginate(rows, PAGE_SIZE, filter)),
    recent,
  });
  const matches = textSearchCondition(filter);
  if (!matches && !filter.cursor && !filterCondition(filter)) return cut(await newest(db));
  if (!matches) return cut(await page(db, filter, bookingConditions(filter)));
  // An index finds a tracking code, so the newest bookings need not be read first.
  if (hasCode(filter)) return cut(await page(db, filter, and(bookingConditions(filter), matches)));
  const recent = await recentMatches(db, filter, matches);
  const { rows, seen } = recent;
  if (rows.length > PAGE_SIZE || seen < RECENT || !hasTrigram(filter.search)) return cut(rows, recent);
  return cut(await furtherMatches(db, filter, matches, recent), recent);
}

/** Reads the rows of bookings by id, in any order. For staff with the permission `readBookings`. */
export function readRows(db: Db, ids: string[]): Promise<BookingRow[]> {
  return ids.length === 0
    ? Promise.resolve([])
    : db.select(columns).from(bookings).where(inArray(bookings.id, ids));
}

/** The server formats phone numbers, because the browser knows fewer formats of foreign numbers. */
export const withPhones = (row: BookingRow): BookingRow => ({
  ...row,
  senderPhone: formatPhone(row.senderPhone),
  receiverPhone: formatPhone(row.receiverPhone),
});
function page(db: Db, filter: BookingFilter, where: SQL | undefined): Promise<BookingRow[]> {
  return db
    .select(columns)
    .from(bookings)
    .where(where)
    .orderBy(...bookingPaging(filter).orderBy)
    .limit(PAGE_SIZE + 1);
}

/** `where` and the order use the name of the table, so `from` gets this name as its alias. */
function pageOf(db: Db, filter: BookingFilter, from: SQL, where: SQL | undefined): Promise<BookingRow[]> {
  const sorted = sql`order by ${sql.join(bookingPaging(filter).orderBy, sql`, `)} limit ${PAGE_SIZE + 1}`;
  return page(
    db,
    filter,
    sql`${bookings.id} in (select id from ${from} ${bookings} ${where ? sql`where ${where}` : sql``} ${sorted})`,
  );
}

export type RecentMatches = {
  /** The first matches: those of one page, and one more, which shows that there is a next page. */
  rows: BookingRow[];
  found: number;
  /** The number of bookings read. If this number is lower than requested, the filter has no more bookings. */
  seen: number;
  /** The span of time in which these bookings were made. */
  stretch: Stretch;
};

/** Does step one of a search: finds the matches among the filter's newest bookings, and counts them. */
export async function recentMatches(
  db: Db,
  filter: BookingFilter,
  matches: SQL,
  most = recentOf(filter),
): Promise<RecentMatches> {
  const where = bookingConditions(filter);
  const by = sql`order by ${sql.join(bookingPaging(filter).orderBy, sql`, `)}`;
  const made = bookings.createdAt;
  const [near, far] = filter.direction === "next" ? [sql`max`, sql`min`] : [sql`min`, sql`max`];
  const recent = db
    .$with("recent", {})
    .as(
      sql`select id, created_at, promised_day, ${matches} as matches from ${bookings} ${where ? sql`where ${where}` : sql``} ${by} limit ${most}`,
    );
  const found = await db
    .with(recent)
    .select({
      row: columns,
      found: sql<number>`counted.found`,
      seen: sql<number>`counted.seen`,
      first: sql`counted.first`.mapWith(made),
      last: sql`counted.last`.mapWith(made),
      end: sql`(select ${far}(created_at) from ${bookings})`.mapWith(made),
    })
    .from(
      sql`(select count(*) filter (where matches)::int as found, count(*)::int as seen, ${near}(created_at) as first, ${far}(created_at) as last from recent) counted`,
    )
    .leftJoin(
      bookings,
      sql`${bookings.id} = any (array(select id from recent ${bookings} where matches ${by} limit ${PAGE_SIZE + 1}))`,
    )
    .orderBy(...bookingPaging(filter).orderBy);
  const { found: count, seen, first, last, end } = found[0]!;
  const rows = found.flatMap(({ row }) => row ?? []);
  return { rows, found: count, seen, stretch: { first, last, end } };
}

/** Does step two of a search: finds a page of matches that are further down the list. */
async function furtherMatches(
  db: Db,
  filter: BookingFilter,
  matches: SQL,
  { found, stretch }: RecentMatches,
): Promise<BookingRow[]> {
  const most = expectedIn(found);
  if (filter.lateBefore && found >= FREQUENT) {
    const { rows } = await recentMatches(db, filter, matches, most);
    if (rows.length > PAGE_SIZE) return rows;
  }
  for (const weeks of filter.lateBefore ? [] : weeksFor(stretch, most, RECENT)) {
    const rows = await indexMatches(db, filter, and(matches, weeks));
    if (rows.length > PAGE_SIZE) return rows;
  }
  return indexMatches(db, filter, matches);
}

/** Finds matches in the trigram index. 'materialized' keeps the planner from reading bookings by date. */
function indexMatches(db: Db, filter: BookingFilter, matches: SQL | undefined): Promise<BookingRow[]> {
  const found = sql`(with found as materialized (select ${FILTERED} from ${bookings} where ${matches}) select * from found)`;
  return pageOf(db, filter, found, bookingConditions(filter));
}

/** Selects the id, code and version of at most `limit` results, in the order of the list. */
export function matchingRows(match: BookingMatch, limit: number): SQL {
  const filter: BookingFilter = { ...match, ...FIRST_PAGE };
  const matches = textSearchCondition(match);
  const by = sql`order by ${sql.join(bookingPaging(filter).orderBy, sql`, `)}`;
  const where = and(filterCondition(match), matches);
  // Short terms search only the newest bookings, as they do in the list.
  const from =
    matches && !hasTrigram(match.search)
      ? sql`(select * from ${bookings} ${filterCondition(match) ? sql`where ${filterCondition(match)}` : sql``} ${by} limit ${recentOf(match)}) ${bookings}`
      : sql`${bookings}`;
  return sql`select id, tracking_code, version from ${from} ${where ? sql`where ${where}` : sql``} ${by} limit ${limit}`;
}

const { search: _search, ...facts } = getTableColumns(bookings);
/** Amounts are in kobo. Null for a booking without a price, or with nothing to collect. */
const exported = {
  ...facts,
  priceKobo: bookingBalances.priceKobo,
  paidKobo: bookingBalances.paidKobo,
  doorKobo: doorColumn,
  dropOffHub: dropOffColumn,
};

/** Reads the next batch of an export, in the order of the list. Empty at the end of the list. */
export function exportStep(db: Db, match: BookingMatch, cursor: Cursor | null) {
  const filter: BookingFilter = { ...match, cursor, direction: "next" };
  return db
    .select(exported)
    .from(bookings)
    .leftJoin(bookingBalances, eq(bookingBalances.bookingId, bookings.id))
    .where(and(bookingConditions(filter), textSearchCondition(match)))
    .orderBy(...bookingPaging(filter).orderBy)
    .limit(EXPORT_STEP);
}
