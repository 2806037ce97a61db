/**
 * BANK-2: the booking that each line of a statement pays. A line is matched if a sender gave its reference and amount in a
 * transfer notice. It is also matched if its text contains the code of a booking, and its amount is what is left to pay or
 * what the sender's notice says. Every other line is left to a person. Pure.
 */
import { formatNaira } from "../../domain/money.ts";
import type { LineCodes, LineState, StatementDecisions, TransferPart } from "../../domain/payment.ts";
import { MOST_CODES_A_ROW } from "./found-codes.ts";
import { wrongParts } from "./wrong-parts.ts";

export type KnownBooking = {
  code: string;
  /** The amount left to pay; null if the booking has no price. */
  leftKobo: number | null;
  /** The amount in the sender's open transfer notice; null if there is none. */
  noticeKobo: number | null;
  /** Transfers that staff recorded by hand. A line of an equal amount may be one of these, with another reference. */
  byHandKobo: readonly number[];
};

/** A sender's open transfer notice: its booking and amount. */
export type KnownNotice = { code: string; kobo: number };

export type Known = {
  bookings: ReadonlyMap<string, KnownBooking>;
  /** The open transfer notices that give a reference, by reference. */
  notices: ReadonlyMap<string, readonly KnownNotice[]>;
  /** A text for each recorded reference. It names the booking, and says if the payment was reversed. */
  recorded: ReadonlyMap<string, string>;
};

/** A line with the codes that were found in its text. `key` is the reference under which the line is recorded. */
export type LookedUp = { row: number; kobo: number; key: string; codes: LineCodes };

type Found = { state: LineState; parts: TransferPart[]; why: string };
/** A line with its state. `parts`: the payments that will be recorded; for a doubtful line, the suggested payments. */
export type Matched<Line> = Line & Found & { decided: boolean };

/** Every line with its state, in the order of the file. No booking gets more than is left to pay on it. */
export function matchStatement<Line extends LookedUp>(
  lines: readonly Line[],
  decisions: StatementDecisions,
  { bookings, notices, recorded }: Known,
): Matched<Line>[] {
  const left = new Map([...bookings].map(([code, { leftKobo }]) => [code, leftKobo]));
  const leftOn = (code: string) => left.get(code) ?? 0;
  const spend = (parts: readonly TransferPart[]) => {
    for (const { code, kobo } of parts) left.set(code, leftOn(code) - kobo);
  };
  const repeated = repeatedLines(lines, recorded);
  // Lines that a person decided are matched first. Other lines get what these leave to pay.
  const decided = new Map<number, Found>();
  for (const line of lines) {
    const parts = decisions[line.row];
    if (!parts || repeated.has(line.row)) continue;
    const why = wrongParts(line, parts, left);
    const state = why ? "doubtful" : parts.length === 0 ? "left_out" : "matched";
    if (state === "matched") spend(parts);
    decided.set(line.row, { state, parts, why: why ?? "" });
  }
  const open = lines.filter(({ row }) => !repeated.has(row) && !decided.has(row));
  const stated = new Map(
    open.map(({ row, codes }) => [row, codes.tooMany ? [] : codes.stated.filter((code) => left.has(code))]),
  );
  const together = sumsByBooking(open, stated);
  const before = new Map(left);
  const found = new Map<number, Found>();
  const claims = new Map(
    open.map((line) => [line.row, claimOf(line, stated.get(line.row) ?? [], notices, bookings)]),
  );
  // Lines with a transfer notice are matched next, wherever they are in the file. Lines with only a code get what these
  // leave to pay.
  const inTurn = open.toSorted((a, b) => Number(!claims.get(a.row)) - Number(!claims.get(b.row)));
  for (const line of inTurn) {
    const codes = stated.get(line.row) ?? [];
    const [code] = codes;
    const one = code !== undefined && codes.length === 1 ? (bookings.get(code) ?? null) : null;
    const told = claims.get(line.row);
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
          : suggest(line, notices, bookings, leftOn);
    if (result.state === "matched") spend(result.parts);
    found.set(line.row, result);
  }
  return lines.map((line) => {
    const own = repeated.get(line.row) ?? decided.get(line.row) ?? found.get(line.row);
    const { state, parts, why } = own ?? { state: "unknown", parts: [], why: "" };
    return { ...line, state, parts, why, decided: decided.has(line.row) };
  });
}

/** The lines that would count twice: recorded before, or with the same reference as an earlier line of this file. */
function repeatedLines(lines: readonly LookedUp[], recorded: Known["recorded"]): Map<number, Found> {
  const first = new Map<string, LookedUp>();
  const repeated = new Map<number, Found>();
  for (const line of lines) {
    const code = recorded.get(line.key);
    const before = first.get(line.key);
    if (code) repeated.set(line.row, { state: "repeated", parts: [], why: `Recorded already, on ${code}` });
    else if (before) {
      const same = before.kobo === line.kobo ? "The same as row" : "The same reference as row";
      const what =
        before.kobo === line.kobo
          ? ""
          : `, which is ${formatNaira(before.kobo)}. Record this one on its booking`;
      repeated.set(line.row, { state: "repeated", parts: [], why: `${same} ${before.row}${what}` });
    } else first.set(line.key, line);
  }
  return repeated;
}

/**
 * The sum of the lines that name each booking. It is infinite if one of these lines also names another booking, so that
 * it never equals the amount left to pay.
 */
