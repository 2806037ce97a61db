/** The filter of the bookings list, as in the URL. */
import { lagosDay, parseLagosDay } from "../domain/dates.ts";
import { readSearch } from "../platform/http/search.ts";
import { isState } from "../domain/states.ts";
import {
  DELIVERY_STATUSES,
  DELIVERY_TYPES,
  type DeliveryStatus,
  type DeliveryType,
} from "../domain/booking.ts";

export type ParsedFilters = {
  search: string;
  status: DeliveryStatus | null;
  from: Date | null;
  to: Date | null;
  state: string | null;
  type: DeliveryType | null;
};

/** An invalid value filters nothing: a shared link that was cut still shows a list. */
export function parseFilters(params: URLSearchParams): ParsedFilters {
  const text = (name: string) => params.get(name) ?? "";
  const state = text("state");
  return {
    search: readSearch(params),
    status: DELIVERY_STATUSES.find((known) => known === text("status")) ?? null,
    from: parseLagosDay(text("from")),
    to: parseLagosDay(text("to")),
    state: isState(state) ? state : null,
    type: DELIVERY_TYPES.find((known) => known === text("type")) ?? null,
  };
}

/** The same filter as URL parameters, without empty ones. */
export function filterParams({
  search,
  status,
  from,
  to,
  state,
  type,
}: ParsedFilters): Record<string, string> {
  return {
    ...(search && { q: search }),
    ...(status && { status }),
    ...(state && { state }),
    ...(type && { type }),
    ...(from && { from: lagosDay(from) }),
    ...(to && { to: lagosDay(to) }),
  };
}
