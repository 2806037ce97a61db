/**
 * TEXT-5: returns a text in the form in which searches compare texts: in lower case, without accents and apostrophes,
 * and in one Unicode form. The database's function `search_fold` returns the same; a test compares the two. Folding a
 * text twice gives the same result as folding it once. Pure.
 */

/** Apostrophes and glottal stops, which are removed: 'Jumu'a' and 'Jumua' are one word. */
const APOSTROPHES = /['`´‘’‛ʹʻʼʽʾʿˈˊˋ′＇]/g;
/** Marks of Latin, Greek and Cyrillic letters, vowels of Hebrew and Arabic, and invisible characters. */
const MARK_RANGES = String.raw`\u00AD\u02BC\u0300-\u036F\u0483-\u0489\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u0640\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E8\u06EA-\u06ED\u1AB0-\u1AFF\u1DC0-\u1DFF\u200B-\u200F\u202A-\u202E\u2060-\u2069\u20D0-\u20FF\uFE00-\uFE0F\uFE20-\uFE2F\uFEFF`;
const MARKS = new RegExp(`[${MARK_RANGES}]`, "g");
/**
 * Letters that Unicode does not split into a base letter and a mark, such as letters of Hausa, Kanuri and Ewe.
 * `TYPED_AS` has the letters that people type instead, in the same order.
 */
const LETTERS = "ɓɗɖƙƴŋøđłħŧɛɔəǝıς";
const TYPED_AS = "bddkynodlhteoeeiσ";
const SINGLE = new Map(Array.from(LETTERS, (letter, n) => [letter, TYPED_AS.charAt(n)]));
const DOUBLE = new Map([
  ["ß", "ss"],
  ["æ", "ae"],
  ["œ", "oe"],
  ["ð", "d"],
  ["þ", "th"],
]);
const OTHERS = new RegExp(`[${LETTERS}${[...DOUBLE.keys()].join("")}]`, "g");

export function foldSearch(text: string): string {
  return text
    .replace(APOSTROPHES, "")
    .normalize("NFKD")
    .replace(MARKS, "")
    .toLowerCase()
    .replace(OTHERS, (letter) => SINGLE.get(letter) ?? DOUBLE.get(letter) ?? letter);
}
