/**
 * PRICE-10: the values that the quote page asks for (states, weight, type, service, value), and the booking form's
 * fields with the same values.
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
/** The booking form's fields that decide a price or a day. */
export const QUOTED_FIELDS: readonly string[] = Object.values(FIELDS);
const NAMES = Object.keys(FIELDS) as (keyof typeof FIELDS)[];

/** With this hash, a URL of /quote opens the form beside the prices. */
export const ASK = "#ask";

type Texts = Record<string, string>;
/** The values of the quote page. They may be in a URL, because they identify no person and no street. */
export type Asked = Record<keyof typeof FIELDS, string>;
/** The prices of a parcel by service. `question`: the query for which they were made (`quoteQueryOf`). */
export type QuotedAlready = { question: string; quotes: QuoteText[] };
/**
 * The parcel and the prices that the booking form shows before its script runs. The sender came from the quote page, or
 * pressed the form's price button.
 */
export type Quoted = { asked: Asked; quotedFor: QuotedAlready; fromQuote: boolean };

/** Returns the quote page's values from a booking form. Null until both states and a weight are known. */
export function askedBy(values: Texts): Asked | null {
  const text = (name: string) => (values[name] ?? "").trim();
  // Senders need not choose the states: a script fills them in from the typed postal addresses.
  const [from, to] = [text("senderState"), text("receiverState")];
  const [weight, type, service] = [text("packageWeight"), text("packageType"), text("deliveryType")];
  if (!from || !to || !weight) return null;
  const [value, hub, pickup] = [text("declaredValue"), text("dropOffHub"), text("pickupDay")];
  // BUSINESS-4: the prices of the business apply only if the delivery is paid on the business's account.
  const pays = text("paysDelivery") === "account" ? "account" : "";
  return { from, to, weight, type, service, value, hub, pickup, pays };
}

export const asFields = (asked: Asked): Texts =>
  Object.fromEntries(NAMES.flatMap((name) => (name === "pays" ? [] : [[FIELDS[name], asked[name]]])));

export const asQuery = (asked: Asked): string =>
  new URLSearchParams(NAMES.flatMap((name) => (asked[name] ? [[name, asked[name]]] : []))).toString();

/** Returns the query of a request to /quote.json. The query names no service, because the response has all services. */
export const quoteQueryOf = (asked: Asked): string => asQuery({ ...asked, service: "" });
