/** BULK-9: prints all labels of a customer's batch. */
import type { Route } from "./+types/bulk-labels.route";
import { customerContext } from "../../access/principal-context.ts";
import { servicesContext } from "../../platform/context.ts";
import { refusalPage } from "../../platform/http/form.server.ts";
import { companyMeta } from "../../platform/http/page-meta.ts";
import { waybillPaperOf } from "../waybills/waybill.ts";
import { LabelsView } from "./labels-view.tsx";
import { refuse } from "./messages.ts";
import { batchPath } from "./paths.ts";
import { readLabelsOf } from "./read-batch.server.ts";
import { officeStyle } from "../../ui/office-style.ts";

export const links: Route.LinksFunction = officeStyle;

export const meta: Route.MetaFunction = (args) => companyMeta(args, "Labels");

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const found = await readLabelsOf(context.get(servicesContext), context.get(customerContext), params.batch);
  if (!found) throw refusalPage(refuse("not_found", "batch_gone"));
  const { batch, bookings, waybills } = found;
  return {
    bookings,
    waybills,
    back: batchPath(batch),
    paper: waybillPaperOf(new URL(request.url).searchParams),
  };
}

export default function BulkLabelsPage({ loaderData }: Route.ComponentProps) {
  return (
    <div className="mx-auto w-full max-w-5xl px-4 py-8 print:max-w-none print:p-0">
      <LabelsView {...loaderData} />
    </div>
  );
}
