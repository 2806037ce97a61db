/** Writes a noun with its article: 'a link', 'an email address'. Pure. */
export const withArticle = (noun: string): string => `${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}`;
