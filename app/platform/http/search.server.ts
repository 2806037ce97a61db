/** The SQL of a search. */
import { and, like, or, sql, type AnyColumn, type SQL } from "drizzle-orm";
import { trackingCodesIn } from "../../domain/codes-in-text.ts";
import { foldSearch } from "../../text/fold-search.ts";
import { likePattern, searchTerms } from "./search.ts";

/** TEXT-5: a text as a search compares it, by the function that the generated columns and their indexes use. */
export const foldedForSearch = (text: AnyColumn | SQL): SQL => sql`search_fold(${text})`;

/**
 * The condition that a folded text contains every term of a search. Undefined for an empty search. A search that folds
 * to an empty text finds nothing.
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
 * The condition that a code or a name without signs contains the typed text: a code in any text (TEXT-4), or a part of
 * it. Undefined for an empty search. A search without a letter or digit finds nothing.
 */
export function codeCondition(texts: readonly (AnyColumn | SQL)[], search: string): SQL | undefined {
  if (search === "") return undefined;
  const typed = (trackingCodesIn(search)[0] ?? foldSearch(search)).replace(/[^\p{L}\p{N}]/gu, "");
  if (typed === "") return sql`false`;
  const form = likePattern(typed.toLowerCase());
  return or(...texts.map((text) => like(sql`lower(${text})`, form)));
}
