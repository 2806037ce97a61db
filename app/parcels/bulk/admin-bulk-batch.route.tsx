/** Back office, BULK-4, BULK-5: a batch that the signed-in member of staff made for a customer. */
import type { Route } from "./+types/admin-bulk-batch.route";
import { adminContext } from "../../access/principal-context.ts";
import { staffAction } from "../../access/staff-door.server.ts";
import { servicesContext } from "../../platform/context.ts";
import { refusalPage } from "../../platform/http/form.server.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { officeMeta } from "../../platform/http/page-meta.ts";
import { BatchView } from "./batch-view.tsx";
import { batchButtons } from "./forms.server.ts";
import { NOT_BOOKED_BULK, refuse } from "./messages.ts";
import { readBatchPage } from "./read-batch.server.ts";

export const meta: Route.MetaFunction = (args) => officeMeta(args, "Bulk booking");

export async function loader({ params, context }: Route.LoaderArgs) {
  const page = await readBatchPage(context.get(servicesContext), context.get(adminContext), params.batch);
  if (!page) throw refusalPage(refuse("not_found", "batch_gone"));
  return page;
}

export const action = staffAction({
  buttons: batchButtons("staff"),
  of: ({ batch = "" }) => ({ id: batch }),
  to: ({ batch }) => `/admin/bookings/bulk/${batch}`,
  failed: NOT_BOOKED_BULK,
});

export const clientAction = formClientAction<typeof action>(NOT_BOOKED_BULK);

export default function AdminBulkBatchPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="max-w-6xl">
      <BatchView page={loaderData} refused={actionData} />
    </div>
  );
}
