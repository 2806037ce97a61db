/**
 * BANK-6: money that comes and goes again. An outgoing row that reverses an incoming one is shown with it, and so is
 * our own money that comes back. Pure.
 */
import { trackingCodesIn } from "../../domain/codes-in-text.ts";
import { daysBetween } from "./bank-day.ts";
import type { StatementLine } from "./statement-line.ts";

/** The words by which banks mark a row that undoes another one. */
const MARKS =
  /\b(?:REVERSAL|REVERSED|REVERSE|RVSL|RVS|REV|RETURN(?:ED)?|RTN|RTD|REFUND(?:ED)?|CHARGEBACK|RECALL(?:ED)?|FAILED)\b/gi;
/** Words that are in most narrations, and so distinguish no rows. */
const COMMON = new Set(
  "TRF TRANSFER FROM TO NIP FOR THE OF BY VIA MOBILE BANK APP WEB NGN INWARD OUTWARD PAYMENT ONLINE USSD POS CR DR CREDIT DEBIT BEING AND".split(
    " ",
  ),
);
/** The longest time after which a row still undoes another one, in days. */
const MOST_DAYS = 45;

type Row = Pick<StatementLine, "row" | "on" | "kobo" | "direction" | "text" | "reference" | "broken">;

/** True if a narration says that it undoes something. */
export const isMarked = (text: string): boolean => text.search(MARKS) >= 0;

/** A narration as it is compared and hashed: in capitals, without marks of a reversal, and without signs between words. */
export const plainWords = (text: string): string =>
  text
    .toUpperCase()
    .replace(MARKS, " ")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** What two rows of one transfer have in common: codes, long numbers, names. */
function traces({ text, reference }: Row): Set<string> {
  const words = plainWords(`${text} ${reference}`).split(" ");
  return new Set([
    ...trackingCodesIn(text),
    ...words.filter((word) => !COMMON.has(word) && (/\d{6}/.test(word) || /^\p{L}{3,}$/u.test(word))),
  ]);
}

function areLinked(one: Row, other: Row): boolean {
  const [codes, others] = [one, other].map(({ text }) => trackingCodesIn(text));
  // Rows that name different bookings are two transfers, even if one person made both.
  if (codes?.length && others?.length && !codes.some((code) => others.includes(code))) return false;
  const own = traces(one);
  const shared = [...traces(other)].filter((trace) => own.has(trace));
  return shared.some((trace) => /\d{6}/.test(trace)) || shared.length >= 2;
}

/**
 * Pairs of rows of a file of which the later one takes the earlier one back, each way: by the row, the row at the other
 * side. A row out of the same amount counts if a mark says so, or if both name the same code, number or people.
 * `newestFirst`: the order of the file.
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
    // Only the latest rows of an amount are compared, so that the time is linear in the number of rows.
    before.set(line.kobo ?? 0, [...earlier.slice(-MOST_COMPARED), line]);
  }
  return pairs;
}
const MOST_COMPARED = 60;

/** A recorded payment of a bank row, with what its row is known by. */
export type Recorded = {
  id: string;
  on: string;
  kobo: number;
  words: string;
  code: string;
  reference: string | null;
};

/**
 * The recorded payment that a row of money out takes back: one of the same amount, of the days before, that the row
 * names by its code, reference or words; else, if the row is marked as a reversal, the latest one.
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
