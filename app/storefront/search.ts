/** What people search for, as they typed it. Pure. */

const MOST_WORDS = 8;

/**
 * LIKE patterns, one a word: what is found has them all, anywhere and in any order, ignoring case. What is special to LIKE
 * is taken literally.
 */
export function searchPatterns(search: string): string[] {
  const words = new Set(search.toLowerCase().split(/\s+/).filter(Boolean));
  return [...words].slice(0, MOST_WORDS).map((word) => `%${word.replace(/[\\%_]/g, (c) => `\\${c}`)}%`);
}
