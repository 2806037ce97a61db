/** PRICE-10: the question of the quote page about a parcel, and the fields of the booking form with the same content. */
import type { QuoteText } from "./price-text.ts";

const FIELDS = {
  from: "senderState",
  to: "receiverState",
  weight: "packageWeight",
  type: "packageType",
  service: "deliveryType",
  value: "declaredValue",
} as const;
/** The fields of the booking form. */
export const QUOTED_FIELDS: readonly string[] = Object.values(FIELDS);
const NAMES = Object.keys(FIELDS) as (keyof typeof FIELDS)[];

/** The form of /quote: the hash that opens it beside the prices. */
export const ASK = "#ask";

type Texts = Record<string, string>;
/** States, a weight and a value as typed. They identify neither a person nor a street, so they may be in an address. */
export type Asked = Record<keyof typeof FIELDS, string>;
/** The prices of a parcel by service, and the question that they answer (`questionOf`). */
export type QuotedAlready = { question: string; quotes: QuoteText[] };
/** The question before the form's script runs, from the quote page or the form's own button, with its prices. */
export type Quoted = { asked: Asked; quotedFor: QuotedAlready; fromQuote: boolean };

/** The question in the texts of a booking form; null until both states and a weight are known. */
export function askedBy(values: Texts): Asked | null {
  const text = (name: string) => (values[name] ?? "").trim();
  // With a script the states that the addresses contain are selected.
  const [from, to] = [text("senderState"), text("receiverState")];
  const [weight, type, service] = [text("packageWeight"), text("packageType"), text("deliveryType")];
  return from && to && weight ? { from, to, weight, type, service, value: text("declaredValue") } : null;
}

/** The values for the fields of the booking form. */
export const asFields = (asked: Asked): Texts =>
  Object.fromEntries(NAMES.map((name) => [FIELDS[name], asked[name]]));

/** The query of an address. */
export const asQuery = (asked: Asked): string =>
  new URLSearchParams(NAMES.flatMap((name) => (asked[name] ? [[name, asked[name]]] : []))).toString();

/** The query of a request to /quote.json, which responds for every service. */
export const questionOf = (asked: Asked): string => asQuery({ ...asked, service: "" });
