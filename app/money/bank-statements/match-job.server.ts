/**
 * BANK-2: the job that matches the rows of an uploaded statement. The matched rows are stored for all readers of the
 * statement. The job works in small parts and on the jobs' own connections, so that other requests of its process
 * hardly wait.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { eq } from "drizzle-orm";
import type { StatementColumns } from "../../domain/payment.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { bankStatements } from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import type { JobWork } from "../../platform/jobs/jobs.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { startLookUp } from "./look-up-codes.server.ts";
import { headerOf, readLines, referenceOf, type Cells, type ReadLines } from "./statement-lines.ts";
import { keepLines } from "./stored-lines.server.ts";
import { FIRST_LETTERS, type CodeLetters } from "../../domain/tracking-code.ts";

const ROWS_AT_ONCE = 200;

export function matchWorker({ live, company }: Services): JobWork<{ statementId: string; matching: number }> {
  return async ({ data: { statementId, matching } }, db) => {
    if (await matchUploaded({ db }, statementId, matching, await company()))
      live.publish(`statement:${statementId}`);
  };
}

/**
 * Matches all rows of a statement and stores them. Does nothing, and returns false, if another process matched them
 * before, or if a newer job for the same statement was requested since.
 */
export async function matchUploaded(
  { db }: { db: Db },
  id: string,
  matching: number,
  letters: CodeLetters = FIRST_LETTERS,
): Promise<boolean> {
  const [file] = await db
    .select({
      rows: bankStatements.rows,
      columns: bankStatements.columns,
      decimalComma: bankStatements.decimalComma,
      matching: bankStatements.matching,
      matched: bankStatements.matched,
    })
    .from(bankStatements)
    .where(eq(bankStatements.id, id));
  if (!file?.columns || file.matching !== matching || file.matched) return false;
  const { lines, broken, others } = await readInParts(file.rows, file.columns, file.decimalComma);
  const lookUp = startLookUp(db, undefined, letters);
  const codes = await lookUp.codesOf(lines);
  const all = lines.flatMap((line, at) => {
    const own = codes[at];
    return own ? [{ ...line, key: referenceOf(line), codes: own }] : [];
  });
  return transact(db, async (tx) => {
    const [now] = await tx
      .select({
        matching: bankStatements.matching,
        matched: bankStatements.matched,
        decisions: bankStatements.decisions,
      })
      .from(bankStatements)
      .where(eq(bankStatements.id, id))
      .for("update");
    if (now?.matching !== matching || now.matched) return false;
    await keepLines(tx, id, all, now.decisions, { broken, others, cut: lookUp.cut() });
    return true;
  });
}

async function readInParts(
  rows: readonly Cells[],
  columns: StatementColumns,
  decimalComma: boolean,
): Promise<ReadLines> {
  const file = { header: headerOf(rows), columns, decimalComma };
  const read: ReadLines = { lines: [], broken: [], others: 0 };
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const part = readLines(rows, file, from, from + ROWS_AT_ONCE);
    read.lines.push(...part.lines);
    read.broken.push(...part.broken);
    read.others += part.others;
    await nextTurn();
  }
  return read;
}
