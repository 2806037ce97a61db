/** TELL-2: makes texts of characters that GSM 03.38 counts once. An SMS of one part has at most 160 of them. Pure. */

export const ONE_PART = 160;

/** ASCII without the characters that GSM 03.38 counts twice, and without the backtick, which GSM 03.38 lacks. */
const PLAIN = /^[\n !"#$%&'()*+,\-./0-9:;<=>?@A-Z_a-z]*$/;

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

/** Removes accents, and replaces or removes the characters that PLAIN does not allow. */
export function toGsmText(text: string): string {
  return Array.from(text.normalize("NFKD"))
    .map((sign) => INSTEAD[sign] ?? (PLAIN.test(sign) ? sign : /\s/.test(sign) ? " " : ""))
    .join("")
    .replace(/[ \n]+/g, " ")
    .trim();
}
