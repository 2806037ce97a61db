/**
 * PRICE-10: the question of the quote page (states, weight, type, service and value of a parcel), and the fields of the
 * booking form that have the same values.
 */
import type { QuoteText } from "./price-text.ts";

const FIELDS = {
  from: "senderState",
  to: "receiverState",
  weight: "packageWeight",
  type: "packageType",
  service: "deliveryType",
  value: "declaredValue",
  hub: "dropOffHub",
  pickup: "pickupDay",
  pays: "paysDelivery",
} as const;
/** The names of the booking form's fields that decide a price or a day. */
export const QUOTED_FIELDS: readonly string[] = Object.values(FIELDS);
const NAMES = Object.keys(FIELDS) as (keyof typeof FIELDS)[];

/** The hash in a URL of /quote. With this hash the form of the question is open beside the prices. */
export const ASK = "#ask";

type Texts = Record<string, string>;
/** States, a weight, a value, a hub and a day. They identify neither a person nor a street, so they may be in a URL. */
export type Asked = Record<keyof typeof FIELDS, string>;
/** The prices of a parcel by service, and the question that they answer (`questionOf`). */
export type QuotedAlready = { question: string; quotes: QuoteText[] };
/**
 * The question and its prices, for the time before the booking form's script runs. They come from the quote page
 * (`fromQuote`) or from the form's own button for the price.
 */
export type Quoted = { asked: Asked; quotedFor: QuotedAlready; fromQuote: boolean };

/** The question that the values of a booking form ask; null until both states and a weight are known. */
export function askedBy(values: Texts): Asked | null {
  const text = (name: string) => (values[name] ?? "").trim();
  // The states are usually filled in, because a script selects those that the typed postal addresses contain.
  const [from, to] = [text("senderState"), text("receiverState")];
  const [weight, type, service] = [text("packageWeight"), text("packageType"), text("deliveryType")];
  if (!from || !to || !weight) return null;
  const [value, hub, pickup] = [text("declaredValue"), text("dropOffHub"), text("pickupDay")];
  // BUSINESS-4: only what goes on account has the prices of the business.
  const pays = text("paysDelivery") === "account" ? "account" : "";
  return { from, to, weight, type, service, value, hub, pickup, pays };
}

/** A question as values for the fields of the booking form. */
export const asFields = (asked: Asked): Texts =>
  Object.fromEntries(NAMES.flatMap((name) => (name === "pays" ? [] : [[FIELDS[name], asked[name]]])));

/** A question as the query of a URL. */
export const asQuery = (asked: Asked): string =>
  new URLSearchParams(NAMES.flatMap((name) => (asked[name] ? [[name, asked[name]]] : []))).toString();

/** The query of a request to /quote.json, which responds for every service. */
export const questionOf = (asked: Asked): string => asQuery({ ...asked, service: "" });
