/** PRICE-10: the price of a parcel before it is booked: asked for on the quote page, or by the form's own button without a script. */
import { data } from "react-router";
import { placeOf } from "../domain/same-place.ts";
import { check, validationError, type RawValues, type SentForm } from "../platform/http/form.server.ts";
import { withoutSecrets } from "../platform/http/result.ts";
import type { Services } from "../platform/services.server.ts";
import { asFields, questionOf, type Answered, type Asked, type Quoted } from "../prices/asked.ts";
import { readAsked, readQuoteForm } from "../prices/quote-form.ts";
import { quoteTexts } from "../prices/quotes.server.ts";
import { DOCUMENT_TOO_HEAVY } from "../domain/booking.ts";
import type { PriceShown } from "./show-price.ts";
import { bookingFields, isHeavyDocument, placesOf } from "./booking-form-schema.ts";

async function answer(services: Services, asked: Asked): Promise<Answered> {
  const parcel = readQuoteForm(asked);
  return { question: questionOf(asked), quotes: parcel ? await quoteTexts(services, parcel) : [] };
}

/** What the address of the booking form carries over from the quote page; null where it carries nothing. */
export async function quotedParcel(services: Services, params: URLSearchParams): Promise<Quoted | null> {
  const asked = readAsked(params);
  return asked && { asked, answered: await answer(services, asked), fromQuote: true };
}

/** A form filled in with the quoted parcel. A known address in another state than the one asked for is left out. */
export function withQuoted(prefill: RawValues, asked: Asked): RawValues {
  const { senderAddress = "", ...rest } = prefill;
  const place = placeOf(senderAddress, "");
  const fits = place === null || place.state === asked.from;
  return { ...rest, ...(fits ? { senderAddress } : {}), ...asFields(asked) };
}

const PRICED = bookingFields.pick({
  packageWeight: true,
  packageType: true,
  deliveryType: true,
  declaredValue: true,
});

/**
 * The same form with the price of what it says. Refuses (field errors) only what the price needs: both states, the weight, type
 * and service, the value. Nothing is stored, and the form keeps its idempotency key.
 */
export async function showPrice(services: Services, form: SentForm) {
  const { rawValues, key } = form;
  const checked = check(PRICED, rawValues);
  const { origin, destination, errors } = placesOf(rawValues);
  if (isHeavyDocument(rawValues)) errors["packageType"] = DOCUMENT_TOO_HEAVY;
  if (!checked.ok || !origin || !destination || Object.keys(errors).length > 0)
    return validationError({ ...errors, ...(checked.ok ? {} : checked.errors) }, form);
  const { packageType: type, deliveryType: service, declaredValue: value } = checked.input;
  const weight = rawValues["packageWeight"]?.trim() ?? "";
  const asked: Asked = { from: origin.state, to: destination.state, weight, type, service, value };
  const shown: PriceShown = {
    errors: {},
    values: withoutSecrets(rawValues),
    key,
    problem: null,
    quoted: { asked, answered: await answer(services, asked), fromQuote: false },
  };
  return data(shown);
}
