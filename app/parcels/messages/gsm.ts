/** TELL-2: text as one part of an SMS carries it: 160 characters of GSM 03.38, of which only those are used that take one place. Pure. */

export const ONE_PART = 160;

/** ASCII but the signs that take two places, and the one that the alphabet lacks. */
const PLAIN = /^[\n !"#$%&'()*+,\-./0-9:;<=>?@A-Z_a-z]*$/;
export const isOnePart = (text: string) => text.length <= ONE_PART && PLAIN.test(text);

const INSTEAD: Record<string, string> = {
  "₦": "NGN ",
  "’": "'",
  "‘": "'",
  "`": "'",
  "“": '"',
  "”": '"',
  "–": "-",
  "—": "-",
  "−": "-",
  "…": "...",
  "[": "(",
  "{": "(",
  "]": ")",
  "}": ")",
  "~": "-",
  "|": "/",
  "\\": "/",
  Ɓ: "B",
  ɓ: "b",
  Ɗ: "D",
  ɗ: "d",
  Ƙ: "K",
  ƙ: "k",
  Ƴ: "Y",
  ƴ: "y",
  Ŋ: "Ng",
  ŋ: "ng",
  ß: "ss",
  Æ: "Ae",
  æ: "ae",
  Ø: "O",
  ø: "o",
  ı: "i",
  Ł: "L",
  ł: "l",
  Đ: "D",
  đ: "d",
};

/** Letters lose their marks; what has no letter of that alphabet is left out. */
export function gsm(text: string): string {
  return Array.from(text.normalize("NFKD"))
    .map((sign) => INSTEAD[sign] ?? (PLAIN.test(sign) ? sign : /\s/.test(sign) ? " " : ""))
    .join("")
    .replace(/[ \n]+/g, " ")
    .trim();
}
