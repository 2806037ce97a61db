/** The forms of the register of consents. */
import * as z from "zod";
import { MAX_CONSENT_NOTE } from "../../domain/consents.ts";
import { requiredText, uuidField } from "../../platform/http/fields.ts";

export const withdrawForm = z.object({
  consentId: uuidField,
  note: requiredText("Write how they asked: by phone, by email.", MAX_CONSENT_NOTE),
});
