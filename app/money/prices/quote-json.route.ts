import type { Route } from "./+types/quote-json.route";
import { sessionContext } from "../../access/principal-context.ts";
import { servicesContext } from "../../platform/context.ts";
import { shownAgreement } from "../businesses/on-account.server.ts";
import type { QuoteText } from "./price-text.ts";
import { readQuoteForm } from "./quote-form.ts";
import { quoteTexts } from "./quotes.server.ts";
import { deliveryProblem, pickupProblem } from "../../domain/served-states.ts";

/**
 * PRICE-6: returns the price of each service for the form's values. If the delivery is paid on a business's account,
 * these are the prices of the business.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const params = new URL(request.url).searchParams;
  const parcel = readQuoteForm(Object.fromEntries(params));
  const onAccount = params.get("pays") === "account";
  const company = await services.company();
  const served = parcel && !pickupProblem(company, parcel.from) && !deliveryProblem(company, parcel.to);
  const agreement = onAccount ? await shownAgreement(services.db, context.get(sessionContext)) : null;
  const shown: QuoteText[] = served ? await quoteTexts(services, parcel, agreement) : [];
  return Response.json(shown, { headers: { "Cache-Control": "no-store" } });
}
