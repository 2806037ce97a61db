/** The filter of the list of bookings, as the list's URL contains it. */
import { lagosDay, parseLagosDay } from "../../domain/dates.ts";
import { readSearch } from "../../platform/http/search.ts";
import { isUuid } from "../../platform/http/uuid.ts";
import { isState } from "../../domain/states.ts";
import { DELIVERY_TYPES, type DeliveryType } from "../../domain/booking.ts";
import {
  BOOKING_STATUSES,
  type BookingStatus,
  CLOSED_STATUSES,
  OPEN_STATUSES,
} from "../../domain/delivery-status.ts";

/** STATUS-7: 'Late' is no status: a late booking is past its promised day and not delivered or failed. */
export const LIST_TABS = [...OPEN_STATUSES, "late", ...CLOSED_STATUSES] as const;

export type ParsedFilters = {
  search: string;
  status: BookingStatus | null;
  late: boolean;
  from: Date | null;
  to: Date | null;
  state: string | null;
  type: DeliveryType | null;
  /** STAFF-28: if true, lists only open bookings whose address names another state than the stored one. */
  doubt: boolean;
  /** STAFF-30: the id of the member of staff whose bookings are listed. Null means all bookings. */
  assignee: string | null;
  /** The codes of the ticked bookings, for an export. */
  codes: string[];
};

const MOST_CODES = 200;

/** Reads the filters. Ignores invalid values, so that a link that was cut off still shows a list. */
export function parseFilters(params: URLSearchParams): ParsedFilters {
  const text = (name: string) => params.get(name) ?? "";
  const state = text("state");
  return {
    search: readSearch(params),
    status: BOOKING_STATUSES.find((known) => known === text("status")) ?? null,
    late: text("status") === "late",
    from: parseLagosDay(text("from")),
    to: parseLagosDay(text("to")),
    state: isState(state) ? state : null,
    type: DELIVERY_TYPES.find((known) => known === text("type")) ?? null,
    doubt: text("doubt") === "1",
    assignee: isUuid(text("assignee")) ? text("assignee").toLowerCase() : null,
    codes: text("codes")
      .split(",")
      .filter((code) => /^[A-Z0-9]{4,40}$/.test(code))
      .slice(0, MOST_CODES),
  };
}

export function bookingFilterParams({
  search,
  status,
  late,
  from,
  to,
  state,
  type,
  doubt,
  assignee,
  codes,
}: ParsedFilters): Record<string, string> {
  return {
    ...(search && { q: search }),
    ...(status && { status }),
    ...(late && { status: "late" }),
    ...(state && { state }),
    ...(type && { type }),
    ...(from && { from: lagosDay(from) }),
    ...(to && { to: lagosDay(to) }),
    ...(doubt && { doubt: "1" }),
    ...(assignee && { assignee }),
    ...(codes.length > 0 && { codes: codes.join(",") }),
  };
}
