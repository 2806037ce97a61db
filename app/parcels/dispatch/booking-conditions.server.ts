/** STAFF-6: the SQL of a search and a filter of bookings, for lists, for counts, and for changes of all results. */
import { and, eq, gte, inArray, lt, or, sql, type SQL } from "drizzle-orm";
import { bookings, pieces } from "../../platform/db/schema.ts";
import { wordList } from "../../platform/db/schema/columns.ts";
import { addDays } from "../../domain/dates.ts";
import { trackingCodesIn } from "../../domain/codes-in-text.ts";
import { readSticker } from "../../domain/piece-code.ts";
import { keyset } from "../../platform/http/keyset.server.ts";
import type { PageParams } from "../../platform/http/keyset.ts";
import { searchCondition } from "../../platform/http/search.server.ts";
import { hasTrigram, searchPhones } from "../../platform/http/search.ts";
import type { DeliveryType } from "../../domain/booking.ts";
import { type BookingStatus, OPEN_STATUSES } from "../../domain/delivery-status.ts";
import { IN_DOUBT } from "../bookings/state-doubts.server.ts";

/** A search by trigrams first scans this many of the newest bookings, to estimate how frequent its words are. */
export const RECENT = 2000;
/** Terms of one or two letters have no trigrams, so they match only among this many of the newest bookings. */
const RECENT_FOR_SHORT = 5000;
/** The number of newest bookings that a search scans first. */
export const recentOf = ({ search }: BookingMatch): number =>
  hasTrigram(search) ? RECENT : RECENT_FOR_SHORT;

export type BookingFilter = BookingMatch & PageParams;
/** The search and the filter of a list of bookings, without its page. */
export type BookingMatch = {
  search: string;
  status: BookingStatus | null;
  /** The first Lagos day on which the bookings were made, inclusive. */
  from?: Date | null;
  /** The last Lagos day on which the bookings were made, inclusive. */
  to?: Date | null;
  /** The Nigerian state of the receiver's address. */
  state?: string | null;
  type?: DeliveryType | null;
  /**
   * STATUS-7: only open bookings that were promised before this time, the start of today. The longest late come first.
   */
  lateBefore?: Date | null;
  /** Only open bookings with a postal address that names another state than the stored one (STAFF-28). */
  doubt?: boolean;
  /** Only bookings with this member of the team as assignee. */
  assignee?: string | null;
  codes?: string[];
};

/**
 * The condition of a search by an index: for the codes in the text (TEXT-4; a code may have two readings), or for the
 * sticker of a piece; null for any other search.
 */
function byCode(search: string): SQL | null {
  const sticker = readSticker(search);
  if (sticker)
    return sql`${bookings.id} = (select p.booking_id from ${pieces} p where p.sticker = ${sticker})`;
  const codes = trackingCodesIn(search);
  return codes.length === 0 ? null : inArray(bookings.trackingCode, codes);
}

/** True if the search has codes, whose bookings an index finds. */
export const hasCode = ({ search }: BookingMatch): boolean => byCode(search) !== null;

/**
 * The email, if the search is a whole email; null for any other search. It is in lower case, as in the index by which
 * the sender's bookings are found.
 */
const wholeEmail = (search: string): string | null =>
  /^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i.test(search) ? search.toLowerCase() : null;

/**
 * The phone number, if the search is a whole Nigerian phone number in any spelling; null for any other search. It is in
 * E.164, as in the indexes by which the bookings are found. A search by trigrams would be slow, because most trigrams
 * of digits occur in many numbers.
 */
function wholePhone(search: string): string | null {
  const [, national] = /^(?:234)?([789]\d{9})$/.exec(searchPhones(search) ?? "") ?? [];
  return national ? `+234${national}` : null;
}

/**
 * The condition of a search for words or a code, which may be typed with spaces or dashes. Undefined for an empty
 * search, and for a whole email or phone number, which `filtered` handles.
 */
export function searched({ search }: BookingMatch): SQL | undefined {
  if (wholeEmail(search) !== null || wholePhone(search) !== null) return undefined;
  const one = byCode(search);
  if (one) return one;
  const code = search.toLowerCase().replace(/[\s-]/g, "");
  const wanted = /^(od)?\d{4,9}(ng)?$/.test(code) ? code : search;
  return searchCondition(bookings.search, wanted, { phones: true });
}

/** The condition of a filter, without the cursor; undefined if the filter lets all bookings through. */
export function filtered(match: BookingMatch): SQL | undefined {
  const { status, from, to, state, type, lateBefore, doubt, assignee, codes = [] } = match;
  const [email, phone] = [wholeEmail(match.search), wholePhone(match.search)];
  return and(
    email === null ? undefined : eq(sql`lower(${bookings.senderEmail})`, email),
    phone === null ? undefined : or(eq(bookings.senderPhone, phone), eq(bookings.receiverPhone, phone)),
    // The condition must equal that of the index of open bookings, or PostgreSQL does not use the index.
    lateBefore
      ? sql`${bookings.status} in ${wordList(OPEN_STATUSES)} and ${bookings.promisedDay} < ${lateBefore.toISOString()}`
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

/** The order of a list, and its cursor: late bookings from the longest late, all others from the newest. */
export const paging = (filter: BookingFilter) =>
  filter.lateBefore
    ? keyset([bookings.promisedDay, bookings.id], filter, "asc")
    : keyset([bookings.createdAt, bookings.id], filter);

export const conditions = (filter: BookingFilter) => and(filtered(filter), paging(filter).where);
