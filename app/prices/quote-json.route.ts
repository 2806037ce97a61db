import type { Route } from "./+types/quote-json.route";
import { DELIVERY_TYPE_LABELS } from "../domain/booking.ts";
import { formatDate } from "../domain/dates.ts";
import { servicesContext } from "../platform/context.ts";
import { priceText, type QuoteText } from "./price-text.ts";
import { readQuoteForm } from "./quote-form.ts";
import { quoteServices } from "./quotes.server.ts";

/** PRICE-6: the price of what the booking form says so far, for each service; an empty list where it cannot be told yet. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const parcel = readQuoteForm(Object.fromEntries(new URL(request.url).searchParams));
  const quotes = parcel && (await quoteServices(context.get(servicesContext), parcel));
  const shown: QuoteText[] = (quotes?.services ?? []).map(({ service, quote, arrives }) => ({
    service,
    name: DELIVERY_TYPE_LABELS[service].name,
    price: priceText(quote),
    arrives: formatDate(arrives),
  }));
  return Response.json(shown, { headers: { "Cache-Control": "no-store" } });
}
