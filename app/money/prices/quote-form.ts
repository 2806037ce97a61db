/**
 * The question of the quote page: states, weight, type and value of a parcel. The page's URL contains the question, so
 * that the page can be shared and works without JavaScript.
 */
import * as z from "zod";
import {
  DELIVERY_TYPES,
  DOCUMENT_TOO_HEAVY,
  isTooHeavyDocument,
  PACKAGE_TYPES,
  packageTypeFor,
} from "../../domain/booking.ts";
import { parseOptionalNaira } from "../../domain/money.ts";
import { STATES } from "../../domain/states.ts";
import { parseWeight } from "../../domain/weight.ts";
import type { Asked } from "./asked.ts";
import { gramsOf, type Parcel } from "./quote.ts";

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
  })
  .superRefine(
    ({ type, weight: text }, context) => {
      const weight = parseWeight(String(text ?? ""));
      if (weight.ok && isTooHeavyDocument(type, weight.kg))
        context.addIssue({ code: "custom", path: ["type"], message: DOCUMENT_TOO_HEAVY });
    },
    { when: () => true },
  );
export type QuoteForm = z.infer<typeof quoteForm>;

/** A checked form as a parcel: weight in grams, declared value in kobo. Null if a field is invalid. */
export function readQuoteForm(values: Record<string, string>): Omit<Parcel, "service" | "day"> | null {
  const parsed = quoteForm.safeParse(values);
  if (!parsed.success) return null;
  const { from, to, type } = parsed.data;
  const weight = parseWeight(parsed.data.weight);
  const declared = parseOptionalNaira(parsed.data.value);
  if (!weight.ok || !declared.ok) return null;
  const packageType = type ?? packageTypeFor(weight.kg);
  return { from, to, packageType, grams: gramsOf(weight.kg), declaredKobo: declared.kobo };
}

/** PRICE-10: the question of the quote page, from the query of a URL; null if the question is incomplete. */
export function readAsked(params: URLSearchParams): Asked | null {
  const values = Object.fromEntries(params);
  const parcel = readQuoteForm(values);
  const service = DELIVERY_TYPES.find((one) => one === values["service"]);
  if (!parcel || !service) return null;
  const { from, to, packageType: type } = parcel;
  return { from, to, type, service, weight: values["weight"] ?? "", value: values["value"] ?? "" };
}
