import { data } from "react-router";
import type { Route } from "./+types/payee-statement.route";
import { recordActivity } from "../access/record-activity.server.ts";
import { adminContext } from "../access/principal-context.ts";
import { lagosDay } from "../domain/dates.ts";
import { servicesContext } from "../platform/context.ts";
import { uuidParam } from "../platform/http/uuid.ts";
import { EVERY_ENTRY, statementCsv } from "./statement-csv.server.ts";
import { readPayee, readStatement, weekOf } from "./statement.server.ts";

/** A payee's statement of one week, for staff. The export is logged. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { db, now } = services;
  const id = uuidParam(params.id);
  const payee = id && (await readPayee(db, id));
  if (!payee) throw data("This payee does not exist.", { status: 404 });
  const from = weekOf(new URL(request.url).searchParams, now());
  await db.transaction((tx) =>
    recordActivity(tx, context.get(adminContext), now(), {
      action: "export",
      description: `Exported the statement of ${lagosDay(from)}`,
      entityType: "payee",
      entityId: payee.id,
    }),
  );
  return statementCsv(lagosDay(from), await readStatement(db, payee.id, from, EVERY_ENTRY));
}
