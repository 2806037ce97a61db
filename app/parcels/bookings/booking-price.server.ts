/** PRICE-10: the price before a booking, for the quote page and for a form without JavaScript. */
import { isOnAccount } from "../../domain/pays-delivery.ts";
import { isState } from "../../domain/states.ts";
import { placeOf } from "../../domain/same-place.ts";
import { button } from "../../platform/http/form-action.server.ts";
import type { RawValues } from "../../platform/http/form.server.ts";
import { withoutSecrets } from "../../platform/http/result.ts";
import type { By } from "../../platform/operations/declaration.ts";
import { reading } from "../../platform/operations/reading.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { asFields, quoteQueryOf, type Asked, type Quoted } from "../../money/prices/asked.ts";
import type { QuoteText } from "../../money/prices/price-text.ts";
import { readAsked, readQuoteForm } from "../../money/prices/quote-form.ts";
import { quoteTexts } from "../../money/prices/quotes.server.ts";
import { gramsOf } from "../../money/prices/quote.ts";
import { shownAgreement } from "../../money/businesses/on-account.server.ts";
import type { Booker } from "./write-booking.server.ts";
import type { PriceShown } from "./show-price.ts";
import { pricedForm } from "./booking-form-schema.ts";

/** Reads the parcel from the quote page with its prices. Null if the URL contains no parcel. */
export async function quotedParcel(services: Services, params: URLSearchParams): Promise<Quoted | null> {
  const asked = readAsked(params);
  const parcel = asked && readQuoteForm(asked);
  if (!parcel) return null;
  const quotedFor = { question: quoteQueryOf(asked), quotes: await quoteTexts(services, parcel) };
  return { asked, quotedFor, fromQuote: true };
}

/** Puts the quoted parcel into the form's first values. Removes an address outside the quoted state. */
export function withQuoted(prefill: RawValues, asked: Asked): RawValues {
  const { senderAddress = "", ...rest } = prefill;
  const place = placeOf(senderAddress, "");
  const fits = place === null || place.state === asked.from;
  return { ...rest, ...(fits ? { senderAddress } : {}), ...asFields(asked) };
}

type Priced = {
  ok: true;
  from: string;
  to: string;
  type: string;
  service: string;
  quotes: QuoteText[];
};

/** Returns an operation that only reads a price. Refuses invalid values that would change the price. */
const showPrice = <Actor extends Booker>(by: By<Actor>) =>
  reading({
    name: "bookings.show_price",
    by,
    input: pricedForm,
    read: async ({ services, actor }, { origin, destination, ...parcel }): Promise<Priced> => {
      const { packageWeight: kg, packageType, deliveryType: service, declaredValue: declaredKobo } = parcel;
      const [from, to] = [origin.state, destination.state];
      const known = isState(from) && isState(to);
      const asked = known && {
        ...{ from, to, packageType, grams: gramsOf(kg), declaredKobo },
        ...{ fromTown: origin.town, toTown: destination.town, dropOffHubId: parcel.dropOffHub || null },
        chosen: parcel.pickupDay || null,
      };
      const agreement =
        actor.kind === "customer" && isOnAccount(parcel.paysDelivery)
          ? await shownAgreement(services.db, actor)
          : null;
      const quotes = asked ? await quoteTexts(services, asked, agreement) : [];
      return { ok: true, from, to, type: packageType, service, quotes };
    },
  });

/** Returns the button that shows the price. The form is shown again with the same values and idempotency key. */
export const priceButton = <Actor extends Booker>(by: By<Actor>) =>
  button<Actor, Priced, PriceShown>({
    operation: showPrice(by),
    respond: ({ quotes, from, to, type, service }, { form }) => {
      const { rawValues, key } = form;
      const text = (name: string) => rawValues[name]?.trim() ?? "";
      const asked: Asked = {
        ...{ from, to, type, service },
        ...{ weight: text("packageWeight"), value: text("declaredValue") },
        ...{ hub: text("dropOffHub"), pickup: text("pickupDay") },
        pays: text("paysDelivery") === "account" ? "account" : "",
      };
      const quotedFor = { question: quoteQueryOf(asked), quotes };
      const quoted = { asked, quotedFor, fromQuote: false };
      return { errors: {}, values: withoutSecrets(rawValues), key, problem: null, quoted };
    },
  });
