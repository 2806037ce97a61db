/** BULK-1: bulk booking for customers, stores and businesses: a new table, and the batches made earlier. */
import { data, Link } from "react-router";
import type { Route } from "./+types/bulk.route";
import { customerContext } from "../../access/principal-context.ts";
import { readMemberBusiness } from "../../money/businesses/read-business.server.ts";
import { servicesContext } from "../../platform/context.ts";
import { formAction } from "../../platform/http/form-action.server.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { companyMeta } from "../../platform/http/page-meta.ts";
import { PageHead } from "../../ui/page-head.tsx";
import { hubChoices } from "../bookings/hub-choices.server.ts";
import { READ_BUTTONS } from "./forms.server.ts";
import { NOT_READ } from "./messages.ts";
import { listBulkBatches, firstSenderValues, storesOf } from "./read-batch.server.ts";
import { BulkStart } from "./start-view.tsx";
import { officeStyle } from "../../ui/office-style.ts";

export const links: Route.LinksFunction = officeStyle;

export const meta: Route.MetaFunction = (args) => companyMeta(args, "Bulk booking");

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const customer = context.get(customerContext);
  const stores = await storesOf(services, customer.person.id);
  const params = new URL(request.url).searchParams;
  const slug = params.get("store");
  const business = await readMemberBusiness(services.db, customer);
  const forBusiness = business !== null && params.get("for") === "business";
  const store = slug === null ? null : stores.find((one) => one.slug === slug);
  if (store === undefined) throw data("This is not one of your stores.", { status: 404 });
  return {
    key: newIdempotencyKey(),
    sender: firstSenderValues(customer.person, forBusiness ? business : store),
    storeId: store?.id ?? "",
    business: business && { name: business.name, isChosen: forBusiness },
    stores: stores.map(({ slug: name, name: label }) => ({ slug: name, name: label })),
    chosen: store?.slug ?? null,
    hubs: await hubChoices(services),
    batches: await listBulkBatches(services, customer),
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
  const { key, sender, storeId, business, stores, chosen, hubs, batches } = loaderData;
  const forBusiness = business?.isChosen === true;
  const senders = [
    { to: "/book/bulk", name: "For me", isChosen: chosen === null && !forBusiness },
    ...stores.map(({ slug, name }) => ({
      to: `/book/bulk?store=${slug}`,
      name: `For ${name}`,
      isChosen: slug === chosen,
    })),
    ...(business
      ? [{ to: "/book/bulk?for=business", name: `For ${business.name}, on account`, isChosen: forBusiness }]
      : []),
  ];
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-6 sm:py-8">
      <PageHead
        title="Bulk booking"
        text="Book up to 500 parcels from a table: a file, or rows pasted from a spreadsheet."
      />
      <BulkStart
        key={forBusiness ? "business" : storeId}
        kind="customer"
        refused={actionData}
        formKey={key}
        {...{ sender, storeId, forBusiness, hubs, batches }}
      >
        {senders.length > 1 && (
          <nav aria-label="Sender" className="mt-4 flex flex-wrap gap-x-5">
            {senders.map(({ to, name, isChosen }) => (
              <Link
                key={to}
                to={to}
                aria-current={isChosen ? "page" : undefined}
                className="inline-flex min-h-11 items-center underline underline-offset-4 aria-[current]:font-bold aria-[current]:no-underline"
              >
                {name}
              </Link>
            ))}
          </nav>
        )}
      </BulkStart>
    </div>
  );
}
