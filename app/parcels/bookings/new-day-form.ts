/** STATUS-10: the form with which staff set a new day. */
import * as z from "zod";
import { parseLagosDay } from "../../domain/dates.ts";
import { DESK_DAY_REASONS } from "../../domain/new-day.ts";
import { plainField, textOrNull, uuidField } from "../../platform/http/fields.ts";

export const newDayForm = z.object({
  id: uuidField,
  newDay: plainField("Choose a day").refine((day) => parseLagosDay(day) !== null, "Choose a day"),
  newDayWhy: z.enum(DESK_DAY_REASONS, "Choose why"),
  newDayNote: textOrNull(300),
});
