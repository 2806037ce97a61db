/** The schemas of the forms about claims. */
import * as z from "zod";
import { CLAIM_KINDS, CLAIM_OUTCOMES, MAX_CLAIM_WORDS } from "../../domain/claims.ts";
import { normaliseReference } from "../../domain/payment.ts";
import { ofBooking, optionalKobo, requiredText, textOrNull, uuidField } from "../../platform/http/fields.ts";
import { shownException } from "../exceptions/exception-forms.ts";

const kind = z.enum(CLAIM_KINDS, "Choose what it is about");

export const newClaimForm = ofBooking(z.object({ claimKind: kind, claimWords: textOrNull(MAX_CLAIM_WORDS) }));
export const messageClaimForm = ofBooking(z.object({ messageId: uuidField, claimKind: kind }));

export const claimForm = z.object(shownException);
export const wordsForm = z.object({
  ...shownException,
  words: requiredText("Write it in a few words", MAX_CLAIM_WORDS),
});
export const waitForm = z.object({
  ...shownException,
  asked: requiredText("Write what you asked the customer", MAX_CLAIM_WORDS),
});
export const decideForm = z.object({
  ...shownException,
  outcome: z.enum(CLAIM_OUTCOMES, "Choose a decision"),
  decision: requiredText("Write what you decided: the sender and the receiver read it", MAX_CLAIM_WORDS),
  granted: optionalKobo.default(0),
});
export const payForm = z.object({
  ...shownException,
  reference: requiredText("Enter the reference of the bank transfer.", 60).overwrite(normaliseReference),
});
export const paymentBackForm = z.object({
  ...shownException,
  reason: requiredText("Write why the payment came back.", 300),
});
