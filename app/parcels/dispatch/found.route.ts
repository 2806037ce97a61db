/** STAFF-31: searches bookings for the command palette, newest first. */
import { servicesContext } from "../../platform/context.ts";
import { FIRST_PAGE } from "../../platform/http/keyset.ts";
import { hasTrigram, readSearch } from "../../platform/http/search.ts";
import type { Route } from "./+types/found.route";
import { listBookings } from "./list-bookings.server.ts";
import type { FoundBooking } from "./use-found-bookings.ts";

const MOST = 5;

export async function loader({ request, context }: Route.LoaderArgs) {
  const search = readSearch(new URL(request.url).searchParams);
  if (!hasTrigram(search)) return Response.json({ found: [] });
  const { rows } = await listBookings(context.get(servicesContext).db, {
    search,
    status: null,
    ...FIRST_PAGE,
  });
  const found: FoundBooking[] = rows
    .slice(0, MOST)
    .map(({ trackingCode, senderName, receiverName, receiverState, status }) => ({
      trackingCode,
      senderName,
      receiverName,
      receiverState,
      status,
    }));
  return Response.json({ found });
}
