/** The matched rows of a statement. The matching job stores them. They are updated when staff decide or record. */
import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { and, asc, eq, inArray, ne, sql } from "drizzle-orm";
import {
  LINE_STATES,
  type LineState,
  type StatementDecisions,
  type StatementSummary,
} from "../../domain/payment.ts";
import type { Db, Tx } from "../../platform/db/client.server.ts";
import { bankStatementLines as lines, bankStatements, bookings } from "../../platform/db/schema.ts";
import { matchDeposits, readKnown } from "./known-bookings.server.ts";
import { matchStatement, type LookedUp, type Matched } from "./match-statement.ts";
import type { BrokenCell, StatementLine } from "./statement-lines.ts";

type Reader = Pick<Db, "select">;
const ROWS_A_STATEMENT = 1000;
/** The number of rows that an export reads at once. */
const ROWS_AT_ONCE = 500;

export type LineToKeep = StatementLine & LookedUp;
/** A row as the page shows it. */
export type StoredLine = Matched<StatementLine>;
/** A row that will be recorded. */
export type PlannedLine = Pick<StoredLine, "row" | "on" | "kobo" | "parts"> & { key: string };

type FileParts = Pick<StatementSummary, "others" | "cut"> & { broken: readonly BrokenCell[] };

/** Stores all rows of a file with their current match. They replace the rows that were stored before. */
export async function keepLines(
  tx: Tx,
  id: string,
  all: readonly LineToKeep[],
  decisions: StatementDecisions,
  { broken, others, cut }: FileParts,
): Promise<void> {
  const found = matchStatement(all, decisions, await readKnown(tx, all, decisions));
  await matchDeposits(tx, all);
  await tx.delete(lines).where(eq(lines.statementId, id));
  const rows: (typeof lines.$inferInsert)[] = [
    ...found.map((line) => ({ ...line, statementId: id })),
    ...broken.map(({ row, column, problem }) => ({
      statementId: id,
      row,
      state: "broken" as const,
      why: `${column}: ${problem}`,
    })),
  ];
  for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT)
    await tx.insert(lines).values(rows.slice(from, from + ROWS_A_STATEMENT));
  await keepSummary(tx, id, { ...summaryOf(found), broken: broken.length, others, cut });
}

/**
 * Matches the stored rows again, with the current amounts left to pay and recorded payments. Uses the codes that were
 * found before. Returns the hash of the payments that would be recorded.
 */
export async function matchStored(
  tx: Tx,
  { id, decisions, matched }: { id: string; decisions: StatementDecisions; matched: StatementSummary },
): Promise<string> {
  const { row, kobo, key, codes, state, parts, why, decided } = lines;
  const rows = await tx
    .select({ row, kobo, key, codes, before: { state, parts, why, decided } })
    .from(lines)
    .where(and(eq(lines.statementId, id), ne(lines.state, "broken")))
    .orderBy(asc(lines.row));
  const all = rows.flatMap((line) =>
    line.kobo === null || !line.codes ? [] : [{ ...line, kobo: line.kobo, codes: line.codes }],
  );
  const found = matchStatement(all, decisions, await readKnown(tx, all, decisions));
  const changed = found.flatMap(({ row, before, state, parts, why, decided }) => {
    const now = { state, parts, why, decided };
    return isDeepStrictEqual(now, before) ? [] : [{ row, ...now }];
  });
  for (let from = 0; from < changed.length; from += ROWS_A_STATEMENT)
    await tx.execute(sql`
      update ${lines} l set state = n.state, parts = n.parts, why = n.why, decided = n.decided
      from jsonb_to_recordset(${JSON.stringify(changed.slice(from, from + ROWS_A_STATEMENT))}::jsonb)
        as n (row int, state text, parts jsonb, why text, decided boolean)
      where l.statement_id = ${id} and l.row = n.row`);
  const summary = { ...matched, ...summaryOf(found) };
  await keepSummary(tx, id, summary);
  return summary.plan;
}

