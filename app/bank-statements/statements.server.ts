/** BANK-1: uploaded statements of the bank: columns are chosen once, staff decide what is in doubt, then all is recorded. */
import { createHash } from "node:crypto";
import { desc, eq } from "drizzle-orm";
import { recordActivity } from "../activity-log/activity-log.server.ts";
import type { Admin } from "../domain/actor.ts";
import type { StatementColumns, StatementDecisions } from "../domain/payment.ts";
import { refusal } from "../domain/permissions.ts";
import type { Db, Tx } from "../platform/db/client.server.ts";
import { bankStatements, bankStatementShapes } from "../platform/db/schema.ts";
import { refuse, type Result } from "../platform/http/result.ts";
import type { Services } from "../platform/services.server.ts";
import { readKnown } from "./known-bookings.server.ts";
import { matchStatement, type Known, type MatchedLine } from "./match-statement.ts";
import { guessColumns, headerOf, readLines, shapeOf, type BrokenCell } from "./statement-lines.ts";

export const STATEMENTS_SHOWN = 50;

export type StatementRow = Omit<typeof bankStatements.$inferSelect, "formKey" | "formHash" | "byUserId">;
type Changed = Result<unknown, "invalid" | "forbidden" | "not_found" | "conflict">;

const columns = {
  id: bankStatements.id,
  rows: bankStatements.rows,
  decimalComma: bankStatements.decimalComma,
  columns: bankStatements.columns,
  decisions: bankStatements.decisions,
  createdAt: bankStatements.createdAt,
  byName: bankStatements.byName,
  recordedAt: bankStatements.recordedAt,
  recordedPayments: bankStatements.recordedPayments,
  recordedKobo: bankStatements.recordedKobo,
};

/** The newest statements, without their rows. Any member of staff may read. */
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

export type OpenStatement = {
  statement: Omit<StatementRow, "rows">;
  /** The names of the columns, the first rows below them, and the columns as far as they are known. */
  header: readonly string[];
  sample: readonly (readonly string[])[];
  guess: StatementColumns;
  lines: MatchedLine[];
  broken: BrokenCell[];
  /** Rows of money out. */
  others: number;
  /** Who sent the bookings that lines name, by code. */
  senders: Record<string, string>;
  /** The parts that will be recorded, as a hash. */
  plan: string;
};

/** One statement with its lines matched as of now; null where there is none. Any member of staff may read. */
export async function readStatement(db: Pick<Db, "select">, id: string): Promise<OpenStatement | null> {
  const [row] = await db.select(columns).from(bankStatements).where(eq(bankStatements.id, id));
  return row ? matchRow(db, row) : null;
}

/** Matches a statement that the caller has read, perhaps locked. */
export async function matchRow(db: Pick<Db, "select">, row: StatementRow): Promise<OpenStatement> {
  const { rows, ...statement } = row;
  const at = headerOf(rows);
  const header = rows[at] ?? [];
  const chosen = row.columns;
  const read = chosen
    ? readLines(rows, { header: at, columns: chosen, decimalComma: row.decimalComma })
    : { lines: [], broken: [], others: 0 };
  const known: Known = await readKnown(db, read.lines, row.decisions);
  const lines = matchStatement(read.lines, row.decisions, known);
  return {
    statement,
    header,
    sample: rows.slice(at + 1, at + 5),
    guess: chosen ?? guessColumns(header),
    lines,
    broken: read.broken,
    others: read.others,
    senders: Object.fromEntries(
      [...known.bookings.values()].map(({ code, senderName }) => [code, senderName]),
    ),
    plan: planOf(lines),
  };
}

/** What would be recorded, as a hash: the person who presses the button has seen just that. */
const planOf = (lines: readonly MatchedLine[]): string =>
  createHash("sha256")
    .update(
      JSON.stringify(lines.flatMap(({ state, row, parts }) => (state === "matched" ? [[row, parts]] : []))),
    )
    .digest("hex");

