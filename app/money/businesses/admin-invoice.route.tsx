/** BUSINESS-6: one invoice or credit note of a business, for staff. */
import { data } from "react-router";
import type { Route } from "./+types/admin-invoice.route";
import { lagosDay } from "../../domain/dates.ts";
import { servicesContext } from "../../platform/context.ts";
import { officeMeta } from "../../platform/http/page-meta.ts";
import { uuidParam } from "../../platform/http/uuid.ts";
import { BackLink } from "../../ui/back-link.tsx";
import { InvoiceView } from "./invoice-view.tsx";
import { readInvoice } from "./read-invoice.server.ts";

export const meta: Route.MetaFunction = (args) => officeMeta(args, "Invoice");

export async function loader({ params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const id = uuidParam(params.id);
  const page = id && (await readInvoice(services, id, params.number));
  if (!page) throw data("This business has no invoice with this number.", { status: 404 });
  return { page, id, today: lagosDay(services.now()) };
}

export default function InvoicePage({ loaderData }: Route.ComponentProps) {
  const { page, id, today } = loaderData;
  const business = `/admin/businesses/${id}`;
  return (
    <>
      <BackLink to={business}>{page.buyer.name}</BackLink>
      <InvoiceView page={page} today={today} pdf={`${business}/${page.number}/invoice.pdf`} pays={false} />
    </>
  );
}
