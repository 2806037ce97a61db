/** EXC-2: the exceptions that a member of the team decides: the list with a filter, so that its data depends on its address alone. */
import { redirect } from "react-router";
import type { Route } from "./+types/mine.route";
import { adminContext } from "../../access/principal-context.ts";

export function loader({ request, context }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  params.delete("tab");
  params.set("owner", context.get(adminContext).memberId);
  return redirect(`/admin/exceptions?${params}`);
}
