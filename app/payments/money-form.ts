/** The forms of a booking's money page. */
import * as z from "zod";
import { parseNaira } from "../domain/money.ts";
import { optionalText, uuidField } from "../platform/http/fields.ts";
import { DESK_METHODS } from "../domain/payment.ts";

/** Naira as typed; the operation gets kobo. */
export const naira = z.string("Enter an amount in naira").transform((text, issue) => {
  const money = parseNaira(text);
  if (money.ok) return money.kobo;
  issue.addIssue({ code: "custom", message: "Enter an amount in naira, e.g. 12500 or 12500.50" });
  return z.NEVER;
});

export const priceForm = z.object({
  price: naira,
  note: optionalText(300),
  seen: z.coerce.number().int().min(0).default(0),
});

export const requoteForm = z.object({
  seen: z.coerce.number().int().min(1),
  total: z.coerce.number().int().min(0).max(100_000_000_000),
  note: optionalText(300),
});

export const paymentForm = z.object({
  method: z.enum(DESK_METHODS, "Choose how it was paid"),
  amount: naira,
  reference: optionalText(60),
  note: optionalText(300),
});

export const reversalForm = z.object({ paymentId: uuidField, reason: optionalText(300) });
