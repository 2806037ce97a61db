/** The SQL of a search. */
import { and, like, or, type AnyColumn, type SQL } from "drizzle-orm";
import { searchTerms } from "./search.ts";

/** Whether a lower-case text holds every term of a search; undefined where there is nothing to search for. */
export function searchCondition(
  text: AnyColumn | SQL,
  search: string,
  options?: { phones: boolean },
): SQL | undefined {
  return and(...searchTerms(search, options).map((forms) => or(...forms.map((form) => like(text, form)))));
}
