/** Days in the formats of banks. */
import { parseLagosDay } from "../../domain/dates.ts";

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
/** A day in a bank's format. A time after the day is ignored. */
const DAY = /^(\d{1,4}|[a-z]{3,9})[\s./-]+(\d{1,2}|[a-z]{3,9})[\s,./-]+(\d{2}|\d{4})(?:[\sT,]+\d{1,2}:.*)?$/i;

/**
 * A day of a bank's file as 'yyyy-MM-dd', read from '21-Nov-2026', '21/11/26', '2026-11-21', 'Nov 21, 2026', '20261121'
 * and the like; null if the cell is no day.
 */
export function parseBankDay(cell: string, dayFirst: boolean): string | null {
  const text = cell.trim().replace(/^(\d{4})(\d{2})(\d{2})$/, "$1-$2-$3");
  const [, one = "", two = "", three = ""] = DAY.exec(text) ?? [];
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