function sumsByBooking(
  lines: readonly LookedUp[],
  stated: ReadonlyMap<number, string[]>,
): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { row, kobo } of lines) {
    const codes = stated.get(row) ?? [];
    for (const code of codes) sums.set(code, (sums.get(code) ?? 0) + (codes.length === 1 ? kobo : Infinity));
  }
  return sums;
}

/**
 * Matches a line that names one booking. `booking.leftKobo` is the amount that the previous lines leave to pay.
 * `together`: all lines of the file that name this booking add up to exactly what is left to pay.
 */
function matchOne({ kobo }: LookedUp, booking: KnownBooking, together: boolean): Found {
  const { code, leftKobo, noticeKobo, byHandKobo } = booking;
  const pays = (state: LineState, paid: number, why: string): Found => ({
    state,
    parts: [{ code, kobo: paid }],
    why,
  });
  if (leftKobo === null) return { state: "doubtful", parts: [], why: `${code} has no price yet` };
  if (leftKobo <= 0) return { state: "doubtful", parts: [], why: `Nothing is left to pay on ${code}` };
  if (kobo <= leftKobo && byHandKobo.includes(kobo)) return pays("doubtful", kobo, byHandText(kobo, code));
  if (kobo === leftKobo) return pays("matched", kobo, "Pays all that is left");
  if (kobo > leftKobo)
    return pays("doubtful", leftKobo, `${formatNaira(kobo - leftKobo)} more than is left to pay on ${code}`);
  if (kobo === noticeKobo) return pays("matched", kobo, "The amount that the sender told us");
  if (together) return pays("matched", kobo, "With the other rows, pays all that is left");
  return pays("doubtful", kobo, `Part payment: ${formatNaira(kobo)} of ${formatNaira(leftKobo)}`);
}

/**
 * The booking of the open transfer notice with the reference and the amount of a line. Null if there are several such
 * notices, or if the text names another booking.
 */
function claimOf(
  { key, kobo }: LookedUp,
  stated: readonly string[],
  notices: Known["notices"],
  bookings: Known["bookings"],
): KnownBooking | null {
  const told = notices.get(key)?.filter((notice) => notice.kobo === kobo) ?? [];
  const [notice] = told;
  if (!notice || told.length > 1 || stated.some((code) => code !== notice.code)) return null;
  return bookings.get(notice.code) ?? null;
}

function matchNotice({ kobo }: LookedUp, { code, byHandKobo }: KnownBooking, left: number): Found {
  const parts = [{ code, kobo: Math.min(kobo, left) }];
  if (left <= 0) return { state: "doubtful", parts: [], why: `Nothing is left to pay on ${code}` };
  if (byHandKobo.includes(kobo)) return { state: "doubtful", parts, why: byHandText(kobo, code) };
  if (kobo > left)
    return {
      state: "doubtful",
      parts,
      why: `${formatNaira(kobo - left)} more than is left to pay on ${code}`,
    };
  return { state: "matched", parts, why: "The reference and the amount that the sender told us" };
}

const byHandText = (kobo: number, code: string) =>
  `A transfer of ${formatNaira(kobo)} was recorded by hand on ${code}: is it this one?`;

function matchSeveral({ kobo }: LookedUp, codes: readonly string[], leftOn: (code: string) => number): Found {
  const owing = codes.filter((code) => leftOn(code) > 0);
  let rest = kobo;
  const parts = owing.flatMap((code): TransferPart[] => {
    const paid = Math.min(rest, leftOn(code));
    rest -= paid;
    return paid > 0 ? [{ code, kobo: paid }] : [];
  });
  const sum = owing.reduce((all, code) => all + leftOn(code), 0);
  if (sum === kobo && owing.length === codes.length)
    return { state: "matched", parts, why: `Pays all that is left on ${codes.length} bookings` };
  return {
    state: "doubtful",
    parts,
    why: `Names ${codes.length} bookings, with ${formatNaira(sum)} left to pay`,
  };
}

/** Suggests the booking of a line that names none, if one is likely. */
function suggest(
  { kobo, key, codes }: LookedUp,
  notices: Known["notices"],
  bookings: Known["bookings"],
  leftOn: (code: string) => number,
): Found {
  const pays = (code: string, why: string): Found => ({
    state: "doubtful",
    parts: [{ code, kobo: Math.min(kobo, leftOn(code)) }],
    why,
  });
  if (codes.tooMany) return { state: "unknown", parts: [], why: `Names more than ${MOST_CODES_A_ROW} codes` };
  const claimed = notices.get(key)?.find(({ code }) => leftOn(code) > 0);
  if (claimed) return pays(claimed.code, "The sender told us this reference");
  const fits = (code: string) => leftOn(code) === kobo || bookings.get(code)?.noticeKobo === kobo;
  const [bare, ...more] = codes.bare.filter((code) => leftOn(code) > 0);
  if (bare && more.length === 0)
    return pays(bare, fits(bare) ? "Without its letters" : "Without its letters, and another amount");
  const near = codes.near.filter((code) => leftOn(code) > 0 && fits(code));
  const [code] = near;
  if (code && near.length === 1) return pays(code, "One typing error away");
  const several = [...new Set([bare, ...more, ...near])].filter((one) => one !== undefined);
  if (several.length > 1)
    return { state: "doubtful", parts: [], why: `May be ${several.slice(0, 5).join(" or ")}` };
  return {
    state: "unknown",
    parts: [],
    why: codes.named ? `No booking has the code ${codes.named}` : "No tracking code",
  };
}
