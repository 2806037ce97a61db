/** Reads amounts in all the ways in which banks write them. Pure. */

import { plainSigns } from "../../text/plain-text.ts";

/**
 * An amount in kobo, never negative. `way` is the direction that a sign, brackets, CR or DR shows; null without these.
 */
export type BankAmount = { kobo: number; way: "in" | "out" | null };

/** The largest amount in kobo that is read. A larger number would not be exact. */
const MOST_KOBO = 1e15;
/** The signs, brackets, currencies and words that may stand around a number, each with the direction of the money. */
const AROUND: readonly (readonly [sign: RegExp, way: BankAmount["way"]])[] = [
  // At most 60 characters are tested.
  [/^(.*\d)\s*\(CR?\)$/i, "in"],
  [/^(.*\d)\s*\(DR?\)$/i, "out"],
  [/^\((.*)\)$/, "out"],
  [/^\+(.*)$/, "in"],
  // At most 60 characters are tested.
  [/^(.*\d.*)\+$/, "in"],
  [/^-(.*)$/, "out"],
  // At most 60 characters are tested.
  [/^(.*\d.*)-$/, "out"],
  [/^(?:CR|C)\b\.?(.*)$/i, "in"],
  [/^(.*\d)\s*(?:CR|C)\.?$/i, "in"],
  [/^(?:DR|D)\b\.?(.*)$/i, "out"],
  [/^(.*\d)\s*(?:DR|D)\.?$/i, "out"],
  [/^(?:₦|NGN|=N=|N|#)(.*)$/i, null],
  // At most 60 characters are tested.
  [/^(.*\d.*?)(?:₦|NGN|N)$/i, null],
];

/**
 * Reads an amount. An empty cell ('', '--', 'nil') gives 0. Returns null if the cell contains no amount, both
 * directions, or a fraction of a kobo. `decimal` is the decimal sign of this file (`decimalSignOf`).
 */
export function readAmount(cell: string, decimal: DecimalSign): BankAmount | null {
  if (cell.length > 60) return null;
  let text = plainSigns(cell).replace(/\s+/g, " ");
  if (/^(?:-{0,3}|nil|null|n\/a)$/i.test(text)) return { kobo: 0, way: null };
  const ways = new Set<"in" | "out">();
  for (let turn = 0; turn < 8; turn++) {
    const found = AROUND.find(([sign]) => sign.test(text));
    if (!found) break;
    text = (found[0].exec(text)?.[1] ?? "").trim();
    if (found[1]) ways.add(found[1]);
  }
  const kobo = koboOf(text, decimal);
  if (kobo === null || ways.size > 1) return null;
  return { kobo, way: [...ways][0] ?? null };
}

function koboOf(text: string, decimal: DecimalSign): number | null {
  if (decimal === "." && UNCLEAR.test(text)) return null;
  const form =
    decimal === ","
      ? /^(\d{1,3}(?:[. ']\d{3})+|\d+)?(?:,(\d{1,2}))?$/
      : /^(\d{1,3}(?:[, '’]\d{3})+|\d+)?(?:\.(\d+))?$/;
  const [, whole = "", part = ""] = form.exec(text) ?? [];
  // `part` has at most 60 characters.
  const decimals = part.replace(/0+$/, "");
  if (whole + part === "" || decimals.length > 2) return null;
  const kobo = Number(whole.replace(/\D/g, "") || "0") * 100 + Number(decimals.padEnd(2, "0"));
  return kobo <= MOST_KOBO ? kobo : null;
}

/** The decimal sign of a file. ".000" means that the file writes three or more decimals. */
export type DecimalSign = "." | "," | ".000";
/** In '1.500' the point may separate decimals or thousands. Only other amounts of the file show which. */
const UNCLEAR = /^[1-9]\d{0,2}\.\d{3}$/;
export const isUnclearAmount = (cell: string): boolean => UNCLEAR.test(plainSigns(cell));
/** A cell with a single number. At most 40 characters are tested. */
const NUMBER = /^[^\d.,]{0,8}([.,]?\d[\d.,' ]*)\D{0,8}$/;

/** Finds out the decimal sign from all cells. A point that stands twice in a number separates thousands. */
export function decimalSignOf(cells: Iterable<string>): DecimalSign {
  let [comma, long] = [false, false];
  for (const cell of cells) {
    const number = cell.length > 40 ? "" : (NUMBER.exec(plainSigns(cell))?.[1] ?? "").trimEnd();
    if (/\.\d{1,2}$/.test(number)) return ".";
    comma ||= /,\d{1,2}$|^\d{1,3}(?:\.\d{3}){2,}$/.test(number);
    long ||= /\.\d{3,}$/.test(number) && !UNCLEAR.test(number);
  }
  if (comma) return ",";
  return long ? ".000" : ".";
}

const WORDS_IN =
  /^(?:cr|c|credit|credited|in|money in|inflow|deposit|received|receive|lodgement|incoming|transfer in|cash in)$/i;
const WORDS_OUT =
  /^(?:dr|d|debit|debited|out|money out|outflow|withdrawal|sent|send|payment|outgoing|transfer out|cash out)$/i;

/** Returns the direction that a cell names, or null for another word. */
export function readWay(cell: string): "in" | "out" | null {
  const word = cell.replace(/[.\s_-]+/g, " ").trim();
  if (WORDS_IN.test(word)) return "in";
  return WORDS_OUT.test(word) ? "out" : null;
}
