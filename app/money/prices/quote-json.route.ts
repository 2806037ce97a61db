import type { Route } from "./+types/quote-json.route";
import { servicesContext } from "../../platform/context.ts";
import type { QuoteText } from "./price-text.ts";
import { readQuoteForm } from "./quote-form.ts";
import { quoteTexts } from "./quotes.server.ts";

/** PRICE-6: the price of what the booking form says so far, for each service; an empty list where it cannot be told yet. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const parcel = readQuoteForm(Object.fromEntries(new URL(request.url).searchParams));
  const shown: QuoteText[] = parcel ? await quoteTexts(context.get(servicesContext), parcel) : [];
  return Response.json(shown, { headers: { "Cache-Control": "no-store" } });
}
