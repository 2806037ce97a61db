import type { Route } from "./+types/export-own-data.route";
import { servicesContext } from "../../platform/context.ts";
import { exportOwnData } from "./own-data.server.ts";
import { customerContext } from "../../access/principal-context.ts";

/** Exports a person's own data as a file. */
export async function loader({ context }: Route.LoaderArgs) {
  const own = await exportOwnData(context.get(servicesContext), context.get(customerContext));
  return new Response(`${JSON.stringify(own, null, 2)}\n`, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": 'attachment; filename="my-data.json"',
      "Cache-Control": "no-store",
    },
  });
}
