/** BUSINESS-6: the invoices of a business, for its members who see money. */
import type { Route } from "./+types/business-invoices.route";
import { memberContext } from "../../access/principal-context.ts";
import { lagosDay } from "../../domain/dates.ts";
import { servicesContext } from "../../platform/context.ts";
import { companyMeta } from "../../platform/http/page-meta.ts";
import { PageHead } from "../../ui/page-head.tsx";
import { InvoiceList } from "./invoice-list.tsx";
import { listInvoices } from "./open-invoices.server.ts";

export const meta: Route.MetaFunction = (args) => companyMeta(args, "Invoices");

export async function loader({ context }: Route.LoaderArgs) {
  const { db, now } = context.get(servicesContext);
  const { business } = context.get(memberContext);
  return { invoices: await listInvoices(db, business.id), today: lagosDay(now()) };
}

export default function InvoicesPage({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHead title="Invoices" text="Money that you send pays the oldest invoice first." />
      <div className="mt-4">
        <InvoiceList {...loaderData} under="/business/invoices" />
      </div>
    </>
  );
}
