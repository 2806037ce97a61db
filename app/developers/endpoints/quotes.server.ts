/** API-5: quotes the price of a parcel, with or without a key. */
import { packageTypeFor, PACKAGE_TYPES } from "../../domain/booking.ts";
import { deliveryProblem, pickupProblem } from "../../domain/served-states.ts";
import { isState } from "../../domain/states.ts";
import { agreementOf } from "../../money/prices/agreements.server.ts";
import { gramsOf } from "../../money/prices/quote.ts";
import { quoteServices } from "../../money/prices/quotes.server.ts";
import { refuseTooMany } from "../../platform/limits/rate-limiter.server.ts";
import { QUOTES_PER_IP } from "./api-limits.ts";
import { openEndpoint } from "./endpoint.ts";
import { QUOTE_EXAMPLE } from "./examples.ts";
import { refuse } from "./messages.ts";
import { refused } from "./problem.ts";
import { quoteAnswer, quoteRequest } from "./answer-schemas.ts";
import { kobo, PARCEL_TYPES } from "./schemas.ts";

const UNKNOWN = "Write one of the 36 states or FCT.";

export const QUOTE_ENDPOINTS = [
  openEndpoint({
    method: "post",
    path: "/quotes",
    id: "createQuotes",
    tag: "Prices",
    summary: "Ask for the price of a parcel, for each service",
    text: "Stores nothing and needs no key. With a key the prices are those of its owner.",
    body: quoteRequest,
    examples: { parcel: QUOTE_EXAMPLE },
    problems: [422],
    success: { status: 200, schema: quoteAnswer, text: "A price, or the reason for none, for each service." },
    handle: async ({ services, caller, ip, body }) => {
      if (!caller) {
        const limit = await services.limits.consume(QUOTES_PER_IP, ip);
        if (!limit.ok)
          return refused(refuseTooMany("Too many prices were asked for from your address.", limit));
      }
      const [from, to] = [body.from.state, body.to.state];
      const company = await services.company();
      const wrong = {
        ...(!isState(from) ? { from: UNKNOWN } : textOf("from", pickupProblem(company, from))),
        ...(!isState(to) ? { to: UNKNOWN } : textOf("to", deliveryProblem(company, to))),
      };
      if (!isState(from) || !isState(to) || Object.keys(wrong).length > 0)
        return refused(refuse("invalid", "unknown_state", wrong), { from: "/from/state", to: "/to/state" });
      const { weight_kg: kg, type, declared_value: declared } = body.parcel;
      const packageType = type ? PACKAGE_TYPES[PARCEL_TYPES.indexOf(type)]! : packageTypeFor(kg);
      const grams = gramsOf(kg);
      const agreement =
        caller?.owner.kind === "business" ? await agreementOf(services.db, caller.owner.id) : null;
      const parcel = { from, to, packageType, grams, declaredKobo: declared?.amount ?? 0 };
      const quotes = await quoteServices(services, parcel, agreement);
      return {
        status: 200,
        json: {
          quotes: (quotes?.services ?? []).map(({ service, quote, days }) => ({
            service,
            price: quote.ok && caller?.seesMoney !== false ? kobo(quote.totalKobo) : null,
            reason: quote.ok ? null : quote.reason,
            promised_day: days.lastDay,
          })),
        },
      };
    },
  }),
];

const textOf = (field: "from" | "to", text: string | undefined | null): { from?: string; to?: string } =>
  text ? { [field]: text } : {};
