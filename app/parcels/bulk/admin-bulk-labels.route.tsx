/** BULK-9: prints all labels of a batch that staff made for a customer. */
import type { Route } from "./+types/admin-bulk-labels.route";
import { adminContext } from "../../access/principal-context.ts";
import { servicesContext } from "../../platform/context.ts";
import { refusalPage } from "../../platform/http/form.server.ts";
import { officeMeta } from "../../platform/http/page-meta.ts";
import { waybillPaperOf } from "../waybills/waybill.ts";
import { LabelsView } from "./labels-view.tsx";
import { refuse } from "./messages.ts";
import { batchPath } from "./paths.ts";
import { readLabelsOf } from "./read-batch.server.ts";

export const meta: Route.MetaFunction = (args) => officeMeta(args, "Labels");

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const found = await readLabelsOf(context.get(servicesContext), context.get(adminContext), params.batch);
  if (!found) throw refusalPage(refuse("not_found", "batch_gone"));
  const { batch, bookings, waybills } = found;
  return {
    bookings,
    waybills,
    back: batchPath(batch),
    paper: waybillPaperOf(new URL(request.url).searchParams),
  };
}

export default function AdminBulkLabelsPage({ loaderData }: Route.ComponentProps) {
  return (
    <div className="max-w-5xl print:max-w-none">
      <LabelsView {...loaderData} />
    </div>
  );
}
