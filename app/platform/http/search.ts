/** What people search lists for, as it is in an address. SQL: search.server.ts. */

const MOST_WORDS = 8;
const MOST_CHARACTERS = 100;

/** No index knows punctuation: for a text without a letter or digit, the whole table would be read. */
const isSearchable = (text: string) => /[\p{L}\p{N}]/u.test(text);

/** The search of an address, short enough and free of what a database refuses. Empty without a letter or digit. */
export function readSearch(params: URLSearchParams): string {
  const text = (params.get("q") ?? "")
    .replaceAll("\0", "")
    .toWellFormed()
    .trim()
    .slice(0, MOST_CHARACTERS)
    .toWellFormed();
  return isSearchable(text) ? text : "";
}

/** Whether a trigram index can help: three letters or digits in a row. */
export function hasTrigram(search: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(search);
}

/** A LIKE pattern that finds the text anywhere. What is special to LIKE is taken literally. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
}

/**
 * The digits by which a phone number is found where it is kept in E.164, however it is written: 0803 123 4005, +234 803…,
 * 00234…, +234 (0) 803…, or its last digits. Null for what is no part of a phone number.
 */
export function searchPhones(text: string): string | null {
  const digits = text.replace(/[\s()+./-]/g, "");
  if (!/^\d{4,17}$/.test(digits)) return null;
  return digits
    .replace(/^00/, "")
    .replace(/^2340(?=\d{6})/, "234")
    .replace(/^0/, "");
}

/**
 * The LIKE patterns of a search: every term is wanted, in any order, in one of its forms. Terms are words in lower case;
 * with `phones`, a phone number is one term even where it is written with spaces.
 */
export function searchTerms(search: string, { phones = false } = {}): string[][] {
  const text = search.trim().toLowerCase();
  const forms = (term: string) => {
    const phone = phones ? searchPhones(term) : null;
    if (phone === null || phone === term) return [likePattern(term)];
    return term.includes(phone) ? [likePattern(phone)] : [likePattern(term), likePattern(phone)];
  };
  if (phones && searchPhones(text) !== null) return [forms(text)];
  const words = new Set(text.split(/\s+/).filter(isSearchable));
  return [...words].slice(0, MOST_WORDS).map(forms);
}
