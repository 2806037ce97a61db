/** Back office, BULK-4, BULK-5: a batch that the signed-in member of staff made for a customer. */
import type { Route } from "./+types/admin-bulk-batch.route";
import { adminContext } from "../../access/principal-context.ts";
import { staffAction } from "../../access/staff-door.server.ts";
import { servicesContext } from "../../platform/context.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { officeMeta } from "../../platform/http/page-meta.ts";
import { BatchView } from "./batch-view.tsx";
import { batchButtons } from "./forms.server.ts";
import { NOT_BOOKED_BULK } from "./messages.ts";
import { readBatchPage, unlessGone } from "./read-batch.server.ts";

export const meta: Route.MetaFunction = (args) => officeMeta(args, "Bulk booking");

export const loader = async ({ params, context }: Route.LoaderArgs) =>
  unlessGone(await readBatchPage(context.get(servicesContext), context.get(adminContext), params.batch));

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
