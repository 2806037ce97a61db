/** Back office, BULK-1: bulk booking for a customer, and the batches that the signed-in person made. */
import type { Route } from "./+types/admin-bulk.route";
import { whyRoleMayNot } from "../../access/permissions.ts";
import { adminContext } from "../../access/principal-context.ts";
import { staffAction } from "../../access/staff-door.server.ts";
import { servicesContext } from "../../platform/context.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { officeMeta } from "../../platform/http/page-meta.ts";
import { PageHead } from "../../ui/page-head.tsx";
import { hubChoices } from "../bookings/hub-choices.server.ts";
import { STAFF_READ_BUTTONS } from "./forms.server.ts";
import { NOT_READ } from "./messages.ts";
import { listBulkBatches } from "./read-batch.server.ts";
import { BulkStart } from "./start-view.tsx";

export const meta: Route.MetaFunction = (args) => officeMeta(args, "Bulk booking");

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const admin = context.get(adminContext);
  return {
    key: newIdempotencyKey(),
    hubs: await hubChoices(services),
    batches: await listBulkBatches(services, admin),
    mayNotBook: whyRoleMayNot(admin.role, "bookForCustomer"),
  };
}

export const action = staffAction({
  buttons: STAFF_READ_BUTTONS,
  to: () => "/admin/bookings/bulk",
  failed: NOT_READ,
});

export const clientAction = formClientAction<typeof action>(NOT_READ);

export default function AdminBulkPage({ loaderData, actionData }: Route.ComponentProps) {
  const { key, hubs, batches, mayNotBook } = loaderData;
  return (
    <div className="max-w-6xl">
      <PageHead
        title="Bulk booking for a customer"
        text="Enter the customer as the sender. With an email, they get one mail with all codes."
      />
      {mayNotBook ? (
        <p className="mt-6 border-l-8 border-danfo bg-card px-4 py-3">{mayNotBook}</p>
      ) : (
        <BulkStart
          kind="staff"
          refused={actionData}
          formKey={key}
          sender={{}}
          storeId=""
          {...{ hubs, batches }}
        />
      )}
    </div>
  );
}
