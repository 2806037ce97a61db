/** The SQL of a search. */
import { and, like, or, type AnyColumn, type SQL } from "drizzle-orm";
import { searchTerms } from "./search.ts";

/** The condition that a lower-case text contains every term of a search; undefined for an empty search. */
export function searchCondition(
  text: AnyColumn | SQL,
  search: string,
  options?: { phones: boolean },
): SQL | undefined {
  return and(...searchTerms(search, options).map((forms) => or(...forms.map((form) => like(text, form)))));
}
