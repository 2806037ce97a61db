/** STATUS-6: the fields beside a status: the reason of Failed and a note. */
import * as z from "zod";
import { FAILURE_REASONS } from "../domain/failure-reasons.ts";
import { optionalText } from "../platform/http/fields.ts";

export const reasonFields = {
  note: optionalText(500),
  // Only an empty value means none: a page from before there were reasons does not send it.
  reason: z
    .enum(["", ...FAILURE_REASONS], "Choose a reason from the list")
    .default("")
    .transform((reason) => reason || null),
};
