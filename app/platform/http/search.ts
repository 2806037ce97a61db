/** Reads the search of a list from its URL. The SQL is in search.server.ts. */

import { foldSearch } from "../../text/fold-search.ts";
import { plainSigns, plainText } from "../../text/plain-text.ts";

const MOST_WORDS = 8;
const MOST_CHARACTERS = 100;

/** Indexes contain no punctuation, so a search without a letter or digit would read the whole table. */
const isSearchable = (text: string) => /[\p{L}\p{N}]/u.test(text);

/** Reads the search from a URL, and cuts a search that is too long. */
export const readSearch = (params: URLSearchParams): string =>
  plainText(plainText(params.get("q") ?? "").slice(0, MOST_CHARACTERS));

/** True if the search has the three letters or digits in a row that a trigram index needs. */
export function hasTrigram(search: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(foldSearch(search));
}

/** Returns a LIKE pattern that finds the text at any position. The special characters of LIKE are escaped. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
}

/**
 * Returns the digits that find a phone number in E.164. The text may have any spelling: 0803 123 4005, +234 803…,
 * 00234…, +234 (0) 803…, or only the last digits. Null if the text cannot be a part of a phone number.
 */
export function searchPhones(text: string): string | null {
  const digits = plainSigns(text).replace(/[\s()+./-]/g, "");
  if (!/^\d{4,17}$/.test(digits)) return null;
  return digits
    .replace(/^00/, "")
    .replace(/^2340(?=\d{6})/, "234")
    .replace(/^0/, "");
}

/**
 * Returns the LIKE patterns of a search. A row must match every term, in any order, by one of the term's patterns.
 * Terms are folded words (TEXT-5). With `phones`, a phone number with spaces is one term.
 */
export function searchTerms(search: string, { phones = false } = {}): string[][] {
  const text = foldSearch(search).trim();
  const forms = (term: string) => {
    const phone = phones ? searchPhones(term) : null;
    if (phone === null || phone === term) return [likePattern(term)];
    return term.includes(phone) ? [likePattern(phone)] : [likePattern(term), likePattern(phone)];
  };
  if (phones && searchPhones(text) !== null) return [forms(text)];
  const words = new Set(text.split(/\s+/).filter(isSearchable));
  return [...words].slice(0, MOST_WORDS).map(forms);
}
