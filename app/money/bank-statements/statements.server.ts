/** BANK-1: uploaded bank statements. Staff choose the columns once, decide doubtful lines, and then record everything. */
import { desc, eq, sql } from "drizzle-orm";
import { staff } from "../../access/by.server.ts";
import { recordActivity } from "../../access/record-activity.server.ts";
import type { Admin } from "../../access/actor.ts";
import type { StatementColumns, StatementDecisions, StatementSummary } from "../../domain/payment.ts";
import type { Db, Tx } from "../../platform/db/client.server.ts";
import { bankStatements, bankStatementShapes } from "../../platform/db/schema.ts";
import { refuse as refuseFields, type Refusal } from "../../platform/http/result.ts";
import { isUuid } from "../../platform/http/uuid.ts";
import { operation, type Work } from "../../platform/operations/operation.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { refuse } from "./messages.ts";
import { columnsForm, decisionsForm, readDecisions, rowsOf, statementForm } from "./statement-forms.ts";
import { guessColumns, headerOf, MAX_HEADER_ROW, shapeOf } from "./statement-lines.ts";
import { linesOfRows, matchStored } from "./stored-lines.server.ts";

export const STATEMENTS_SHOWN = 50;
/** The number of rows that are shown while the columns are chosen. */
const SAMPLE = 4;

export type StatementRow = {
  id: string;
  columns: StatementColumns | null;
  decisions: StatementDecisions;
  createdAt: Date;
  byName: string;
  recordedAt: Date | null;
  recordedPayments: number | null;
  recordedKobo: number | null;
  matching: number;
  matched: StatementSummary | null;
};

/** The columns that are read of a statement. The file's rows, which are megabytes, are left out. */
const columns = {
  id: bankStatements.id,
  columns: bankStatements.columns,
  decisions: bankStatements.decisions,
  createdAt: bankStatements.createdAt,
  byName: bankStatements.byName,
  recordedAt: bankStatements.recordedAt,
  recordedPayments: bankStatements.recordedPayments,
  recordedKobo: bankStatements.recordedKobo,
  matching: bankStatements.matching,
  matched: bankStatements.matched,
};

/** The newest statements, without their rows. For staff with `readMoney`. */
export function listStatements(db: Db) {
  return db
    .select({
      id: bankStatements.id,
      createdAt: bankStatements.createdAt,
      byName: bankStatements.byName,
      recordedAt: bankStatements.recordedAt,
      recordedPayments: bankStatements.recordedPayments,
      recordedKobo: bankStatements.recordedKobo,
    })
    .from(bankStatements)
    .orderBy(desc(bankStatements.createdAt), desc(bankStatements.id))
    .limit(STATEMENTS_SHOWN);
}

/** One statement, without its rows; null if no statement has this id. For staff with `readMoney`. */
export async function readStatement(db: Pick<Db, "select">, id: string): Promise<StatementRow | null> {
  const [row] = isUuid(id)
    ? await db.select(columns).from(bankStatements).where(eq(bankStatements.id, id))
    : [];
  return row ?? null;
}

/** The names of a file's columns, the first rows below them, and the columns that staff chose or that are guessed. */
export async function readColumns(db: Pick<Db, "select">, { id, columns: chosen }: StatementRow) {
  const [first] = await db
    .select({
      rows: sql<
        string[][]
      >`jsonb_path_query_array(${bankStatements.rows}, ${`$[0 to ${MAX_HEADER_ROW + SAMPLE}]`}::jsonpath)`,
    })
    .from(bankStatements)
    .where(eq(bankStatements.id, id));
  const rows = first?.rows ?? [];
  const at = headerOf(rows);
  const header = rows[at] ?? [];
  return { header, sample: rows.slice(at + 1, at + 1 + SAMPLE), guess: chosen ?? guessColumns(header) };
}

const change = { by: staff("recordPayments"), on: lockOpenStatement };

/**
 * Stores the meaning of the columns, for this statement and for later ones of the same format. Drops the decisions
 * about rows, because the rows are read again.
 */
