/** BUSINESS-6: one invoice or credit note of a business. */
import { data } from "react-router";
import type { Route } from "./+types/business-invoice.route";
import { memberContext } from "../../access/principal-context.ts";
import { lagosDay } from "../../domain/dates.ts";
import { servicesContext } from "../../platform/context.ts";
import { companyMeta } from "../../platform/http/page-meta.ts";
import { TextLink } from "../../ui/text-link.tsx";
import { InvoiceView } from "./invoice-view.tsx";
import { readInvoice } from "./read-invoice.server.ts";

export const meta: Route.MetaFunction = (args) => companyMeta(args, "Invoice");

export async function loader({ params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const page = await readInvoice(services, context.get(memberContext).business.id, params.number);
  if (!page) throw data("Your business has no invoice with this number.", { status: 404 });
  return { page, today: lagosDay(services.now()) };
}

export default function InvoicePage({ loaderData }: Route.ComponentProps) {
  const { page, today } = loaderData;
  return (
    <>
      <p className="print:hidden">
        <TextLink to="/business/invoices">Invoices</TextLink>
      </p>
      <InvoiceView page={page} today={today} pdf={`/business/invoices/${page.number}/invoice.pdf`} pays />
    </>
  );
}
