/** The action of the form that corrects a booking. */
import * as z from "zod";
import type { Admin } from "../domain/actor.ts";
import { uuidField } from "../platform/http/fields.ts";
import {
  actionError,
  check,
  validationError,
  withActionError,
  type SentForm,
} from "../platform/http/form.server.ts";
import { redirectWithToast } from "../platform/http/toast.server.ts";
import type { Services } from "../platform/services.server.ts";
import { correctBooking } from "./correct-booking.server.ts";
import { correctionForm } from "./correction-form-schema.ts";

const target = z.object({ id: uuidField, version: z.coerce.number().int().positive().max(2_000_000_000) });
const FAILED = "The booking was not corrected. Try again.";

export function handleCorrection(services: Services, admin: Admin, form: SentForm) {
  return withActionError(services, form, { text: FAILED }, async () => {
    const about = check(target, form.rawValues);
    if (!about.ok) return validationError({ form: "Load the page again, then correct the booking." }, form);
    const checked = check(correctionForm, form.rawValues);
    if (!checked.ok) return validationError(checked.errors, form);
    const result = await correctBooking(services, admin, { ...about.input, input: checked.input }, form.key);
    if (!result.ok) return actionError(result, form);
    return redirectWithToast(services, `/admin/bookings/${result.trackingCode}`, {
      tone: result.changed ? "good" : "plain",
      title: result.changed ? "Booking corrected" : "Nothing to correct",
      text: result.changed ? "The sender gets an email about it." : "No field was changed.",
    });
  });
}
