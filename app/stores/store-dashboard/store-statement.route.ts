import type { Route } from "./+types/store-statement.route";
import { storeOwnerContext } from "../../access/principal-context.ts";
import { servicesContext } from "../../platform/context.ts";
import { requireStore } from "./store-context.ts";
import { ownStatementCsv } from "../../money/settlements/own-settlements.server.ts";

/** Exports a store's statement of one week, for its owner. */
export const loader = ({ request, context }: Route.LoaderArgs) =>
  ownStatementCsv(
    context.get(servicesContext),
    { owner: context.get(storeOwnerContext), storeId: requireStore(context).id },
    new URL(request.url).searchParams,
  );
