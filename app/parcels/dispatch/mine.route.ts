/**
 * STAFF-30: redirects to the bookings that are assigned to the person. The link 'Mine' leads to this route, because
 * the page with the link is the same for everybody of a role.
 */
import { redirect } from "react-router";
import type { Route } from "./+types/mine.route";
import { adminContext } from "../../access/principal-context.ts";

export function loader({ request, context }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  params.set("assignee", context.get(adminContext).memberId);
  return redirect(`/admin/bookings?${params}`);
}
