/**
 * Form fields for the newest ledger row that the form's page showed. With them, the server notices if two people enter
 * the same thing. The second person is then asked before anything is recorded. `app/ui/seen-field.tsx` makes the
 * fields, and operations declare `meanwhile`.
 */
import * as z from "zod";

const count = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional();

/**
 * The fields of each form that adds to a ledger. `seen`: the account's newest row when the page was shown, 0 if there
 * was none. `another`: the newest row when the person confirmed the entry in spite of somebody else's newer entry.
 * Programs may omit both fields.
 */
export const seenFields = { seen: count, another: count };

export type SeenFields = { seen?: number | undefined; another?: number | undefined };

export const withSeen = <Schema extends z.ZodType>(form: Schema) =>
  z.intersection(form, z.object(seenFields));
