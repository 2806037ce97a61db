import type { Route } from "./+types/my-statement.route";
import { customerContext } from "../../access/principal-context.ts";
import { servicesContext } from "../../platform/context.ts";
import { ownStatementCsv } from "./own-settlements.server.ts";

/** Exports a customer's statement of one week. */
export const loader = ({ request, context }: Route.LoaderArgs) =>
  ownStatementCsv(
    context.get(servicesContext),
    context.get(customerContext),
    new URL(request.url).searchParams,
  );
