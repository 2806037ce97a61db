/** BUSINESS-6: an invoice of a business as a PDF, for staff. */
import { data } from "react-router";
import type { Route } from "./+types/admin-invoice-pdf.route";
import { servicesContext } from "../../platform/context.ts";
import { uuidParam } from "../../platform/http/uuid.ts";
import { pdfResponse } from "./invoice-pdf.server.ts";
import { readInvoice } from "./read-invoice.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const id = uuidParam(params.id);
  const page = id && (await readInvoice(context.get(servicesContext), id, params.number));
  if (!page) throw data("This business has no invoice with this number.", { status: 404 });
  return pdfResponse(page);
}
