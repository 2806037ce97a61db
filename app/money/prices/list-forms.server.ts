/** The forms of price lists. */
import * as z from "zod";
import { parseLagosDay } from "../../domain/dates.ts";
import { plainField } from "../../platform/http/fields.ts";
import { tableField } from "../../platform/tables/table-field.ts";
import { MAX_CSV_BYTES } from "./price-csv.server.ts";
import { statesOf } from "./zones.ts";

const list = z.object({ id: z.string().max(40) });

/**
 * The fields of a form about a draft: the draft, and the revision that the page showed. If the stored revision differs,
 * the draft was changed meanwhile.
 */
export const draftForm = list.extend({ revision: z.coerce.number().catch(0) });

/** A part of a draft, with the part's fields by name. The stored list decides which fields exist. */
export const partForm = draftForm.extend({ part: z.string().max(40).default("") }).catchall(z.string());

const place = z
  .string("Choose a state, a region or Everywhere")
  .refine((name) => statesOf(name) !== null, "Choose a state, a region or Everywhere");

export const zoneForm = draftForm.extend({ from: place, to: place, zone: z.string("Choose a zone") });

export const csvForm = draftForm.extend({
  csv: z.string().default(""),
  file: tableField(MAX_CSV_BYTES, {
    missing: "Choose a file",
    tooLarge: "This file is over 1 MB.",
  }).optional(),
});

/** `version`: the number that the page announced for the new version. The list's first Lagos day is 'yyyy-MM-dd'. */
const start = {
  version: z.coerce.number().catch(0),
  validFrom: plainField("Enter the first day, e.g. 2026-12-01").refine(
    (day) => parseLagosDay(day) !== null,
    "Enter the first day, e.g. 2026-12-01",
  ),
};
export const publishForm = draftForm.extend(start);
export const publishAgainForm = list.extend(start);
