/**
 * STAFF-6: the back office's list of bookings, by keyset, newest first. A search first scans the newest 5,000, which
 * nearly always fills the page, and only then uses the trigram index. Terms of one or two letters have no trigrams:
 * they match among the newest 5,000 only. Figures: bench/RESULTS.md.
 */
import { and, desc, eq, gt, gte, like, lt, or, sql, asc, type SQL } from "drizzle-orm";
import type { Db } from "../platform/db/client.server.ts";
import { deliveries } from "../platform/db/schema.ts";
import { addDays } from "../domain/dates.ts";
import { paginate, type Cursor, type Page } from "../platform/http/keyset.ts";
import { hasTrigram } from "../platform/http/query.ts";
import type { DeliveryStatus, DeliveryType } from "../domain/booking.ts";
import type { Admin } from "../domain/actor.ts";

export const PAGE_SIZE = 50;
const RECENT = 5000;
const COUNT_CAP = 1000;
const EXPORT_STEP = 1000;

export type BookingFilter = {
  search: string;
  status: DeliveryStatus | null;
  /** The first Lagos day, inclusive. */
  from?: Date | null;
  /** The last Lagos day, inclusive. */
  to?: Date | null;
  /** The destination. */
  state?: string | null;
  type?: DeliveryType | null;
  cursor: Cursor | null;
  direction: "older" | "newer";
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

const prepared = new WeakMap<Db, ReturnType<typeof prepareNewest>>();
function prepareNewest(db: Db) {
  return db
    .select(columns)
    .from(deliveries)
    .orderBy(desc(deliveries.createdAt), desc(deliveries.id))
    .limit(PAGE_SIZE + 1)
    .prepare("newest_bookings");
}

/** One page of bookings, newest first. Any member of staff may read. */
export async function listBookings(db: Db, _admin: Admin, filter: BookingFilter): Promise<Page<BookingRow>> {
  const { search, cursor, direction } = filter;
  if (!search && !cursor && !narrowed(filter)) {
    if (!prepared.has(db)) prepared.set(db, prepareNewest(db));
    return paginate(await prepared.get(db)!.execute(), PAGE_SIZE, direction, null);
  }
  if (!search)
    return paginate(await page(db, filter, conditions(filter, undefined)), PAGE_SIZE, direction, cursor);
  const matches = pattern(search);
  const found = await recentMatches(db, filter, matches);
  if (found.length > PAGE_SIZE || !hasTrigram(search)) return paginate(found, PAGE_SIZE, direction, cursor);
  return paginate(await indexMatches(db, filter, matches), PAGE_SIZE, direction, cursor);
}

/** How many bookings a filter matches, at most 1,000: beyond that the screen says '1000+'. */
export async function countBookings(
  db: Db,
  _admin: Admin,
  filter: Omit<BookingFilter, "cursor" | "direction">,
): Promise<number> {
  const { search } = filter;
  const limit = COUNT_CAP + 1;
  const where = and(narrowed(filter), search ? like(deliveries.search, pattern(search)) : undefined);
  const short = search !== "" && !hasTrigram(search);
  const from = short
    ? sql`(select id from (select id, search, status, receiver_state, delivery_type, created_at from ${deliveries} order by created_at desc, id desc limit ${RECENT}) ${deliveries} where ${where} limit ${limit}) found`
    : sql`(select ${deliveries.id} from ${deliveries} ${where ? sql`where ${where}` : sql``} limit ${limit}) found`;
  const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from ${from}`);
  return rows[0]!.n;
}

export function countText(count: number): string {
  return count > COUNT_CAP ? `${COUNT_CAP}+` : String(count);
}

/** A LIKE pattern that matches the text anywhere, literally. Codes may be typed with spaces or dashes. */
function pattern(search: string): string {
  const text = search.toLowerCase();
  const code = text.replace(/[\s-]/g, "");
  const wanted = /^(od)?\d{4,8}(ng)?$/.test(code) ? code : text;
  return `%${wanted.replace(/[\\%_]/g, (c) => `\\${c}`)}%`;
}

/** The condition of a filter, without the cursor; undefined for everything. */
function narrowed({ status, from, to, state, type }: Omit<BookingFilter, "cursor" | "direction" | "search">) {
  return and(
    status ? eq(deliveries.status, status) : undefined,
    state ? eq(deliveries.receiverState, state) : undefined,
    type ? eq(deliveries.deliveryType, type) : undefined,
    from ? gte(deliveries.createdAt, from) : undefined,
    to ? lt(deliveries.createdAt, addDays(to, 1)) : undefined,
  );
}

function conditions(filter: BookingFilter, more: SQL | undefined): SQL | undefined {
  const { cursor, direction } = filter;
  const beyond = direction === "newer" ? gt : lt;
  return and(
    narrowed(filter),
    cursor
      ? or(
          beyond(deliveries.createdAt, cursor.at),
          and(eq(deliveries.createdAt, cursor.at), beyond(deliveries.id, cursor.id)),
        )
      : undefined,
    // Lets the planner start in the index; the condition above is the exact one.
    cursor
      ? direction === "newer"
        ? sql`${deliveries.createdAt} >= ${cursor.at}`
        : sql`${deliveries.createdAt} <= ${cursor.at}`
      : undefined,
    more,
  );
}

function order(direction: "older" | "newer") {
  return direction === "newer"
    ? [asc(deliveries.createdAt), asc(deliveries.id)]
    : [desc(deliveries.createdAt), desc(deliveries.id)];
}

function page(db: Db, filter: BookingFilter, where: SQL | undefined): Promise<BookingRow[]> {
  return db
    .select(columns)
    .from(deliveries)
    .where(where)
    .orderBy(...order(filter.direction))
    .limit(PAGE_SIZE + 1);
}

/** The page of the ids that `from` yields, under the table's own name. */
function pageOf(db: Db, filter: BookingFilter, from: SQL, where: SQL | undefined): Promise<BookingRow[]> {
  const sorted = sql`order by ${sql.join(order(filter.direction), sql`, `)} limit ${PAGE_SIZE + 1}`;
  return page(
    db,
    filter,
    sql`${deliveries.id} in (select id from ${from} ${deliveries} ${where ? sql`where ${where}` : sql``} ${sorted})`,
  );
}

/** Step one: matches among the newest 5,000 of the filter. */
function recentMatches(db: Db, filter: BookingFilter, matches: string): Promise<BookingRow[]> {
  const where = conditions(filter, undefined);
  const recent = sql`(select id, created_at, search from ${deliveries} ${where ? sql`where ${where}` : sql``} order by ${sql.join(order(filter.direction), sql`, `)} limit ${RECENT})`;
  return pageOf(db, filter, recent, like(deliveries.search, matches));
}

/** Step two: every match by the trigram index, materialised so that the planner cannot scan by date instead. */
function indexMatches(db: Db, filter: BookingFilter, matches: string): Promise<BookingRow[]> {
  const found = sql`(with found as materialized (select id, created_at, status, receiver_state, delivery_type from ${deliveries} where ${like(deliveries.search, matches)}) select * from found)`;
  return pageOf(db, filter, found, conditions(filter, undefined));
}

/** The next batch of an export, newest first; empty at the end. */
export function exportStep(
  db: Db,
  filter: Omit<BookingFilter, "cursor" | "direction">,
  cursor: Cursor | null,
): Promise<(typeof deliveries.$inferSelect)[]> {
  const where = conditions({ ...filter, cursor, direction: "older" }, undefined);
  return db
    .select()
    .from(deliveries)
    .where(and(where, filter.search ? like(deliveries.search, pattern(filter.search)) : undefined))
    .orderBy(...order("older"))
    .limit(EXPORT_STEP);
}
