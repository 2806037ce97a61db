/**
 * The fields of the quote page: states, weight, type and value. The URL contains the values, so people can share the
 * page, and the page works without JavaScript.
 */
import * as z from "zod";
import { ALWAYS } from "../../platform/http/fields.ts";
import {
  DELIVERY_TYPES,
  DOCUMENT_TOO_HEAVY,
  isTooHeavyDocument,
  PACKAGE_TYPES,
  packageTypeFor,
} from "../../domain/booking.ts";
import { parseLagosDay } from "../../domain/dates.ts";
import { parseOptionalNaira } from "../../domain/money.ts";
import { STATES } from "../../domain/states.ts";
import { parseWeight } from "../../domain/weight.ts";
import type { Asked } from "./asked.ts";
import { gramsOf, type ParcelToQuote } from "./quote.ts";

const message = (parsed: { ok: true } | { ok: false; error: string }) => (parsed.ok ? "" : parsed.error);

export const quoteForm = z
  .object({
    from: z.enum(STATES, "Choose the state of the pickup address"),
    to: z.enum(STATES, "Choose the state of the delivery address"),
    weight: z
      .string("Enter the weight in kilograms, e.g. 2.5")
      .refine((text) => parseWeight(text).ok, { error: ({ input }) => message(parseWeight(String(input))) }),
    type: z.enum(PACKAGE_TYPES, "Choose a package type").optional(),
    service: z.enum(DELIVERY_TYPES).optional().catch(undefined),
    value: z
      .string()
      .default("")
      .refine((text) => parseOptionalNaira(text).ok, {
        error: ({ input }) => message(parseOptionalNaira(String(input))),
      }),
    // These fields also decide the days (BOOK-4). An invalid value is left out here and refused when booking.
    hub: z.string().max(40).default("").catch(""),
    pickup: z.string().max(10).default("").catch(""),
    fromTown: z.string().max(80).default("").catch(""),
    toTown: z.string().max(80).default("").catch(""),
  })
  .superRefine(({ type, weight: text }, context) => {
    const weight = parseWeight(String(text ?? ""));
    if (weight.ok && isTooHeavyDocument(type, weight.kg))
      context.addIssue({ code: "custom", path: ["type"], message: DOCUMENT_TOO_HEAVY });
  }, ALWAYS);
type AskedDays = Record<"fromTown" | "toTown" | "dropOffHubId" | "chosen", string | null>;

/** Reads a form as a parcel: weight in grams, declared value in kobo. Null if a field is invalid. */
export function readQuoteForm(
  values: Record<string, string>,
): (Omit<ParcelToQuote, "service" | "day"> & AskedDays) | null {
  const parsed = quoteForm.safeParse(values);
  if (!parsed.success) return null;
  const { from, to, type, hub, pickup, fromTown, toTown } = parsed.data;
  const weight = parseWeight(parsed.data.weight);
  const declared = parseOptionalNaira(parsed.data.value);
  if (!weight.ok || !declared.ok) return null;
  const packageType = type ?? packageTypeFor(weight.kg);
  return {
    ...{ from, to, packageType, grams: gramsOf(weight.kg), declaredKobo: declared.kobo },
    ...{ fromTown: fromTown || null, toTown: toTown || null, dropOffHubId: hub || null },
    chosen: parseLagosDay(pickup) ? pickup : null,
  };
}

/** PRICE-10: reads the quote page's values from a URL's query. Null if a required value is missing. */
export function readAsked(params: URLSearchParams): Asked | null {
  const values = Object.fromEntries(params);
  const parcel = readQuoteForm(values);
  const service = DELIVERY_TYPES.find((one) => one === values["service"]);
  if (!parcel || !service) return null;
  const { from, to, packageType: type } = parcel;
  const of = (name: string) => values[name] ?? "";
  const pays = of("pays") === "account" ? "account" : "";
  const more = { value: of("value"), hub: of("hub"), pickup: of("pickup"), pays };
  return { from, to, type, service, weight: of("weight"), ...more };
}
