/** Builds the SQL of a search. */
import { and, like, or, sql, type AnyColumn, type SQL } from "drizzle-orm";
import { trackingCodesIn } from "../../domain/codes-in-text.ts";
import { foldSearch } from "../../text/fold-search.ts";
import { likePattern, searchTerms } from "./search.ts";

/**
 * TEXT-5: converts a text to the form in which a search compares it. The generated columns and their indexes use the
 * same function.
 */
export const foldedForSearch = (text: AnyColumn | SQL): SQL => sql`search_fold(${text})`;

/**
 * Returns the condition that a text contains every term of a search. The text must be folded (see `foldedForSearch`).
 * Undefined for an empty search. A search that becomes empty when it is folded finds nothing.
 */
export function searchCondition(
  text: AnyColumn | SQL,
  search: string,
  options?: { phones: boolean },
): SQL | undefined {
  if (search === "") return undefined;
  const terms = searchTerms(search, options);
  if (terms.length === 0) return sql`false`;
  return and(...terms.map((forms) => or(...forms.map((form) => like(text, form)))));
}

/**
 * Returns the condition that one of `texts` contains the search. The texts are codes, or names without punctuation. If
 * a tracking code is in the search (TEXT-4), only that code is searched. Undefined for an empty search. A search
 * without a letter or digit finds nothing.
 */
export function codeCondition(texts: readonly (AnyColumn | SQL)[], search: string): SQL | undefined {
  if (search === "") return undefined;
  const typed = (trackingCodesIn(search)[0] ?? foldSearch(search)).replace(/[^\p{L}\p{N}]/gu, "");
  if (typed === "") return sql`false`;
  const form = likePattern(typed.toLowerCase());
  return or(...texts.map((text) => like(sql`lower(${text})`, form)));
}
