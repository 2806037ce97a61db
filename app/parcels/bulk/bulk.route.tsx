/** BULK-1: bulk booking for customers and their stores: the table, and the batches that are there. */
import { data, Link } from "react-router";
import type { Route } from "./+types/bulk.route";
import { customerContext } from "../../access/principal-context.ts";
import { servicesContext } from "../../platform/context.ts";
import { formAction } from "../../platform/http/form-action.server.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { companyMeta } from "../../platform/http/page-meta.ts";
import { PageHead } from "../../ui/page-head.tsx";
import { hubChoices } from "../bookings/hub-choices.server.ts";
import { READ_BUTTONS } from "./forms.server.ts";
import { NOT_READ } from "./messages.ts";
import { listBatches, senderOf, storesOf } from "./read-batch.server.ts";
import { BulkStart } from "./start-view.tsx";

export const meta: Route.MetaFunction = (args) => companyMeta(args, "Bulk booking");

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const customer = context.get(customerContext);
  const stores = await storesOf(services, customer.person.id);
  const slug = new URL(request.url).searchParams.get("store");
  const store = slug === null ? null : stores.find((one) => one.slug === slug);
  if (store === undefined) throw data("This is not one of your stores.", { status: 404 });
  return {
    key: newIdempotencyKey(),
    sender: senderOf(customer.person, store),
    storeId: store?.id ?? "",
    stores: stores.map(({ slug: name, name: label }) => ({ slug: name, name: label })),
    chosen: store?.slug ?? null,
    hubs: await hubChoices(services),
    batches: await listBatches(services, customer),
  };
}

export const action = formAction({
  actor: (context) => context.get(customerContext),
  buttons: READ_BUTTONS,
  to: () => "/book/bulk",
  failed: NOT_READ,
});

export const clientAction = formClientAction<typeof action>(NOT_READ);

export default function BulkPage({ loaderData, actionData }: Route.ComponentProps) {
  const { key, sender, storeId, stores, chosen, hubs, batches } = loaderData;
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-6 sm:py-8">
      <PageHead
        title="Bulk booking"
        text="Book up to 500 parcels from a table: a file, or rows pasted from a spreadsheet."
      />
      <BulkStart
        key={storeId}
        kind="customer"
        refused={actionData}
        formKey={key}
        {...{ sender, storeId, hubs, batches }}
      >
        {stores.length > 0 && (
          <nav aria-label="Sender" className="mt-4 flex flex-wrap gap-x-5">
            {[{ slug: null, name: "Me" }, ...stores].map(({ slug, name }) => (
              <Link
                key={name}
                to={slug ? `/book/bulk?store=${slug}` : "/book/bulk"}
                aria-current={slug === chosen ? "page" : undefined}
                className="inline-flex min-h-11 items-center underline underline-offset-4 aria-[current]:font-bold aria-[current]:no-underline"
              >
                {slug ? `For ${name}` : "For me"}
              </Link>
            ))}
          </nav>
        )}
      </BulkStart>
    </div>
  );
}
