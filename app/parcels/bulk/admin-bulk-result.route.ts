import type { Route } from "./+types/admin-bulk-result.route";
import { adminContext } from "../../access/principal-context.ts";
import { servicesContext } from "../../platform/context.ts";
import { resultFile, unlessGone } from "./read-batch.server.ts";

/** BULK-9: returns a CSV file with the result of a batch that staff made for a customer. */
export const loader = async ({ params, context }: Route.LoaderArgs) =>
  unlessGone(await resultFile(context.get(servicesContext), context.get(adminContext), params.batch));
