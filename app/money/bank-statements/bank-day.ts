/** Reads days in the formats of banks. Pure. */
import { parseLagosDay } from "../../domain/dates.ts";
import { plainSigns } from "../../text/plain-text.ts";

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
/** A time after a day is ignored: '14:02', 'T09:15:22.000Z', '08:58:34 AM', 'at 2:05 PM', '02.15.33.000000 PM'. */
const TIME = String.raw`(?:[\sT,]+(?:at\s+)?\d{1,2}[:.]\d{2}[\d:.]*\s*(?:[AP]\.?M\.?)?\s*(?:Z|WAT|GMT|[+-]\d{2}:?\d{2})?)?`;
const WEEKDAY = String.raw`(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}[\s,]+)?`;
const PART = String.raw`(\d{1,2}|[a-z]{3,9})`;
const DAY = new RegExp(
  String.raw`^${WEEKDAY}(\d{1,4}|[a-z]{3,9})[\s./-]+${PART}[\s,./-]+(\d{2}|\d{4})${TIME}$`,
  "i",
);

const DAY_MS = 86_400_000;
/** A spreadsheet's day number with time: days since 30 December 1899, for the years 2010 to 2049. */
const SERIAL = /^(4[1-9]\d{3}|40[2-9]\d\d|401[89]\d|5[0-3]\d{3}|54[0-6]\d\d|547[0-8]\d)(?:\.\d+)?$/;
const SERIAL_OF_1970 = 25_569;
export const isSerialDay = (cell: string): boolean => SERIAL.test(plainSigns(cell));

function partsOf(cell: string): [one: string, two: string, three: string] | null {
  if (cell.length > 60) return null;
  const text = plainSigns(cell)
    .replace(/^(\d{4})(\d{2})(\d{2})(?:[01]\d|2[0-3])?(?:[0-5]\d){0,2}$/, "$1-$2-$3")
    .replace(/^(\d{1,2})([a-z]{3,9})(\d{4}|\d{2})\b/i, "$1-$2-$3")
    .replace(/\b(\d{1,2})(?:st|nd|rd|th)\b/i, "$1");
  const [, one = "", two = "", three = ""] = DAY.exec(text) ?? [];
  return one === "" ? null : [one, two, three];
}

/**
 * Reads a day as 'yyyy-MM-dd', or null. Reads '21-Nov-2026', '21NOV26', '21/11/26', '2026-11-21', 'Nov 21st, 2026',
 * '20261121', '20261121140211', a spreadsheet's day number, and the like.
 */
export function parseBankDay(cell: string, dayFirst: boolean): string | null {
  const serial = cell.length > 60 ? null : SERIAL.exec(plainSigns(cell));
  if (serial) return new Date((Number(serial[1]) - SERIAL_OF_1970) * DAY_MS).toISOString().slice(0, 10);
  const found = partsOf(cell);
  if (!found) return null;
  const [one, two, three] = found;
  const parts = /^\d{4}$/.test(one)
    ? [one, two, three]
    : /^[a-z]/i.test(one) || (!dayFirst && /^\d/.test(two))
      ? [three, one, two]
      : [three, two, one];
  const [year = "", month = "", day = ""] = parts;
  const written = `${year.length === 2 ? `20${year}` : year}-${monthOf(month)}-${day.padStart(2, "0")}`;
  return /^20\d\d-/.test(written) && parseLagosDay(written) ? written : null;
}

function monthOf(text: string): string {
  if (/^\d+$/.test(text)) return text.padStart(2, "0");
  const at = MONTHS.indexOf(text.slice(0, 3).toLowerCase());
  return String(at + 1).padStart(2, "0");
}

/** True if a day can be read in two ways: its first two numbers differ, and each of them may be the month. */
function isUnclear(cell: string): boolean {
  const [day, month] = [parseBankDay(cell, true), parseBankDay(cell, false)];
  return day !== null && month !== null && day !== month;
}

export type DayOrder = "day" | "month" | "either" | null;

/**
 * Finds out from all days of a file whether the day or the month comes first. A statement has no month above 12 and no
 * day after `today` ('yyyy-MM-dd'). 'either' means that both orders give the same days. Null means that a person must
 * decide.
 */
export function dayOrderOf(cells: readonly string[], today: string): DayOrder {
  const some = cells.filter(
    (cell) => parseBankDay(cell, true) !== null || parseBankDay(cell, false) !== null,
  );
  const only = (dayFirst: boolean) =>
    some.filter((cell) => parseBankDay(cell, dayFirst) !== null && parseBankDay(cell, !dayFirst) === null)
      .length;
  const [day, month] = [only(true), only(false)];
  if (day > 0 && month > 0) return null;
  if (day > 0) return "day";
  if (month > 0) return "month";
  if (!some.some(isUnclear)) return "either";
  const toCome = (dayFirst: boolean) =>
    some.filter((cell) => (parseBankDay(cell, dayFirst) ?? "") > today).length * 10 > some.length;
  const [dayToCome, monthToCome] = [toCome(true), toCome(false)];
  if (dayToCome === monthToCome) return null;
  return dayToCome ? "month" : "day";
}

/** Counts the days from one day to another ('yyyy-MM-dd'). Negative if the second day is earlier. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
