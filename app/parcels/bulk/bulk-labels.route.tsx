/** BULK-9: prints all labels of a customer's batch. */
import type { Route } from "./+types/bulk-labels.route";
import { customerContext } from "../../access/principal-context.ts";
import { servicesContext } from "../../platform/context.ts";
import { companyMeta } from "../../platform/http/page-meta.ts";
import { LabelsView } from "./labels-view.tsx";
import { readLabelsPage } from "./read-batch.server.ts";
import { officeStyle } from "../../ui/office-style.ts";

export const links: Route.LinksFunction = officeStyle;

export const meta: Route.MetaFunction = (args) => companyMeta(args, "Labels");

export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  readLabelsPage(context.get(servicesContext), context.get(customerContext), params.batch, request);

export default function BulkLabelsPage({ loaderData }: Route.ComponentProps) {
  return (
    <div className="mx-auto w-full max-w-5xl px-4 py-8 print:max-w-none print:p-0">
      <LabelsView {...loaderData} />
    </div>
  );
}
