/** STAFF-6: the SQL of a search and a filter of bookings, for lists, counts and changes of all results. */
import { and, eq, gte, inArray, lt, or, sql, type SQL } from "drizzle-orm";
import { bookings, pieces } from "../../platform/db/schema.ts";
import { wordList } from "../../platform/db/schema/columns.ts";
import { addDays } from "../../domain/dates.ts";
import { readSticker, wholeCode } from "../../domain/piece-code.ts";
import { keyset } from "../../platform/http/keyset.server.ts";
import type { PageParams } from "../../platform/http/keyset.ts";
import { searchCondition } from "../../platform/http/search.server.ts";
import { hasTrigram, searchPhones } from "../../platform/http/search.ts";
import type { DeliveryType } from "../../domain/booking.ts";
import { type BookingStatus, OPEN_STATUSES } from "../../domain/delivery-status.ts";
import { IN_DOUBT } from "../bookings/state-doubts.server.ts";

/** A search with trigrams first scans this many of the newest bookings, to estimate how frequent its words are. */
export const RECENT = 2000;
/** Terms of one or two letters have no trigrams. They only match among this many of the newest bookings. */
const RECENT_FOR_SHORT = 5000;
/** The number of newest bookings that a search scans first. */
export const recentOf = ({ search }: BookingMatch): number =>
  hasTrigram(search) ? RECENT : RECENT_FOR_SHORT;

export type BookingFilter = BookingMatch & PageParams;
/** The filter of bookings, without the page. */
export type BookingMatch = {
  search: string;
  status: BookingStatus | null;
  /** The first Lagos day, inclusive. */
  from?: Date | null;
  /** The last Lagos day, inclusive. */
  to?: Date | null;
  /** The destination. */
  state?: string | null;
  type?: DeliveryType | null;
  /** Only open bookings that were promised before this time, the start of today; longest late first (STATUS-7). */
  lateBefore?: Date | null;
  /** Only open bookings whose address names another state (STAFF-28). */
  doubt?: boolean;
  /** Only bookings with this member of the team as assignee. */
  assignee?: string | null;
  /** Only these codes. */
  codes?: string[];
};

/**
 * The condition of a search for one booking by an index: its code, or the code or sticker of a piece; null for any other
 * search.
 */
function oneBooking(search: string): SQL | null {
  const sticker = readSticker(search);
  if (sticker)
    return sql`${bookings.id} = (select p.booking_id from ${pieces} p where p.sticker = ${sticker})`;
  const code = wholeCode(search);
  return code === null ? null : eq(bookings.trackingCode, code);
}

/** True if the search names one booking, which has its own index. */
export const isWholeCode = ({ search }: BookingMatch): boolean => oneBooking(search) !== null;

/**
 * A whole email finds its sender's bookings by the index of senders, in lower case as in that index; null for any other
 * search.
 */
const wholeEmail = (search: string): string | null =>
  /^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i.test(search) ? search.toLowerCase() : null;

/**
 * A whole Nigerian phone number, in any spelling, finds its bookings by the indexes of phones, in E.164 as in those indexes.
 * Null for any other search. The trigrams of digits are too frequent to be fast.
 */
function wholePhone(search: string): string | null {
  const [, national] = /^(?:234)?([789]\d{9})$/.exec(searchPhones(search) ?? "") ?? [];
  return national ? `+234${national}` : null;
}

/**
 * The condition of a search; undefined for an empty one, and for a whole email or phone number, which are filters. Codes may
 * be typed with spaces or dashes.
 */
export function searched({ search }: BookingMatch): SQL | undefined {
  if (wholeEmail(search) !== null || wholePhone(search) !== null) return undefined;
  const one = oneBooking(search);
  if (one) return one;
  const code = search.toLowerCase().replace(/[\s-]/g, "");
  const wanted = /^(od)?\d{4,9}(ng)?$/.test(code) ? code : search;
  return searchCondition(bookings.search, wanted, { phones: true });
}

/** The condition of a filter, without the cursor; undefined for everything. */
export function filtered(match: BookingMatch): SQL | undefined {
  const { status, from, to, state, type, lateBefore, doubt, assignee, codes = [] } = match;
  const [email, phone] = [wholeEmail(match.search), wholePhone(match.search)];
  return and(
    email === null ? undefined : eq(sql`lower(${bookings.senderEmail})`, email),
    phone === null ? undefined : or(eq(bookings.senderPhone, phone), eq(bookings.receiverPhone, phone)),
    // Character for character the condition of the index of open bookings.
    lateBefore
      ? sql`${bookings.status} in ${wordList(OPEN_STATUSES)} and ${bookings.estimatedDelivery} < ${lateBefore.toISOString()}`
      : undefined,
    doubt ? IN_DOUBT : undefined,
    assignee ? eq(bookings.assigneeId, assignee) : undefined,
    codes.length > 0 ? inArray(bookings.trackingCode, codes) : undefined,
    status ? eq(bookings.status, status) : undefined,
    state ? eq(bookings.receiverState, state) : undefined,
    type ? eq(bookings.deliveryType, type) : undefined,
    from ? gte(bookings.createdAt, from) : undefined,
    to ? lt(bookings.createdAt, addDays(to, 1)) : undefined,
  );
}

/** Late bookings are ordered from the longest late, all others from the newest. */
export const paging = (filter: BookingFilter) =>
  filter.lateBefore
    ? keyset([bookings.estimatedDelivery, bookings.id], filter, "asc")
    : keyset([bookings.createdAt, bookings.id], filter);

/** A filter with its cursor. */
export const conditions = (filter: BookingFilter) => and(filtered(filter), paging(filter).where);
