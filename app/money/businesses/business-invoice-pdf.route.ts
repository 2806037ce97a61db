/** BUSINESS-6: an invoice of a member's business as a PDF. */
import { data } from "react-router";
import type { Route } from "./+types/business-invoice-pdf.route";
import { memberContext } from "../../access/principal-context.ts";
import { servicesContext } from "../../platform/context.ts";
import { pdfResponse } from "./invoice-pdf.server.ts";
import { readInvoice } from "./read-invoice.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const page = await readInvoice(services, context.get(memberContext).business.id, params.number);
  if (!page) throw data("Your business has no invoice with this number.", { status: 404 });
  return pdfResponse(page);
}
