/** TELL-2: one part of an SMS has at most 160 characters of GSM 03.38, each counted once. Pure. */

export const ONE_PART = 160;

/** ASCII without GSM 03.38's double characters, and without the backtick, which GSM 03.38 lacks. */
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

/** Removes accents, and characters without a substitute in PLAIN. */
export function toGsmText(text: string): string {
  return Array.from(text.normalize("NFKD"))
    .map((sign) => INSTEAD[sign] ?? (PLAIN.test(sign) ? sign : /\s/.test(sign) ? " " : ""))
    .join("")
    .replace(/[ \n]+/g, " ")
    .trim();
}
