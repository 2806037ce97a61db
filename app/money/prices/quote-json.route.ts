import type { Route } from "./+types/quote-json.route";
import { servicesContext } from "../../platform/context.ts";
import type { QuoteText } from "./price-text.ts";
import { readQuoteForm } from "./quote-form.ts";
import { quoteTexts } from "./quotes.server.ts";
import { deliveryProblem, pickupProblem } from "../../domain/company.ts";

/**
 * PRICE-6: the prices for the booking form's current values, one for each service; an empty list if they cannot be
 * calculated yet.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const parcel = readQuoteForm(Object.fromEntries(new URL(request.url).searchParams));
  const company = await services.company();
  const served = parcel && !pickupProblem(company, parcel.from) && !deliveryProblem(company, parcel.to);
  const shown: QuoteText[] = served ? await quoteTexts(services, parcel) : [];
  return Response.json(shown, { headers: { "Cache-Control": "no-store" } });
}
