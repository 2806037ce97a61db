/** BULK-4, BULK-5: the page of a customer's batch: preview, correction, booking and results. */
import type { Route } from "./+types/bulk-batch.route";
import { customerContext } from "../../access/principal-context.ts";
import { servicesContext } from "../../platform/context.ts";
import { formAction } from "../../platform/http/form-action.server.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { companyMeta } from "../../platform/http/page-meta.ts";
import type { BulkActor } from "./check-batch.server.ts";
import { BatchView } from "./batch-view.tsx";
import { batchButtons } from "./forms.server.ts";
import { NOT_BOOKED_BULK } from "./messages.ts";
import { readBatchPage, unlessGone } from "./read-batch.server.ts";
import { officeStyle } from "../../ui/office-style.ts";

export const links: Route.LinksFunction = officeStyle;

export const meta: Route.MetaFunction = (args) => companyMeta(args, "Bulk booking");

export const loader = async ({ params, context }: Route.LoaderArgs) =>
  unlessGone(await readBatchPage(context.get(servicesContext), context.get(customerContext), params.batch));

export const action = formAction<BulkActor>({
  actor: (context) => context.get(customerContext),
  buttons: batchButtons("customer"),
  of: ({ batch = "" }) => ({ id: batch }),
  to: ({ batch }) => `/book/bulk/${batch}`,
  failed: NOT_BOOKED_BULK,
});

export const clientAction = formClientAction<typeof action>(NOT_BOOKED_BULK);

export default function BulkBatchPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-6 sm:py-8">
      <BatchView page={loaderData} refused={actionData} />
    </div>
  );
}
