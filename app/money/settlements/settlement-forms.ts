/** The forms for cash on delivery: a collection, its reversal, and the payee's bank account. */
import * as z from "zod";
import { normaliseReference } from "../../domain/payment.ts";
import { COLLECTION_METHODS, COLLECTION_REASONS } from "../../domain/settlement.ts";
import { optionalHolderField } from "../cash-ledger/holder-field.ts";
import { koboField, optionalText, referenceField, requiredText } from "../../platform/http/fields.ts";
import { seenFields } from "../../platform/http/seen-field.ts";

export const collectionForm = z
  .object({
    method: z.enum(COLLECTION_METHODS, "Choose how it was paid"),
    /** ₦0 means that nothing was collected. */
    amount: koboField,
    reference: referenceField,
    reason: z
      .enum(COLLECTION_REASONS)
      .or(z.literal("").transform(() => null))
      .nullable()
      .default(null),
    note: optionalText(300),
    holder: optionalHolderField,
  })
  .refine(({ method, amount, reference }) => method !== "pos" || amount === 0 || reference !== null, {
    path: ["reference"],
    message: "Enter the reference on the slip.",
  })
  .refine(({ reason, note }) => reason !== "other" || note !== "", {
    path: ["note"],
    message: "Write in a few words what happened.",
  });

const entryId = z.coerce
  .number("Choose a row")
  .int("Choose a row")
  .positive("Choose a row")
  .max(Number.MAX_SAFE_INTEGER);

export const payoutForm = z.object({
  amount: koboField.refine((kobo) => kobo > 0, "Enter an amount above ₦0."),
  reference: requiredText("Enter the reference of the bank transfer.", 60).overwrite(normaliseReference),
  ...seenFields,
  accountSince: optionalText(40),
});

export const entryReversalForm = z.object({
  entryId,
  reversalReason: requiredText("Write why you reverse this entry.", 300),
});
