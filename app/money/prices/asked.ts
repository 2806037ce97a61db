/** PRICE-10: the question of the quote page (states, weight, type, service, value), and its booking form fields. */
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
/** The booking form's fields that decide a price or a day. */
export const QUOTED_FIELDS: readonly string[] = Object.values(FIELDS);
const NAMES = Object.keys(FIELDS) as (keyof typeof FIELDS)[];

/** With this hash, a URL of /quote shows the form of the question open beside the prices. */
export const ASK = "#ask";

type Texts = Record<string, string>;
/** States, weight, value, hub and day identify neither a person nor a street, so they may stand in a URL. */
export type Asked = Record<keyof typeof FIELDS, string>;
/** The prices of a parcel by service, and their question (`quoteQueryOf`). */
export type QuotedAlready = { question: string; quotes: QuoteText[] };
/** The question and prices before the booking form's script runs, from the quote page or the form's price button. */
export type Quoted = { asked: Asked; quotedFor: QuotedAlready; fromQuote: boolean };

/** The question of a booking form's values. Null until both states and a weight are known. */
export function askedBy(values: Texts): Asked | null {
  const text = (name: string) => (values[name] ?? "").trim();
  // The states are usually filled in, because a script selects the states of the typed postal addresses.
  const [from, to] = [text("senderState"), text("receiverState")];
  const [weight, type, service] = [text("packageWeight"), text("packageType"), text("deliveryType")];
  if (!from || !to || !weight) return null;
  const [value, hub, pickup] = [text("declaredValue"), text("dropOffHub"), text("pickupDay")];
  // BUSINESS-4: only a booking on account has the prices of the business.
  const pays = text("paysDelivery") === "account" ? "account" : "";
  return { from, to, weight, type, service, value, hub, pickup, pays };
}

export const asFields = (asked: Asked): Texts =>
  Object.fromEntries(NAMES.flatMap((name) => (name === "pays" ? [] : [[FIELDS[name], asked[name]]])));

export const asQuery = (asked: Asked): string =>
  new URLSearchParams(NAMES.flatMap((name) => (asked[name] ? [[name, asked[name]]] : []))).toString();

/** The query of a request to /quote.json. The response has every service. */
export const quoteQueryOf = (asked: Asked): string => asQuery({ ...asked, service: "" });
