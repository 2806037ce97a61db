/**
 * STAFF-30: redirects to the bookings that are assigned to the person. All people of a role get the same page
 * with the link 'Mine', so the link cannot name the person.
 */
import { redirect } from "react-router";
import type { Route } from "./+types/mine.route";
import { adminContext } from "../../access/principal-context.ts";

export function loader({ request, context }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  params.set("assignee", context.get(adminContext).memberId);
  return redirect(`/admin/bookings?${params}`);
}
