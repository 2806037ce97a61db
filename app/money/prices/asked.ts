/** PRICE-10: what the quote page is asked about a parcel, and the fields of the booking form that say it too. */
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

/** Where /quote asks: the hash that opens its form beside prices. */
export const ASK = "#ask";

type Texts = Record<string, string>;
/** States, a weight and a value as they were typed: nothing that says who or which street, so it may stand in an address. */
export type Asked = Record<keyof typeof FIELDS, string>;
/** The prices of a parcel by service, and the question that they answer (`questionOf`). */
export type QuotedAlready = { question: string; quotes: QuoteText[] };
/** What was asked before the form's script runs, on the quote page or by the form's own button, and the answer. */
export type Quoted = { asked: Asked; quotedFor: QuotedAlready; fromQuote: boolean };

/** What the texts of a booking form ask; null while they do not say both states and a weight. */
export function askedBy(values: Texts): Asked | null {
  const text = (name: string) => (values[name] ?? "").trim();
  // With a script the states that the addresses say are chosen.
  const [from, to] = [text("senderState"), text("receiverState")];
  const [weight, type, service] = [text("packageWeight"), text("packageType"), text("deliveryType")];
  return from && to && weight ? { from, to, weight, type, service, value: text("declaredValue") } : null;
}

/** The fields of the booking form that it fills in. */
export const asFields = (asked: Asked): Texts =>
  Object.fromEntries(NAMES.map((name) => [FIELDS[name], asked[name]]));

/** The query of an address. */
export const asQuery = (asked: Asked): string =>
  new URLSearchParams(NAMES.flatMap((name) => (asked[name] ? [[name, asked[name]]] : []))).toString();

/** The question to /quote.json, which answers for every service. */
export const questionOf = (asked: Asked): string => asQuery({ ...asked, service: "" });
