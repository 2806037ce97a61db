/** The forms of prices on a booking's money page. */
import * as z from "zod";
import { koboField, optionalText } from "../../platform/http/fields.ts";
import { seenFields } from "../../platform/http/seen-field.ts";

export const priceForm = z.object({
  price: koboField.refine((kobo) => kobo > 0, "Enter a price above ₦0."),
  note: optionalText(300),
  ...seenFields,
});

export const requoteForm = z.object({
  seen: z.coerce.number().int().min(1),
  total: z.coerce.number().int().min(0).max(100_000_000_000),
  note: optionalText(300),
});
