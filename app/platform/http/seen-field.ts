/**
 * What the page of a form had shown of a ledger when the form was filled in, so that the second of two people who enter
 * the same thing is asked first. `app/ui/seen-field.tsx` makes the fields, and operations declare `meanwhile`.
 */
import * as z from "zod";

const count = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional();

/**
 * The fields of each form that adds to a ledger. `seen`: the newest row of the account that the page showed, 0 for none.
 * `another`: the newest row for which the person said yes to the question. A program may leave both out.
 */
export const seenFields = { seen: count, another: count };

export type SeenFields = { seen?: number | undefined; another?: number | undefined };

/** A schema with the fields of `seenFields`. */
export const withSeen = <Schema extends z.ZodType>(form: Schema) =>
  z.intersection(form, z.object(seenFields));
