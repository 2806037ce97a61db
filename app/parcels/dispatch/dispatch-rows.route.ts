/** Reads rows that the screen still shows although the rows no longer match the filter. */
import type { Route } from "./+types/dispatch-rows.route";
import { servicesContext } from "../../platform/context.ts";
import { isUuid } from "../../platform/http/uuid.ts";
import { PAGE_SIZE, readRows, withPhones } from "./list-bookings.server.ts";
import { compactRows } from "./compact-rows.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const ids = (new URL(request.url).searchParams.get("ids") ?? "")
    .split(",")
    .filter((id) => isUuid(id))
    .slice(0, PAGE_SIZE);
  const rows = await readRows(context.get(servicesContext).db, ids);
  return { rows: compactRows(rows.map(withPhones)) };
}
