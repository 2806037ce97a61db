/**
 * TEXT-1: every text that arrives is made plain by the functions of this file. The texts come from forms, queries,
 * JSON, riders' deeds and the cells of files. Invisible characters must be removed, because texts that people paste
 * from chats, contact lists and documents contain many. Making a text plain twice gives the same result as once. Pure.
 */

/** Matches a text of plain characters, which needs no change. Nearly every text is plain. */
const PLAIN = /^(?:[!-~](?:[ -~]*[!-~])?)?$/;
/**
 * Matches invisible characters: controls, direction marks, zero-width characters, soft hyphens, byte-order marks,
 * fillers, and the marks of annotations and of pasted objects. The first group matches a flag such as Scotland's. Such
 * a flag contains invisible characters that must not be removed.
 */
const UNSEEN =
  /(\u{1F3F4}[\u{E0020}-\u{E007E}]+\u{E007F})|[\p{Cc}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFC]/gu;
/**
 * Matches joiners and variation selectors. These are invisible, too, but some scripts and emoji need them inside a
 * text.
 */
const NEEDED_INSIDE = /[\u200C\u200D\p{Variation_Selector}]/u;
const LINE_ENDS = /\r\n?|[\u0085\u2028\u2029]/g;
/** Matches spaces of every width, and the empty Braille cell. */
const SPACES = /[^\S\n]|\u2800/g;
const JOINERS_AT_START = /^[\s\u200C\u200D\p{Variation_Selector}]+/u;

/**
 * Returns a text as it is stored: in Unicode NFC, with line ends as `\n`, without invisible characters, with plain
 * spaces, and trimmed. Joiners stay inside the text. Half an emoji, which UTF-8 cannot encode, is replaced.
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

/** Removes spaces and joiners from both ends, and variation selectors from the start. */
function trimmed(text: string): string {
  const from = text.replace(JOINERS_AT_START, "");
  let end = from.length;
  while (end > 0 && /[\s\u200C\u200D]/.test(from.charAt(end - 1))) end--;
  return from.slice(0, end);
}

/** Matches every character that people or keyboards use as a hyphen or a minus. */
const DASHES = /[\p{Pd}\u2212\u2043\u02D7\u207B\u208B\u2796\u30FC\uFF70]/gu;
/** The characters that stand for a decimal point in Arabic, in Japanese, and on keypads. */
const POINTS = /[\u066B\u00B7\u2396\u3002\uFF61]/gu;
/** The characters that stand for a comma in numbers: the Arabic and the Japanese commas. */
const COMMAS = /[\u066C\u060C\u3001\uFF64]/gu;
/**
 * Matches the parts of a text that are put into Unicode's NFKC form. Fractions and raised digits are left out, because
 * NFKC would turn ½ into 1⁄2 and m² into m2.
 */
const FORMS = /[^\p{No}]+/gu;
/** Matches joiners, variation selectors, and the keycap that encloses a digit in an emoji. */
const AROUND_DIGITS = /[\u200C\u200D\p{Variation_Selector}\u20E3]/gu;

/**
 * TEXT-2: returns the plain form of a number, phone number, email address, code or amount: without joiners, and with
 * plain dashes, digits and decimal points. Each field itself decides what a comma means.
 */
export function plainSigns(text: string): string {
  if (PLAIN.test(text)) return text;
  return plainText(
    plainText(text)
      .replace(AROUND_DIGITS, "")
      // This comes first: it writes some signs, such as ㌇, with others that are replaced below.
      .replace(FORMS, (part) => part.normalize("NFKC"))
      .replace(DASHES, "-")
      .replace(POINTS, ".")
      .replace(COMMAS, ",")
      .replaceAll("\u066A", "%")
      .replaceAll("\u2795", "+")
      .replace(/\p{Nd}/gu, digit),
  );
}

/**
 * Returns the digit 0 to 9 for a digit of any script. In Unicode, the ten digits of a script follow each other from 0
 * to 9. Several scripts may follow each other without a gap, but each has all ten digits. So the value of a digit is
 * its distance from the start of the sequence, modulo ten.
 */
function digit(sign: string): string {
  const at = sign.codePointAt(0)!;
  let zero = at;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return String((at - zero) % 10);
}
