/**
 * BANK-2: finds the booking that each line pays. A line is matched without a person only if it is new, readable,
 * incoming and without doubts, and if one of these conditions is true:
 * - A transfer notice has the line's reference and amount.
 * - The line's text contains a booking's code, and the line's amount is the amount of the booking's notice.
 * - The line's text contains one or more codes, and the line's amount is all that is left to pay on them.
 * - The line's text contains a booking's code, and the file's lines for this booking add up to all that is left to pay.
 * - The line's text contains an invoice number, and the line's amount is all that the business owes on its invoices.
 *
 * A person decides about all other lines. Pure.
 */
import type { StatementDecisions, TransferPart } from "../../domain/payment.ts";
import { daysBetween } from "./bank-day.ts";
import type { LineMatch, KnownForMatching, LookedUp, Readable } from "./matching.ts";
import {
  bookingOfNotice,
  matchNotice,
  matchOne,
  matchSeveral,
  suggestBooking,
  suggestInvoice,
} from "./match-line.ts";
import { wrongParts } from "./wrong-parts.ts";

/** A line with its state. `parts` are the payments to record; for a doubtful line they are suggestions. */
export type Matched<Line> = Line & LineMatch & { decided: boolean };

/** Returns every line with its state, in the file's order. No booking gets more than its unpaid amount. */
export function matchStatement<Line extends LookedUp>(
  lines: readonly Line[],
  decisions: StatementDecisions,
  known: KnownForMatching,
): Matched<Line>[] {
  const { bookings, notices } = known;
  const left = new Map([...bookings].map(([code, { leftKobo }]) => [code, leftKobo]));
  const leftOn = (code: string) => left.get(code) ?? 0;
  const spend = (parts: readonly TransferPart[]) => {
    for (const { code, kobo } of parts) left.set(code, leftOn(code) - kobo);
  };
  // Lines with a person's decision are matched first, and reduce the unpaid amounts for the other lines.
  const decided = new Map<number, LineMatch>();
  for (const line of lines) {
    const parts = decisions[line.row];
    if (!parts) continue;
    const why = wrongParts(line, parts, left);
    const state = why ? "doubtful" : parts.length === 0 ? "left_out" : "matched";
    if (state === "matched") spend(parts);
    decided.set(line.row, { state, parts, why: why ?? "" });
  }
  const found = new Map<number, LineMatch>();
  const open = lines.flatMap((line): Readable[] => {
    if (decided.has(line.row)) return [];
    const kept = withoutMatching(line, known);
    if (kept) found.set(line.row, kept);
    return kept || line.kobo === null ? [] : [{ ...line, kobo: line.kobo }];
  });
  const stated = new Map(
    open.map(({ row, codes }) => [row, codes.tooMany ? [] : codes.stated.filter((code) => left.has(code))]),
  );
  const doubtOf = ({ row, doubts }: LookedUp) =>
    [...doubts, known.again.get(row)?.why, known.takenBack.get(row)].filter((why) => why !== undefined);
  const together = sumsByBooking(
    open.filter((line) => doubtOf(line).length === 0),
    stated,
  );
  const before = new Map(left);
  const withNotice = new Map(
    open.map((line) => [line.row, bookingOfNotice(line, stated.get(line.row) ?? [], notices, bookings)]),
  );
  // Lines with a transfer notice come next, wherever they stand in the file. Lines with only a code get what the lines
  // before them leave unpaid.
  const inTurn = open.toSorted((a, b) => Number(!withNotice.get(a.row)) - Number(!withNotice.get(b.row)));
  for (const line of inTurn) {
    const codes = stated.get(line.row) ?? [];
    const [code] = codes;
    const one = code !== undefined && codes.length === 1 ? (bookings.get(code) ?? null) : null;
    const told = withNotice.get(line.row);
    const result = told
      ? matchNotice(line, told, leftOn(told.code))
      : one
        ? matchOne(
            line,
            { ...one, leftKobo: left.get(one.code) ?? null },
            together.get(one.code) === before.get(one.code),
          )
        : codes.length > 1
          ? matchSeveral(line, codes, leftOn)
          : suggestOf(line, known, leftOn);
    const doubted = withDoubts(result, [...doubtOf(line), ...longBefore(line, result, bookings)]);
    if (doubted.state === "matched") spend(doubted.parts);
    found.set(line.row, doubted);
  }
  return lines.map((line) => {
    const own = decided.get(line.row) ?? found.get(line.row);
    const { state, parts, why } = own ?? { state: "unknown", parts: [], why: "" };
    return { ...line, state, parts, why, decided: decided.has(line.row) };
  });
}

function suggestOf(line: Readable, known: KnownForMatching, leftOn: (code: string) => number): LineMatch {
  const found = suggestBooking(line, known.notices, known.bookings, leftOn);
  const named = known.named.get(line.row);
  return named && found.parts.length === 0 && !line.codes.tooMany ? suggestInvoice(line, named) : found;
}

/**
 * Returns the result for a line that pays nothing, or null. Such a line is money out, unreadable, or was recorded or
 * skipped before.
 */
function withoutMatching(
  { row, kobo, direction, broken }: LookedUp,
  { again, takenBack }: KnownForMatching,
): LineMatch | null {
  if (broken !== null || kobo === null)
    return { state: "broken", parts: [], why: broken ?? "It cannot be read" };
  if (direction === "out") return { state: "out", parts: [], why: takenBack.get(row) ?? "" };
  const known = again.get(row);
  if (known?.kind === "recorded") return { state: "repeated", parts: [], why: known.why };
  return known?.kind === "left_out" ? { state: "left_out", parts: [], why: known.why } : null;
}

/**
 * Makes a line with doubts wait for a person. The person sees the payments that the line would make without the doubts.
 */
function withDoubts(found: LineMatch, doubts: readonly string[]): LineMatch {
  if (doubts.length === 0) return found;
  return {
    ...found,
    state: "doubtful",
    why: [...doubts, found.why].filter(Boolean).join(". ").replaceAll("?. ", "? "),
  };
}

/** The largest number of days by which a transfer may come before its booking. */
const MOST_BEFORE = 7;

function longBefore(
  { on }: LookedUp,
  { parts }: LineMatch,
  bookings: KnownForMatching["bookings"],
): string[] {
  return parts.flatMap(({ code }) => {
    const booked = bookings.get(code)?.bookedOn;
    const days = on && booked ? daysBetween(on, booked) : 0;
    return days > MOST_BEFORE ? [`${code} was booked ${days} days after this day`] : [];
  });
}

/**
 * Adds up the lines of each booking. The sum is infinite if a line also names another booking, so that the sum never
 * equals the unpaid amount.
 */
function sumsByBooking(
  lines: readonly Readable[],
  stated: ReadonlyMap<number, string[]>,
): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { row, kobo } of lines) {
    const codes = stated.get(row) ?? [];
    for (const code of codes) sums.set(code, (sums.get(code) ?? 0) + (codes.length === 1 ? kobo : Infinity));
  }
  return sums;
}