/** Keeps which column is which, for this statement and for later ones of the same shape. Decisions about rows are dropped. */
export function chooseColumns(
  services: Services,
  admin: Admin,
  id: string,
  chosen: StatementColumns,
): Promise<Changed> {
  return onOpenStatement(services, admin, id, async (tx, row, at) => {
    const names = row.rows[headerOf(row.rows)] ?? [];
    const used = [chosen.date, chosen.amount, chosen.details, chosen.reference, chosen.direction];
    const places = used.filter((column) => column !== null);
    if (places.some((column) => column < 0 || column >= names.length))
      return refuse("invalid", "Choose columns of this file.");
    if (new Set([chosen.date, chosen.amount, chosen.details]).size < 3)
      return refuse("invalid", { details: "Date, amount and narration are three columns" });
    // A reference stays in the ledger for good, and payers write names into the narration.
    if ([chosen.date, chosen.amount, chosen.details].some((column) => column === chosen.reference))
      return refuse("invalid", {
        reference: "The reference is a column of its own; leave it out where there is none",
      });
    const shape = shapeOf(names);
    const updatedAt = at;
    await tx
      .insert(bankStatementShapes)
      .values({ shape, columns: chosen, updatedAt })
      .onConflictDoUpdate({ target: bankStatementShapes.shape, set: { columns: chosen, updatedAt } });
    await tx.update(bankStatements).set({ columns: chosen, decisions: {} }).where(eq(bankStatements.id, id));
    await log(
      tx,
      admin,
      at,
      id,
      `Chose the columns of a bank statement: ${places.map((n) => names[n]).join(", ")}`,
    );
    return { ok: true };
  });
}

/** Keeps what was decided about rows, by row; null takes a decision back. What others decided meanwhile stays. */
export function decideRows(
  services: Services,
  admin: Admin,
  id: string,
  decided: Record<string, StatementDecisions[string] | null>,
): Promise<Changed> {
  return onOpenStatement(services, admin, id, async (tx, row, at) => {
    const all = { ...row.decisions, ...decided };
    const decisions = Object.fromEntries(
      Object.entries(all).flatMap(([line, parts]) => (parts ? [[line, parts] as const] : [])),
    );
    await tx.update(bankStatements).set({ decisions }).where(eq(bankStatements.id, id));
    await log(
      tx,
      admin,
      at,
      id,
      `Decided about rows ${Object.keys(decided).join(", ").slice(0, 200)} of a bank statement`,
    );
    return { ok: true };
  });
}

/** Removes a statement that is not recorded. */
export function removeStatement(services: Services, admin: Admin, id: string): Promise<Changed> {
  return onOpenStatement(services, admin, id, async (tx, _, at) => {
    await tx.delete(bankStatements).where(eq(bankStatements.id, id));
    await log(tx, admin, at, id, "Removed a bank statement without recording it");
    return { ok: true };
  });
}

/** Runs `work` on a locked statement. Refuses roles that may not, an unknown statement, and one that is recorded. */
export async function onOpenStatement(
  { db, now }: Services,
  admin: Admin,
  id: string,
  work: (tx: Tx, row: StatementRow, at: Date) => Promise<Changed>,
): Promise<Changed> {
  const refused = refusal(admin.role, "recordPayments");
  if (refused) return refuse("forbidden", refused);
  return db.transaction(async (tx) => {
    const [row] = await tx
      .select(columns)
      .from(bankStatements)
      .where(eq(bankStatements.id, id))
      .for("update");
    if (!row) return refuse("not_found", GONE);
    if (row.recordedAt) return refuse("conflict", "This statement is already recorded.");
    return work(tx, row, now());
  });
}

const GONE = "This statement was removed or the link is wrong.";

export const log = (tx: Tx, admin: Admin, at: Date, id: string, description: string) =>
  recordActivity(tx, admin, at, {
    action: "bank_statement",
    description,
    entityType: "bank_statement",
    entityId: id,
  });
