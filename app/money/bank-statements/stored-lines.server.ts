/** The matched rows of a statement. The matching job, staff's decisions and the recording write these rows. */
import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import {
  LINE_STATES,
  type LineState,
  type StatementDecisions,
  type StatementSummary,
} from "../../domain/payment.ts";
import type { Db, Tx } from "../../platform/db/client.server.ts";
import { bankStatementLines as lines, bankStatements, bookings } from "../../platform/db/schema.ts";
import { isInvoiceNumber } from "../../domain/business.ts";
import { findInvoices } from "../businesses/open-invoices.server.ts";
import { forgetRowsOf, keepTakenBack, type FileOf } from "./bank-rows.server.ts";
import { matchDeposits, readKnown, type ComparedLine } from "./known-bookings.server.ts";
import { matchStatement, type Matched } from "./match-statement.ts";
import { trendOf } from "./propose-columns.ts";
import type { StatementLine } from "./statement-line.ts";

type Reader = Pick<Db, "select" | "execute">;
const ROWS_A_STATEMENT = 1000;
const ROWS_AT_ONCE = 500;

export type LineToKeep = ComparedLine;
export type StoredLine = Matched<StatementLine>;
export type PlannedLine = StoredLine & { key: string; words: string };
type OfFile = FileOf & { id: string; decisions: StatementDecisions };
type Author = { at: Date; byName: string };
type FileParts = Pick<StatementSummary, "proof" | "faults" | "cut">;

/** Replaces the stored rows. An outgoing row that takes back a recorded payment becomes a payment problem. */
export async function keepLines(
  tx: Tx,
  file: OfFile & Author,
  all: readonly LineToKeep[],
  parts: FileParts,
): Promise<void> {
  const { id, decisions } = file;
  const newestFirst = parts.proof?.newestFirst ?? isNewestFirst(all);
  const known = await readKnown(tx, { ...file, newestFirst }, all, decisions);
  const found = matchStatement(all, decisions, known);
  await matchDeposits(tx, all);
  await forgetRowsOf(tx, id, ["taken_back"]);
  await keepTakenBack(
    tx,
    { ...file, statementId: id },
    known.problems.map(({ line: { on, kobo, direction, balance, words }, paymentId }) => ({
      on: on ?? "",
      kobo: kobo ?? 0,
      direction,
      balance,
      words,
      paymentId,
    })),
  );
  await tx.delete(lines).where(eq(lines.statementId, id));
  for (let from = 0; from < found.length; from += ROWS_A_STATEMENT)
    await insertLines(tx, id, found.slice(from, from + ROWS_A_STATEMENT));
  await keepSummary(tx, id, { ...summaryOf(found), ...parts });
}

/** Passes all rows as one parameter, because a parameter for each value would take twice the time. */
const insertLines = (tx: Tx, statementId: string, some: readonly Matched<LineToKeep>[]) =>
  tx.execute(sql`
    insert into ${lines} select * from jsonb_populate_recordset(
      null::bank_statement_lines,
      ${JSON.stringify(some.map((line) => ({ ...line, statement_id: statementId })))}::jsonb)`);

const isNewestFirst = (all: readonly LineToKeep[]) => trendOf(all.map(({ on }) => on)) < 0;

/** Matches the stored rows again with current amounts. Returns the hash of the payments that would be recorded. */
export async function matchStored(
  tx: Tx,
  { matched, ...file }: OfFile & { matched: StatementSummary },
): Promise<string> {
  const { id, decisions } = file;
  const rows = await tx
    .select({ ...shown, words: lines.words, codes: lines.codes })
    .from(lines)
    .where(eq(lines.statementId, id))
    .orderBy(asc(lines.row));
  const all = rows.flatMap((line) => (line.codes ? [{ ...line, codes: line.codes }] : []));
  const newestFirst = matched.proof?.newestFirst ?? isNewestFirst(all);
  const found = matchStatement(all, decisions, await readKnown(tx, { ...file, newestFirst }, all, decisions));
  const before = new Map(
    rows.map(({ row, state, parts, why, decided }) => [row, { state, parts, why, decided }]),
  );
  const changed = found.flatMap(({ row, state, parts, why, decided }) => {
    const now = { state, parts, why, decided };
    return isDeepStrictEqual(now, before.get(row)) ? [] : [{ row, ...now }];
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

/** Gives the matched rows the state `repeated` with the reason 'Recorded', and updates the counts of the statement. */
export async function markRecorded(tx: Tx, id: string, matched: StatementSummary): Promise<void> {
  await tx
    .update(lines)
    .set({ state: "repeated", why: "Recorded" })
    .where(and(eq(lines.statementId, id), eq(lines.state, "matched")));
  const { counts } = matched;
  const repeated = counts.repeated + counts.matched;
  await keepSummary(tx, id, { ...matched, counts: { ...counts, matched: 0, repeated } });
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
  direction: lines.direction,
  balance: lines.balance,
  broken: lines.broken,
  doubts: lines.doubts,
  reference: lines.reference,
  text: lines.text,
  key: lines.key,
  state: lines.state,
  parts: lines.parts,
  why: lines.why,
  decided: lines.decided,
};
export async function pageOfLines(
  db: Reader,
  id: string,
  state: LineState,
  { page, size }: { page: number; size: number },
): Promise<StoredLine[]> {
  return db
    .select(shown)
    .from(lines)
    .where(and(eq(lines.statementId, id), eq(lines.state, state)))
    .orderBy(asc(lines.row))
    .limit(size)
    .offset((page - 1) * size);
}

/** Reads the statement's rows with these numbers. Unknown numbers are left out. */
export async function linesOfRows(db: Reader, id: string, rows: readonly number[]): Promise<PlannedLine[]> {
  return db
    .select({ ...shown, words: lines.words })
    .from(lines)
    .where(and(eq(lines.statementId, id), inArray(lines.row, [...rows])))
    .orderBy(asc(lines.row));
}

export async function plannedLines(db: Reader, id: string): Promise<PlannedLine[]> {
  return db
    .select({ ...shown, words: lines.words })
    .from(lines)
    .where(and(eq(lines.statementId, id), eq(lines.state, "matched")))
    .orderBy(asc(lines.row));
}

/** Yields every row of a statement, including unreadable rows. A few hundred rows are in memory at once. */
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

export type LinePayer = { name: string; to: string };

/** Reads the senders of these bookings and the businesses of these invoices, by code. */
export async function payersOf(db: Reader, codes: readonly string[]): Promise<Record<string, LinePayer>> {
  if (codes.length === 0) return {};
  const numbers = codes.filter(isInvoiceNumber);
  const invoices = numbers.length > 0 ? await findInvoices(db, numbers) : [];
  const rows = await db
    .select({ code: bookings.trackingCode, name: bookings.senderName })
    .from(bookings)
    .where(inArray(bookings.trackingCode, [...new Set(codes)]));
  return Object.fromEntries([
    ...rows.map(({ code, name }) => [code, { name, to: `/admin/bookings/${code}/money` }]),
    ...invoices.map(({ number, business: name, businessId }) => [
      number,
      { name, to: `/admin/businesses/${businessId}/${number}` },
    ]),
  ]);
}
