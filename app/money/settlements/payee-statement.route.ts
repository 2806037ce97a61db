import type { Route } from "./+types/payee-statement.route";
import { adminContext } from "../../access/principal-context.ts";
import { lagosDay } from "../../domain/dates.ts";
import { servicesContext } from "../../platform/context.ts";
import { receiveOrThrow } from "../../platform/http/resource-door.server.ts";
import { exportStatement } from "./export-settlements.server.ts";
import { statementCsv } from "./statement-csv.server.ts";
import { weekOf } from "./statement.server.ts";

/** Exports a payee's statement of one week for staff. The export is logged. */
export async function loader({ request, params: { id }, context }: Route.LoaderArgs) {
  const from = weekOf(new URL(request.url).searchParams, context.get(servicesContext).now());
  const { read } = await receiveOrThrow(exportStatement, context, context.get(adminContext), { id, from });
  return statementCsv(lagosDay(from), await read());
}
