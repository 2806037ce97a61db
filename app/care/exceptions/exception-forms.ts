/** The schemas of the forms about exceptions. */
import * as z from "zod";
import { CLOSE_REASONS } from "../../domain/exception-kinds.ts";
import { referenceField, textOrNull, uuidField } from "../../platform/http/fields.ts";
import { isUuid } from "../../platform/http/uuid.ts";

/** `version`: the exception's version that the form showed. Any version but the newest is refused. */
export const shownException = {
  id: uuidField,
  version: z.coerce.number().int().positive().max(2_000_000_000),
};
const words = textOrNull(300);

export const exceptionForm = z.object(shownException);
export const stepForm = z.object({ ...shownException, note: words });
export const transferForm = z.object({ ...shownException, note: words, reference: referenceField });
export const hubStepForm = z.object({
  ...shownException,
  hub: z.string("Choose a hub").refine(isUuid, "Choose a hub"),
  note: words,
});
/** An empty `ownerId` removes the owner. */
export const giveForm = z.object({
  ...shownException,
  ownerId: z
    .string()
    .nullable()
    .refine((id) => !id || isUuid(id), "Choose somebody from the list")
    .transform((id) => id || null),
});
export const exceptionNoteForm = z.object({ ...shownException, deskNote: textOrNull(500) });
export const closeForm = z.object({
  ...shownException,
  reason: z.enum(CLOSE_REASONS, "Choose a reason that fits."),
  note: words,
});
