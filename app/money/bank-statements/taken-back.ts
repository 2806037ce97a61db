/** BANK-6: finds money that comes in and goes out again, and the company's own money that comes back. Pure. */
import { trackingCodesIn } from "../../domain/codes-in-text.ts";
import { daysBetween } from "./bank-day.ts";
import type { StatementLine } from "./statement-line.ts";

/** Banks mark a reversing row with these words. */
const MARKS =
  /\b(?:REVERSAL|REVERSED|REVERSE|RVSL|RVS|REV|RETURN(?:ED)?|RTN|RTD|REFUND(?:ED)?|CHARGEBACK|RECALL(?:ED)?|FAILED)\b/gi;
/** Most narrations contain these words, so the words do not show which rows belong together. */
const COMMON = new Set(
  "TRF TRANSFER FROM TO NIP FOR THE OF BY VIA MOBILE BANK APP WEB NGN INWARD OUTWARD PAYMENT ONLINE USSD POS CR DR CREDIT DEBIT BEING AND".split(
    " ",
  ),
);
/** A row reverses another row at most this number of days later. */
const MOST_DAYS = 45;

type Row = Pick<StatementLine, "row" | "on" | "kobo" | "direction" | "text" | "reference" | "broken">;

/** True if a narration says that the row reverses another row. */
export const isMarked = (text: string): boolean => text.search(MARKS) >= 0;

/**
 * Returns a narration in the form that is compared and hashed: capitals, no reversal marks, no signs between words.
 */
export const plainWords = (text: string): string =>
  text
    .toUpperCase()
    .replace(MARKS, " ")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** Returns the parts of a row's text by which two rows of one transfer are recognised: codes, long numbers, names. */
function traces({ text, reference }: Row): Set<string> {
  const words = plainWords(`${text} ${reference}`).split(" ");
  return new Set([
    ...trackingCodesIn(text),
    ...words.filter((word) => !COMMON.has(word) && (/\d{6}/.test(word) || /^\p{L}{3,}$/u.test(word))),
  ]);
}

function areLinked(one: Row, other: Row): boolean {
  const [codes, others] = [one, other].map(({ text }) => trackingCodesIn(text));
  // Rows that name different bookings are two transfers, even from the same person.
  if (codes?.length && others?.length && !codes.some((code) => others.includes(code))) return false;
  const own = traces(one);
  const shared = [...traces(other)].filter((trace) => own.has(trace));
  return shared.some((trace) => /\d{6}/.test(trace)) || shared.length >= 2;
}

/**
 * Finds pairs of rows in which the later row reverses the earlier row. The map contains each pair in both directions.
 * The rows of a pair have the same amount, and one is incoming and the other outgoing. Also, both rows share a code,
 * number or names, or the text of the later row marks a reversal. `newestFirst` is the file's order.
 */
export function takenBackIn(lines: readonly Row[], newestFirst: boolean): Map<number, number> {
  const pairs = new Map<number, number>();
  const inTime = (newestFirst ? lines.toReversed() : lines).filter(
    ({ kobo, broken }) => kobo !== null && !broken,
  );
  const before = new Map<number, Row[]>();
  for (const line of inTime) {
    const earlier = before.get(line.kobo ?? 0) ?? [];
    const fits = (other: Row) =>
      other.direction !== line.direction &&
      !pairs.has(other.row) &&
      daysBetween(other.on ?? "", line.on ?? "") <= MOST_DAYS;
    const undone =
      earlier.findLast((other) => fits(other) && areLinked(other, line)) ??
      (isMarked(line.text) ? earlier.findLast(fits) : undefined);
    if (undone) {
      pairs.set(undone.row, line.row);
      pairs.set(line.row, undone.row);
    }
    // Each row is compared only with the latest rows of the same amount, so that the time grows linearly with the rows.
    before.set(line.kobo ?? 0, [...earlier.slice(-MOST_COMPARED), line]);
  }
  return pairs;
}
const MOST_COMPARED = 60;

export type Recorded = {
  id: string;
  on: string;
  kobo: number;
  words: string;
  code: string;
  reference: string | null;
};

/**
 * Finds the payment of the same amount that a row takes back, by code, reference or words. If none is found, and the
 * row is marked as a reversal, returns the latest payment.
 */
export function takenBackOf(line: Row & { words: string }, recorded: readonly Recorded[]): Recorded | null {
  const fits = recorded.filter(({ kobo, on }) => {
    const days = daysBetween(on, line.on ?? "");
    return kobo === line.kobo && days >= 0 && days <= MOST_DAYS;
  });
  const said = `${line.text} ${line.reference}`.toUpperCase();
  const named = fits.find(
    ({ code, reference, words }) =>
      trackingCodesIn(said).includes(code) ||
      (reference !== null && said.replace(/\s+/g, "").includes(reference)) ||
      words === line.words,
  );
  const [latest = null] = isMarked(line.text) ? fits.toSorted((a, b) => (a.on < b.on ? 1 : -1)) : [];
  return named ?? latest;
}
