/** The forms around cash on delivery: what was collected, its reversal, and the account to be paid out to. */
import * as z from "zod";
import { COLLECTION_METHODS, COLLECTION_REASONS } from "../domain/settlement.ts";
import { naira } from "../payments/money-form.ts";
import { optionalText } from "../platform/http/fields.ts";

export const collectionForm = z.object({
  method: z.enum(COLLECTION_METHODS, "Choose how it was paid"),
  amount: naira,
  reference: optionalText(60),
  reason: z.enum(COLLECTION_REASONS).or(z.literal("")).default(""),
  note: optionalText(300),
});

/** The number of a row of the ledger. */
const entryId = z.coerce
  .number("Choose a row")
  .int("Choose a row")
  .positive("Choose a row")
  .max(Number.MAX_SAFE_INTEGER);

export const payoutForm = z.object({
  amount: naira,
  reference: optionalText(60),
  seen: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
  accountSince: optionalText(40),
});

export const entryReversalForm = z.object({ entryId, reversalReason: optionalText(300) });
