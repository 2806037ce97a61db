/**
 * The newest row of a ledger that a form's page showed. If two people enter the same thing, the second person is asked
 * first. `app/ui/seen-field.tsx` makes the fields, and operations declare `meanwhile`.
 */
import * as z from "zod";

const count = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional();

/**
 * Fields of each form that adds to a ledger. `seen` is the account's newest row on the page, 0 for none. `another` is
 * the newest row for which the person confirmed the question. A program may leave both out.
 */
export const seenFields = { seen: count, another: count };

export type SeenFields = { seen?: number | undefined; another?: number | undefined };

export const withSeen = <Schema extends z.ZodType>(form: Schema) =>
  z.intersection(form, z.object(seenFields));
