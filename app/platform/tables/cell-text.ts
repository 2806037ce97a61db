/** The text of a cell of a file. Every cell that a reader of tables returns has passed this function. Pure. */

/** Characters that nobody sees: controls, direction marks, zero-width signs, soft hyphens and byte-order marks. */
const UNSEEN = /[\p{Cc}\u00AD\u061C\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu;

/** A text of plain characters that needs no change; nearly every cell of a file is one. */
const PLAIN = /^(?:[!-~](?:[ -~]*[!-~])?)?$/;

/**
 * A cell in Unicode NFC, without unseen characters, with plain spaces, trimmed. Line breaks stay as `\n`. Characters
 * that PostgreSQL or UTF-8 cannot store are replaced.
 */
export const cellText = (cell: string): string =>
  PLAIN.test(cell)
    ? cell
    : cell
        .toWellFormed()
        .normalize("NFC")
        .replace(/\r\n?/g, "\n")
        .replace(UNSEEN, (sign) => (sign === "\n" ? "\n" : sign === "\t" ? " " : ""))
        .replace(/[^\S\n]/g, " ")
        .trim();
