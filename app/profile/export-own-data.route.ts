import type { Route } from "./+types/export-own-data.route";
import { servicesContext, sessionContext } from "../platform/context.ts";
import { asCustomer } from "../auth/actor.server.ts";
import { exportOwnData } from "./own-data.server.ts";

/** One's own data as a file. */
export async function loader({ context }: Route.LoaderArgs) {
  const own = await exportOwnData(context.get(servicesContext), asCustomer(context.get(sessionContext))!);
  return new Response(`${JSON.stringify(own, null, 2)}\n`, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": 'attachment; filename="ona-delivery-my-data.json"',
      "Cache-Control": "no-store",
    },
  });
}