export const chooseColumns = operation({
  ...change,
  name: "bank_statements.choose_columns",
  keyless: true,
  input: columnsForm,
  run: async (work, { id, ...chosen }, row) => {
    const { services, tx, at } = work;
    const { header: names } = await readColumns(tx, row);
    const used = [chosen.date, chosen.amount, chosen.details, chosen.reference, chosen.direction];
    const places = used.filter((column) => column !== null);
    if (places.some((column) => column < 0 || column >= names.length))
      return refuse("invalid", "unknown_column");
    if (new Set([chosen.date, chosen.amount, chosen.details]).size < 3)
      return refuse("invalid", "column_twice");
    // Payers write names into the narration, and a reference stays in the ledger permanently. So the columns of the
    // narration, the day and the amount may not also be the column of the reference.
    if ([chosen.date, chosen.amount, chosen.details].some((column) => column === chosen.reference))
      return refuse("invalid", "reference_shared");
    const shape = shapeOf(names);
    const updatedAt = at;
    await tx
      .insert(bankStatementShapes)
      .values({ shape, columns: chosen, updatedAt })
      .onConflictDoUpdate({ target: bankStatementShapes.shape, set: { columns: chosen, updatedAt } });
    await tx.update(bankStatements).set({ columns: chosen, decisions: {} }).where(eq(bankStatements.id, id));
    await askToMatch(tx, services, row);
    const columnNames = places.map((n) => names[n]).join(", ");
    await log(work, id, `Chose the columns of a bank statement: ${columnNames}`);
    return { ok: true };
  },
});

/** Stores or removes decisions about rows. Decisions that other people made meanwhile about other rows stay. */
export const decideRows = operation({
  ...change,
  name: "bank_statements.decide_rows",
  keyless: true,
  input: decisionsForm,
  run: async (work, { id, ...texts }, row) => {
    const { tx } = work;
    if (!row.matched) return refuse("conflict", "still_matching");
    const read = readDecisions(texts, await linesOfRows(tx, id, rowsOf(texts)));
    if (!read.ok) return refuseFields("invalid", read.errors);
    const all = { ...row.decisions, ...read.decided };
    const decisions = Object.fromEntries(
      Object.entries(all).flatMap(([line, parts]) => (parts ? [[line, parts] as const] : [])),
    );
    await tx.update(bankStatements).set({ decisions }).where(eq(bankStatements.id, id));
    await matchStored(tx, { id, decisions, matched: row.matched });
    const rows = Object.keys(read.decided).join(", ").slice(0, 200);
    await log(work, id, `Decided about rows ${rows} of a bank statement`);
    return { ok: true };
  },
});

/** Starts a job that matches all rows again, with the current prices and bookings. */
export const matchAgain = operation({
  ...change,
  name: "bank_statements.match_again",
  keyless: true,
  input: statementForm,
  run: async ({ services, tx }, _, row) => {
    await askToMatch(tx, services, row);
    return { ok: true };
  },
});

/** Queues the job that matches the rows of a statement. The result of an older job for the statement is discarded. */
export async function askToMatch(
  tx: Tx,
  { jobs }: Pick<Services, "jobs">,
  { id, matching }: Pick<StatementRow, "id" | "matching">,
): Promise<void> {
  const next = matching + 1;
  await tx.update(bankStatements).set({ matching: next, matched: null }).where(eq(bankStatements.id, id));
  await jobs.add(tx, "matchStatement", { statementId: id, matching: next });
}

/** Removes a statement, if it is not recorded yet. */
export const removeStatement = operation({
  ...change,
  name: "bank_statements.remove",
  input: statementForm,
  run: async (work, { id }) => {
    await work.tx.delete(bankStatements).where(eq(bankStatements.id, id));
    await log(work, id, "Removed a bank statement without recording it");
    return { ok: true };
  },
});

/** Row-locks a statement. Refuses an unknown statement, and one that is already recorded. */
export async function lockOpenStatement(
  { tx }: Pick<Work<unknown>, "tx">,
  { id }: { id: string },
): Promise<StatementRow | Refusal> {
  const [row] = isUuid(id)
    ? await tx.select(columns).from(bankStatements).where(eq(bankStatements.id, id)).for("update")
    : [];
  if (!row) return refuse("not_found", "statement_gone");
  return row.recordedAt ? refuse("conflict", "recorded_before") : row;
}

export const log = ({ tx, actor, at }: Work<Admin>, id: string, description: string) =>
  recordActivity(tx, actor, at, {
    action: "bank_statement",
    description,
    entityType: "bank_statement",
    entityId: id,
  });
