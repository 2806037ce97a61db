/** EXC-2: leads to a member's own exceptions. The URL names the member: the list depends only on its URL. */
import { redirect } from "react-router";
import type { Route } from "./+types/mine.route";
import { adminContext } from "../../access/principal-context.ts";

export function loader({ request, context }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  params.delete("tab");
  params.set("owner", context.get(adminContext).memberId);
  return redirect(`/admin/exceptions?${params}`);
}
