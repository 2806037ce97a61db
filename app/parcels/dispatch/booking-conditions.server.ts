/** STAFF-6: the SQL conditions of a search and a filter, for lists, counts, and bulk changes. */
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

/** A search of three letters or more first reads this many newest bookings, to see how often the search matches. */
export const RECENT = 2000;
/** Terms of one or two letters have no trigrams, so they search only this many newest bookings. */
const RECENT_FOR_SHORT = 5000;
export const recentOf = ({ search }: BookingMatch): number =>
  hasTrigram(search) ? RECENT : RECENT_FOR_SHORT;

export type BookingFilter = BookingMatch & PageParams;
export type BookingMatch = {
  search: string;
  status: BookingStatus | null;
  /** The Lagos day on or after which the bookings were made. */
  from?: Date | null;
  /** The Lagos day on or before which the bookings were made. */
  to?: Date | null;
  state?: string | null;
  type?: DeliveryType | null;
  /** STATUS-7: selects only open bookings promised before this time, which is the start of today. */
  lateBefore?: Date | null;
  /** STAFF-28: if true, selects only open bookings whose address names another state than the stored one. */
  doubt?: boolean;
  assignee?: string | null;
  codes?: string[];
};

/**
 * Returns the condition for the tracking codes in the text (TEXT-4: a code may have two readings), or for a sticker.
 * Indexes find codes and stickers. Null if the text contains neither a code nor a sticker.
 */
function byCode(search: string): SQL | null {
  const sticker = readSticker(search);
  if (sticker)
    return sql`${bookings.id} = (select p.booking_id from ${pieces} p where p.sticker = ${sticker})`;
  const codes = trackingCodesIn(search);
  return codes.length === 0 ? null : inArray(bookings.trackingCode, codes);
}

/** True if the search text contains codes or is a sticker. An index then finds the bookings. */
export const hasCode = ({ search }: BookingMatch): boolean => byCode(search) !== null;

/**
 * Returns the search text in lower case if the text is a whole email address. Otherwise null. The index has addresses
 * in lower case.
 */
const wholeEmail = (search: string): string | null =>
  /^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i.test(search) ? search.toLowerCase() : null;

/** Returns a whole Nigerian phone number in E.164, or null. A trigram search for digits would be slow. */
function wholePhone(search: string): string | null {
  const [, national] = /^(?:234)?([789]\d{9})$/.exec(searchPhones(search) ?? "") ?? [];
  return national ? `+234${national}` : null;
}

/** Returns the condition of a search. Undefined for whole emails and phones, which `filterCondition` handles. */
export function textSearchCondition({ search }: BookingMatch): SQL | undefined {
  if (wholeEmail(search) !== null || wholePhone(search) !== null) return undefined;
  const one = byCode(search);
  if (one) return one;
  const code = search.toLowerCase().replace(/[\s-]/g, "");
  const wanted = /^(od)?\d{4,9}(ng)?$/.test(code) ? code : search;
  return searchCondition(bookings.search, wanted, { phones: true });
}

/** Returns the condition of a filter, without the cursor. Undefined if the filter selects all bookings. */
export function filterCondition(match: BookingMatch): SQL | undefined {
  const { status, from, to, state, type, lateBefore, doubt, assignee, codes = [] } = match;
  const [email, phone] = [wholeEmail(match.search), wholePhone(match.search)];
  return and(
    email === null ? undefined : eq(sql`lower(${bookings.senderEmail})`, email),
    phone === null ? undefined : or(eq(bookings.senderPhone, phone), eq(bookings.receiverPhone, phone)),
    // PostgreSQL uses the partial index of open bookings only if the query repeats the index's condition.
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

/** Returns the order and cursor of a list: late bookings by promised day, other bookings newest first. */
export const bookingPaging = (filter: BookingFilter) =>
  filter.lateBefore
    ? keyset([bookings.promisedDay, bookings.id], filter, "asc")
    : keyset([bookings.createdAt, bookings.id], filter);

export const bookingConditions = (filter: BookingFilter) =>
  and(filterCondition(filter), bookingPaging(filter).where);
