/** BANK-5: recognises bank rows that are already stored, in any export of the bank. Pure. */
import type { BANK_ROW_OUTCOMES } from "../../domain/payment.ts";
import { dayText } from "../../domain/dates.ts";
import { formatNaira } from "../../domain/money.ts";
import { daysBetween } from "./bank-day.ts";

/** The facts that identify a row. `words` is a keyed hash. */
export type RowFacts = {
  on: string;
  kobo: number;
  direction: "in" | "out";
  balance: number | null;
  words: string;
};
export type FileRow = RowFacts & { row: number };
/**
 * A stored row. `code` names the booking of the row's payment. `reversed` means that the payment was reversed later.
 */
export type KnownRow = RowFacts & {
  outcome: (typeof BANK_ROW_OUTCOMES)[number];
  shape: string;
  code: string | null;
  reversed: boolean;
  byName: string;
};
/** A recorded transfer that has no stored bank row. `on` is the statement's day or the day of recording. */
export type OlderTransfer = { on: string; kobo: number; code: string };

export type Again = { kind: "recorded" | "left_out" | "question"; why: string };

/** Two exports may date the same transfer at most this number of days apart. */
const DAYS_APART = 3;
const groupOf = ({ kobo, direction }: RowFacts) => `${direction} ${kobo}`;

/**
 * Finds the rows of a file that were, or may have been, recorded or skipped before. Each stored row matches at most one
 * row of the file; further equal rows are new. Rows of the same format (`shape`) are the same only if their balance or
 * words are the same. A row of another format with the same amount within three days needs a person's decision.
 */
export function knownAgain(
  file: readonly FileRow[],
  stored: readonly KnownRow[],
  older: readonly OlderTransfer[],
  shape: string,
): Map<number, Again> {
  const again = new Map<number, Again>();
  const open = groups(file);
  let left = [...stored];
  let balancesMeet = false;
  const pair = (isSame: (row: FileRow, known: KnownRow) => boolean, toAgain: (known: KnownRow) => Again) => {
    left = left.filter((known) => {
      const rows = open.get(groupOf(known)) ?? [];
      const at = rows.findIndex((row) => isSame(row, known));
      const [row] = at < 0 ? [] : rows.splice(at, 1);
      if (row) again.set(row.row, toAgain(known));
      return !row;
    });
  };
  pair((row, known) => {
    const same = row.on === known.on && row.balance !== null && row.balance === known.balance;
    balancesMeet ||= same;
    return same;
  }, surely);
  pair(
    (row, known) =>
      row.on === known.on && row.words === known.words && (row.balance === null || known.balance === null),
    surely,
  );
  const mayBe = (row: FileRow, known: KnownRow) => {
    if (known.shape === shape || Math.abs(daysBetween(row.on, known.on)) > DAYS_APART) return false;
    return row.balance === null || known.balance === null || !balancesMeet;
  };
  pair((row, known) => row.on === known.on && mayBe(row, known), question);
  pair(mayBe, question);
  for (const transfer of older) {
    const rows = open.get(groupOf({ ...transfer, direction: "in", balance: null, words: "" })) ?? [];
    const at = rows.findIndex((row) => Math.abs(daysBetween(row.on, transfer.on)) <= DAYS_APART);
    const [row] = at < 0 ? [] : rows.splice(at, 1);
    if (row) again.set(row.row, { kind: "question", why: isIt(transfer, transfer.code) });
  }
  return again;
}

function groups(file: readonly FileRow[]): Map<string, FileRow[]> {
  const open = new Map<string, FileRow[]>();
  for (const row of file) {
    const group = open.get(groupOf(row));
    if (group) group.push(row);
    else open.set(groupOf(row), [row]);
  }
  return open;
}

function surely({ outcome, code, reversed, byName }: KnownRow): Again {
  if (outcome === "left_out") return { kind: "left_out", why: `${byName} skipped this row before` };
  const where = code ?? "another booking";
  const why = reversed ? `${where}, and reversed there: record it on its booking` : where;
  return { kind: "recorded", why: `Recorded already, on ${why}` };
}

function question(known: KnownRow): Again {
  return known.outcome === "left_out"
    ? {
        kind: "question",
        why: `${known.byName} skipped a row of this amount of ${dayText(known.on)}: is it this one?`,
      }
    : { kind: "question", why: isIt(known, known.code ?? "another booking") };
}

const isIt = ({ kobo, on }: { kobo: number; on: string }, code: string) =>
  `A transfer of ${formatNaira(kobo)} of ${dayText(on)} was recorded on ${code}: is it this one?`;