const keepSummary = (tx: Tx, id: string, matched: StatementSummary) =>
  tx.update(bankStatements).set({ matched }).where(eq(bankStatements.id, id));

function summaryOf(found: readonly Pick<StoredLine, "row" | "state" | "parts">[]) {
  const count = (state: LineState) => found.filter((line) => line.state === state).length;
  const planned = found.filter(({ state }) => state === "matched");
  const parts = planned.flatMap((line) => line.parts);
  return {
    plan: createHash("sha256")
      .update(JSON.stringify(planned.map((line) => [line.row, line.parts])))
      .digest("hex"),
    counts: Object.fromEntries(LINE_STATES.map((state) => [state, count(state)])) as Record<
      LineState,
      number
    >,
    payments: parts.length,
    kobo: parts.reduce((sum, { kobo }) => sum + kobo, 0),
  };
}

const shown = {
  row: lines.row,
  on: lines.on,
  kobo: lines.kobo,
  reference: lines.reference,
  text: lines.text,
  key: lines.key,
  state: lines.state,
  parts: lines.parts,
  why: lines.why,
  decided: lines.decided,
};
type Row = Awaited<ReturnType<typeof select>>[number];
const select = (db: Reader, id: string) => db.select(shown).from(lines).where(eq(lines.statementId, id));
const whole = ({ on, kobo, state, ...rest }: Row) =>
  on === null || kobo === null || state === "broken" ? [] : [{ ...rest, on, kobo, state }];

/** A page of the rows of one state, in the order of the file. */
export async function pageOfLines(
  db: Reader,
  id: string,
  state: LineState,
  { page, size }: { page: number; size: number },
): Promise<StoredLine[]> {
  const rows = await db
    .select(shown)
    .from(lines)
    .where(and(eq(lines.statementId, id), eq(lines.state, state)))
    .orderBy(asc(lines.row))
    .limit(size)
    .offset((page - 1) * size);
  return rows.flatMap(whole);
}

/** The rows of the statement with these numbers; numbers that it does not have are left out. */
export async function linesOfRows(db: Reader, id: string, rows: readonly number[]): Promise<StoredLine[]> {
  const found = await db
    .select(shown)
    .from(lines)
    .where(and(eq(lines.statementId, id), inArray(lines.row, [...rows])))
    .orderBy(asc(lines.row));
  return found.flatMap(whole);
}

/** The rows that will be recorded. */
export async function plannedLines(db: Reader, id: string): Promise<PlannedLine[]> {
  const rows = await db
    .select(shown)
    .from(lines)
    .where(and(eq(lines.statementId, id), eq(lines.state, "matched")))
    .orderBy(asc(lines.row));
  return rows.flatMap(whole);
}

/** The first rows that cannot be read, each with its reason. */
export function brokenLines(db: Reader, id: string, most: number) {
  return db
    .select({ row: lines.row, why: lines.why })
    .from(lines)
    .where(and(eq(lines.statementId, id), eq(lines.state, "broken")))
    .orderBy(asc(lines.row))
    .limit(most);
}

/** Every row of a statement, including unreadable ones. A few hundred rows are in memory at once. */
export async function* everyLine(db: Reader, id: string) {
  for (let after = 0; ;) {
    const rows = await db
      .select(shown)
      .from(lines)
      .where(and(eq(lines.statementId, id), sql`${lines.row} > ${after}`))
      .orderBy(asc(lines.row))
      .limit(ROWS_AT_ONCE);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < ROWS_AT_ONCE) return;
    after = last.row;
  }
}

/** The senders of these bookings, by code. */
export async function sendersOf(db: Reader, codes: readonly string[]): Promise<Record<string, string>> {
  if (codes.length === 0) return {};
  const rows = await db
    .select({ code: bookings.trackingCode, name: bookings.senderName })
    .from(bookings)
    .where(inArray(bookings.trackingCode, [...new Set(codes)]));
  return Object.fromEntries(rows.map(({ code, name }) => [code, name]));
}
