/** BULK-9: prints all labels of a batch that staff made for a customer. */
import type { Route } from "./+types/admin-bulk-labels.route";
import { adminContext } from "../../access/principal-context.ts";
import { servicesContext } from "../../platform/context.ts";
import { officeMeta } from "../../platform/http/page-meta.ts";
import { LabelsView } from "./labels-view.tsx";
import { readLabelsPage } from "./read-batch.server.ts";

export const meta: Route.MetaFunction = (args) => officeMeta(args, "Labels");

export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  readLabelsPage(context.get(servicesContext), context.get(adminContext), params.batch, request);

export default function AdminBulkLabelsPage({ loaderData }: Route.ComponentProps) {
  return (
    <div className="max-w-5xl print:max-w-none">
      <LabelsView {...loaderData} />
    </div>
  );
}
