import type { Route } from "./+types/bulk-result.route";
import { customerContext } from "../../access/principal-context.ts";
import { servicesContext } from "../../platform/context.ts";
import { refusalPage } from "../../platform/http/form.server.ts";
import { refuse } from "./messages.ts";
import { resultFile } from "./read-batch.server.ts";

/** BULK-9: returns a CSV file with the result of a customer's batch. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const file = await resultFile(context.get(servicesContext), context.get(customerContext), params.batch);
  if (!file) throw refusalPage(refuse("not_found", "batch_gone"));
  return file;
}
