/**
 * BANK-2: matches an uploaded statement in small steps, on the database connections of the jobs. So requests hardly
 * wait.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { lagosDay } from "../../domain/dates.ts";
import { MOST_NAMED, normaliseReference } from "../../domain/payment.ts";
import { FIRST_LETTERS, type CodeLetters } from "../../domain/tracking-code.ts";
import { pickColumns } from "../../platform/db/client.server.ts";
import { bankStatements } from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import type { JobWork } from "../../platform/jobs/jobs.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { readDelimited } from "../../platform/tables/delimited.ts";
import { shapeHash, hashOfWords } from "./bank-rows.server.ts";
import { startLookUp } from "./look-up-codes.server.ts";
import { isWholeReference, readStatementLines, referencesOf } from "./statement-lines.ts";
import { keepLines, type LineToKeep } from "./stored-lines.server.ts";

export function matchWorker({
  live,
  company,
  secret,
  now,
}: Services): JobWork<{ statementId: string; matching: number }> {
  return async ({ data: { statementId, matching } }, db) => {
    if (await matchUploaded({ db, secret, now }, statementId, matching, await company()))
      live.publish(`statement:${statementId}`);
  };
}

/**
 * Matches the rows of an uploaded statement. Returns false if another process already matched the rows, or if a newer
 * job for the statement is queued.
 */
export async function matchUploaded(
  { db, secret, now }: Pick<Services, "db" | "secret" | "now">,
  id: string,
  matching: number,
  letters: CodeLetters = FIRST_LETTERS,
): Promise<boolean> {
  const [file] = await db
    .select(pickColumns(bankStatements, "source", "account", "preview", "columns", "matching", "matched"))
    .from(bankStatements)
    .where(eq(bankStatements.id, id));
  if (!file?.columns || file.matching !== matching || file.matched) return false;
  const table = readDelimited(file.source, file.preview.headingLine);
  await nextTurn();
  const { lines, proof, faults } = readStatementLines(table, file.columns, lagosDay(now()), file.account);
  await nextTurn();
  const lookUp = startLookUp(db, undefined, letters);
  // Typing errors are searched only in incoming rows.
  const codes = await lookUp.codesOf(
    lines.map((line) => (line.direction === "in" ? line : { ...line, kobo: null })),
  );
  const keys = referencesOf(lines);
  const all = lines.flatMap((line, at) => {
    const own = codes[at];
    return own ? [{ ...line, key: keys[at] ?? "", words: hashOfWords(secret, line), codes: own }] : [];
  });
  addRepeats(all);
  const breaks = proof?.breaks.slice(0, MOST_NAMED) ?? [];
  return transact(db, async (tx) => {
    const [current] = await tx
      .select(pickColumns(bankStatements, "matching", "matched", "decisions", "byName"))
      .from(bankStatements)
      .where(eq(bankStatements.id, id))
      .for("update");
    if (current?.matching !== matching || current.matched) return false;
    const { decisions, byName } = current;
    const shape = shapeHash(table.heading.cells);
    await keepLines(tx, { id, account: file.account, shape, decisions, byName, at: now() }, all, {
      proof: proof && { ...proof, breaks },
      faults: faults.slice(0, MOST_NAMED),
      cut: lookUp.cut(),
    });
    return true;
  });
}

/**
 * Adds a doubt to a row without a balance if another row has the same reference, day and amount. Two such rows may be
 * one transfer, because a bank gives each transfer its own reference.
 */
function addRepeats(lines: readonly LineToKeep[]): void {
  const first = new Map<string, number>();
  for (const { row, on, kobo, direction, balance, reference, words, doubts } of lines) {
    if (direction !== "in" || !isWholeReference(reference)) continue;
    const key = [normaliseReference(reference), on, kobo, balance ?? words].join(" ");
    const before = first.get(key);
    if (before === undefined) first.set(key, row);
    else doubts.push(`The same reference, day and amount as row ${before}`);
  }
}
