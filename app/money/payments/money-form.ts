/** The forms of payments on a booking's money page. */
import * as z from "zod";
import { DESK_METHODS } from "../../domain/payment.ts";
import { optionalHolderField } from "../cash-ledger/holder-field.ts";
import { koboField, optionalText, referenceField, requiredText } from "../../platform/http/fields.ts";
import { isUuid } from "../../platform/http/uuid.ts";

export const amountField = koboField.refine((kobo) => kobo > 0, "Enter an amount above ₦0.");

export const paymentForm = z
  .object({
    method: z.enum(DESK_METHODS, "Choose how it was paid"),
    amount: amountField,
    reference: referenceField,
    note: optionalText(300),
    holder: optionalHolderField,
  })
  .refine(({ method, reference }) => method === "cash" || reference !== null, {
    path: ["reference"],
    message: "Enter the reference on the slip or the bank's message.",
  });

export const reversalForm = z.object({
  paymentId: z.string("Choose the payment to reverse.").refine(isUuid, "Choose the payment to reverse."),
  reason: requiredText("Write why you reverse this payment.", 300),
});
