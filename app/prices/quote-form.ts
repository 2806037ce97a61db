/** What the quote page asks for, in its address: shareable, and readable without JavaScript. */
import * as z from "zod";
import { DELIVERY_TYPES, PACKAGE_TYPES } from "../domain/booking.ts";
import { parseNaira } from "../domain/money.ts";
import { STATES } from "../domain/states.ts";
import { parseWeight } from "../domain/weight.ts";

/** Naira as typed to kobo; an empty text is 0. */
export function parseDeclared(text: string): ReturnType<typeof parseNaira> {
  return text.trim() === "" ? { ok: true, kobo: 0 } : parseNaira(text);
}

const message = (parsed: { ok: true } | { ok: false; error: string }) => (parsed.ok ? "" : parsed.error);

export const quoteForm = z.object({
  from: z.enum(STATES, "Choose the state of the pickup address"),
  to: z.enum(STATES, "Choose the state of the delivery address"),
  weight: z
    .string("Enter the weight in kilograms, e.g. 2.5")
    .refine((text) => parseWeight(text).ok, { error: ({ input }) => message(parseWeight(String(input))) }),
  type: z.enum(PACKAGE_TYPES, "Choose a package type").default("Parcel"),
  service: z.enum(DELIVERY_TYPES).optional().catch(undefined),
  value: z
    .string()
    .default("")
    .refine((text) => parseDeclared(text).ok, {
      error: ({ input }) => message(parseDeclared(String(input))),
    }),
});
export type QuoteForm = z.infer<typeof quoteForm>;
