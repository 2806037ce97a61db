/** The words of a search. Pure. */

const MOST_WORDS = 8;

/** LIKE patterns, one for each word: a match has them all, anywhere and in any order, ignoring case, literally. */
export function searchPatterns(search: string): string[] {
  const words = new Set(search.toLowerCase().split(/\s+/).filter(Boolean));
  return [...words].slice(0, MOST_WORDS).map((word) => `%${word.replace(/[\\%_]/g, (c) => `\\${c}`)}%`);
}
