/**
 * Form fields that name the newest ledger row on the form's page. With these fields the server notices that another
 * person entered something since. It then asks the person before it records anything, because both may have entered the
 * same thing. `app/ui/seen-field.tsx` makes the fields, and operations declare `meanwhile`.
 */
import * as z from "zod";

const count = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional();

/**
 * The fields of each form that adds to a ledger. `seen`: the account's newest row when the page was loaded, or 0 if
 * there was none. `another`: the row that the person was asked about, if the person confirmed the entry. A direct call
 * of the operation may omit both fields, and then nothing is asked.
 */
export const seenFields = { seen: count, another: count };

export type SeenFields = { seen?: number | undefined; another?: number | undefined };

export const withSeen = <Schema extends z.ZodType>(form: Schema) =>
  z.intersection(form, z.object(seenFields));
