/**
 * BANK-1: uploaded bank statements. Staff choose columns once, decide about doubtful lines, then record everything.
 */
import { desc, eq, sql } from "drizzle-orm";
import { staff } from "../../access/by.server.ts";
import { recordActivity } from "../../access/record-activity.server.ts";
import type { Admin } from "../../access/actor.ts";
import type {
  StatementColumns,
  StatementDecisions,
  StatementPreview,
  StatementSummary,
} from "../../domain/payment.ts";
import type { Db, Tx } from "../../platform/db/client.server.ts";
import { bankRows, bankStatements } from "../../platform/db/schema.ts";
import { refuse as refuseFields, type Refusal } from "../../platform/http/result.ts";
import { isUuid } from "../../platform/http/uuid.ts";
import { operation, type Work } from "../../platform/operations/operation.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { refuse } from "./messages.ts";
import { readCompanyAccount } from "../payments/company-account.server.ts";
import { shownAuthor } from "../../access/author.server.ts";
import { forgetRowsOf, keepSkipped, shapeHash } from "./bank-rows.server.ts";
import { decisionsForm, readDecisions, rowsOf, statementForm } from "./statement-page-forms.ts";
import { linesOfRows, matchStored } from "./stored-lines.server.ts";
import { MATCHINGS } from "./matching-job.ts";

export const STATEMENTS_SHOWN = 50;

export type StatementRow = {
  id: string;
  account: string;
  preview: StatementPreview;
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

/** The columns that a query for a statement reads. The file's text is left out: it can have several megabytes. */
const columns = {
  id: bankStatements.id,
  account: bankStatements.account,
  preview: bankStatements.preview,
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

/** Lists the newest statements without their rows. For staff with `readMoney`. */
export function listStatements(db: Db) {
  return db
    .select({
      id: bankStatements.id,
      account: bankStatements.account,
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

/** Reads one statement without its rows, or null. For staff with `readMoney`. */
export async function readBankStatement(db: Pick<Db, "select">, id: string): Promise<StatementRow | null> {
  const [row] = isUuid(id)
    ? await db.select(columns).from(bankStatements).where(eq(bankStatements.id, id))
    : [];
  return row ?? null;
}

/** Lists the accounts of uploaded statements, and the account that senders see. */
export async function listBankAccounts(db: Pick<Db, "select" | "execute">): Promise<string[]> {
  const account = await readCompanyAccount(db);
  const { rows } = await db.execute<{ account: string }>(sql`
    select distinct account from (select account from ${bankRows} union select account from ${bankStatements}) used
    where account <> '' order by 1`);
  const own = account ? [`${account.bank} ${account.accountNumber}`] : [];
  return [...new Set([...own, ...rows.map((row) => row.account)])];
}

export const statementChange = { by: staff("decideStatements"), on: lockOpenStatement };

/**
 * Stores or removes decisions about rows. Decisions about other rows stay. A skipped row is also skipped in later
 * files.
 */
export const decideRows = operation({
  ...statementChange,
  name: "bank_statements.decide_rows",
  keyless: true,
  input: decisionsForm,
  run: async (work, { id, ...texts }, row) => {
    const { tx, actor, at } = work;
    if (!row.matched) return refuse("conflict", "still_matching");
    const lines = await linesOfRows(tx, id, rowsOf(texts));
    const read = readDecisions(texts, lines);
    if (!read.ok) return refuseFields("invalid", read.errors);
    const all = { ...row.decisions, ...read.decided };
    const decisions = Object.fromEntries(
      Object.entries(all).flatMap(([line, parts]) => (parts ? [[line, parts] as const] : [])),
    );
    await tx.update(bankStatements).set({ decisions }).where(eq(bankStatements.id, id));
    const file = { account: row.account, shape: shapeHash(row.preview.heading) };
    const factsOf = (isChosen: (before: boolean, now: boolean) => boolean) =>
      lines.flatMap(({ row: line, on, kobo, direction, balance, words }) => {
        const before = row.decisions[line]?.length === 0;
        const now = decisions[line]?.length === 0;
        return on && kobo && isChosen(before, now) ? [{ on, kobo, direction, balance, words }] : [];
      });
    await keepSkipped(
      tx,
      { ...file, statementId: id, at, byName: shownAuthor(actor).byName },
      { skipped: factsOf((before, now) => now && !before), open: factsOf((before, now) => before && !now) },
    );
    await matchStored(tx, { ...file, id, decisions, matched: row.matched });
    const rows = Object.keys(read.decided).join(", ").slice(0, 200);
    await logStatement(work, id, `Decided about rows ${rows} of a bank statement`);
    return { ok: true };
  },
});

/** Starts a job that matches all rows again with the current prices and bookings. */
export const matchAgain = operation({
  ...statementChange,
  name: "bank_statements.match_again",
  keyless: true,
  input: statementForm,
  run: async ({ services, tx }, _, row) => {
    await askToMatch(tx, services, row);
    return { ok: true };
  },
});

/** Queues the job that matches the rows of a statement. The result of an older job is discarded. */
export async function askToMatch(
  tx: Tx,
  { jobs }: Pick<Services, "jobs">,
  { id, matching }: Pick<StatementRow, "id" | "matching">,
): Promise<void> {
  const next = matching + 1;
  await tx.update(bankStatements).set({ matching: next, matched: null }).where(eq(bankStatements.id, id));
  await jobs.add(tx, MATCHINGS, { statementId: id, matching: next });
}

/** Removes an unrecorded statement. Skipped rows stay skipped in later files. */
export const removeStatement = operation({
  ...statementChange,
  name: "bank_statements.remove",
  input: statementForm,
  run: async (work, { id }) => {
    await forgetRowsOf(work.tx, id, ["taken_back"]);
    await work.tx.delete(bankStatements).where(eq(bankStatements.id, id));
    await logStatement(work, id, "Removed a bank statement without recording it");
    return { ok: true };
  },
});

/** Locks the row of a statement. Refuses an unknown statement and a recorded statement. */
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

export const logStatement = ({ tx, actor, at }: Work<Admin>, id: string, description: string) =>
  recordActivity(tx, actor, at, {
    action: "bank_statement",
    description,
    entityType: "bank_statement",
    entityId: id,
  });
