/**
 * EXC-2: redirects a member of the team to the list of their own exceptions. The URL names the member, so
 * that the list's data depends on its URL alone.
 */
import { redirect } from "react-router";
import type { Route } from "./+types/mine.route";
import { adminContext } from "../../access/principal-context.ts";

export function loader({ request, context }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  params.delete("tab");
  params.set("owner", context.get(adminContext).memberId);
  return redirect(`/admin/exceptions?${params}`);
}
