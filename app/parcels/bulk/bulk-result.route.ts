import type { Route } from "./+types/bulk-result.route";
import { customerContext } from "../../access/principal-context.ts";
import { servicesContext } from "../../platform/context.ts";
import { resultFile, unlessGone } from "./read-batch.server.ts";

/** BULK-9: returns a CSV file with the result of a customer's batch. */
export const loader = async ({ params, context }: Route.LoaderArgs) =>
  unlessGone(await resultFile(context.get(servicesContext), context.get(customerContext), params.batch));
