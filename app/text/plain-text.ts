/**
 * The only place that turns input into text: forms, queries, JSON, deeds and cells of files. Text pasted from
 * chats, contact lists and documents contains invisible characters. Both functions leave their own result
 * unchanged. Pure.
 */

/** Plain characters that need no change; nearly every text is plain. */
const PLAIN = /^(?:[!-~](?:[ -~]*[!-~])?)?$/;
/**
 * Invisible characters: controls, direction marks, zero-width signs, soft hyphens, byte-order marks, fillers,
 * and the marks of annotations and of pasted objects. The first group is a flag such as Scotland's, which
 * consists of tags.
 */
const UNSEEN =
  /(\u{1F3F4}[\u{E0020}-\u{E007E}]+\u{E007F})|[\p{Cc}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFC]/gu;
/** Joiners and variation selectors: scripts and emoji need them inside a text. */
const NEEDED_INSIDE = /[\u200C\u200D\p{Variation_Selector}]/u;
const LINE_ENDS = /\r\n?|[\u0085\u2028\u2029]/g;
/** Spaces of every width, and the empty Braille cell. */
const SPACES = /[^\S\n]|\u2800/g;
const JOINERS_AT_START = /^[\s\u200C\u200D\p{Variation_Selector}]+/u;

/**
 * A text as stored: Unicode NFC, line ends as `\n`, without unseen signs, with plain spaces, trimmed. Joiners
 * stay inside the text. Half an emoji, which UTF-8 cannot encode, is replaced.
 */
export function plainText(text: string): string {
  if (PLAIN.test(text)) return text;
  return trimmed(
    text
      .toWellFormed()
      .replace(LINE_ENDS, "\n")
      .replace(UNSEEN, (sign, flag: string | undefined) => {
        if (flag) return flag;
        if (/[\n\t\v\f]/.test(sign)) return sign === "\n" ? sign : " ";
        return NEEDED_INSIDE.test(sign) ? sign : "";
      })
      .replace(SPACES, " ")
      .normalize("NFC"),
  );
}

/** Removes spaces at both ends, joiners at both ends, and variation selectors at the start. */
function trimmed(text: string): string {
  const from = text.replace(JOINERS_AT_START, "");
  let end = from.length;
  while (end > 0 && /[\s\u200C\u200D]/.test(from.charAt(end - 1))) end--;
  return from.slice(0, end);
}

/** Every sign that people or keyboards write for a hyphen or a minus. */
const DASHES = /[\p{Pd}\u2212\u2043\u02D7\u207B\u208B\u2796\u30FC\uFF70]/gu;
/** Signs for a point in numbers: the Arabic and the raised point, the sign of keypads, and the Japanese full stops. */
const POINTS = /[\u066B\u00B7\u2396\u3002\uFF61]/gu;
/** Signs for a comma in numbers: the Arabic and the Japanese commas. */
const COMMAS = /[\u066C\u060C\u3001\uFF64]/gu;
/** Other forms of letters, digits and signs. Fractions and raised digits mean something else. */
const FORMS = /[^\p{No}]+/gu;
/** Joiners, variation selectors, and the frame of a digit on a key. */
const AROUND_DIGITS = /[\u200C\u200D\p{Variation_Selector}\u20E3]/gu;

/**
 * The text of a number, phone, email, code or amount: without joiners, with plain dashes, digits and decimal
 * signs. Each field defines the meaning of a comma.
 */
export function plainSigns(text: string): string {
  if (PLAIN.test(text)) return text;
  return plainText(
    plainText(text)
      .replace(AROUND_DIGITS, "")
      .replace(DASHES, "-")
      .replace(POINTS, ".")
      .replace(COMMAS, ",")
      .replaceAll("\u066A", "%")
      .replaceAll("\u2795", "+")
      .replace(FORMS, (part) => part.normalize("NFKC"))
      .replace(/\p{Nd}/gu, digit),
  );
}

/**
 * The plain form of a digit of any script. In Unicode a script's ten digits follow each other from 0 to 9.
 * Where several scripts touch, their number is a multiple of ten.
 */
function digit(sign: string): string {
  const at = sign.codePointAt(0)!;
  let zero = at;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return String((at - zero) % 10);
}
