/**
 * The newest row of a ledger that the page of a form showed. If two people enter the same thing, the second person is
 * asked before anything is recorded. `app/ui/seen-field.tsx` makes the fields, and operations declare `meanwhile`.
 */
import * as z from "zod";

const count = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional();

/**
 * The fields of each form that adds to a ledger. `seen` is the account's newest row when the page was shown,
 * 0 if there was none. `another` is the newest row when the person confirmed that the entry is added although
 * somebody else added one. A program may omit both.
 */
export const seenFields = { seen: count, another: count };

export type SeenFields = { seen?: number | undefined; another?: number | undefined };

export const withSeen = <Schema extends z.ZodType>(form: Schema) =>
  z.intersection(form, z.object(seenFields));
