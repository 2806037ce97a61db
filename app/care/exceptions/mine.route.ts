/** EXC-2: redirects to the member's own exceptions. The new URL names the member as the owner. */
import { redirect } from "react-router";
import type { Route } from "./+types/mine.route";
import { adminContext } from "../../access/principal-context.ts";

export function loader({ request, context }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  params.delete("tab");
  params.set("owner", context.get(adminContext).memberId);
  return redirect(`/admin/exceptions?${params}`);
}
