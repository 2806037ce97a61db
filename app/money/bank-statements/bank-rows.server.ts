/** BANK-5: the stored rows of bank accounts, with which later files are compared, and the result of each row. */
import { createHash } from "node:crypto";
import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { type Db, pickColumns, type Tx } from "../../platform/db/client.server.ts";
import { bankRows, bookings, businessCredits, businesses, payments } from "../../platform/db/schema.ts";
import { deriveToken } from "../../platform/tokens.server.ts";
import type { KnownRow, RowFacts } from "./known-rows.ts";
import type { StatementLine } from "./statement-line.ts";
import { shapeOf, textOfLine, type Cells } from "./statement-lines.ts";
import { plainWords, type Recorded } from "./taken-back.ts";

type Reader = Pick<Db, "select">;
const ROWS_AT_ONCE = 1000;
/** A file is compared with stored rows up to this many days older, because a reversal may come weeks later. */
const DAYS_BEFORE = 45;
const DAYS_AFTER = 3;

export type FileOf = { account: string; shape: string };
export const shapeHash = (heading: Cells): string =>
  createHash("sha256").update(shapeOf(heading)).digest("base64url").slice(0, 16);

/**
 * Returns a keyed hash of a row's words, for comparisons. Without the key nobody can find the words by trying texts.
 */
export const hashOfWords = (secret: string, line: Pick<StatementLine, "text" | "reference">): string =>
  deriveToken(secret, `bank-row:${plainWords(textOfLine(line))}`).slice(0, 22);

/** Returns what distinguishes rows of the same day and amount: the balance, or the words if a row has no balance. */
const identityOf = ({ balance, words }: Pick<RowFacts, "balance" | "words">) =>
  balance === null ? words : String(balance);
export const classOf = (row: RowFacts): string =>
  [row.on, row.direction, row.kobo, identityOf(row)].join(" ");

const isReversed = sql<boolean>`(exists (select from ${payments} r where r.reverses = ${bankRows.paymentId})
  or exists (select from ${businessCredits} c where c.reverses = ${bankRows.creditId}))`;

/**
 * Reads an account's stored rows that may be the same as rows of a file. Recorded rows come first, then skipped rows,
 * both sorted by day.
 */
export async function readKnownRows(
  db: Reader,
  { account }: FileOf,
  lines: readonly Pick<RowFacts, "on" | "kobo">[],
): Promise<(KnownRow & Recorded)[]> {
  const days = lines.map(({ on }) => on).toSorted();
  const [first] = days;
  const last = days.at(-1);
  if (first === undefined || last === undefined) return [];
  const rows = await db
    .select({
      id: sql<string | null>`${bankRows.paymentId}`,
      on: bankRows.day,
      ...pickColumns(bankRows, "kobo", "direction", "balance", "words", "shape", "outcome", "byName"),
      code: sql<string | null>`coalesce(${bookings.trackingCode}, ${businesses.name})`,
      reference: sql<string | null>`coalesce(${payments.reference}, ${businessCredits.reference})`,
      reversed: isReversed,
    })
    .from(bankRows)
    .leftJoin(payments, eq(payments.id, bankRows.paymentId))
    .leftJoin(bookings, eq(bookings.id, payments.bookingId))
    .leftJoin(businessCredits, eq(businessCredits.id, bankRows.creditId))
    .leftJoin(businesses, eq(businesses.id, businessCredits.businessId))
    .where(
      and(
        eq(bankRows.account, account),
        sql`${bankRows.day} between ${first}::date - ${DAYS_BEFORE}::int and ${last}::date + ${DAYS_AFTER}::int`,
        sql`${bankRows.kobo} = any(${sql.param([...new Set(lines.map(({ kobo }) => kobo))])}::bigint[])`,
      ),
    )
    .orderBy(desc(sql`${bankRows.outcome} = 'recorded'`), bankRows.day, bankRows.place);
  return rows.map(({ id, code, ...row }) => ({ ...row, id: id ?? "", code: code ?? "" }));
}

export type RowToKeep = RowFacts & { paymentId: string | null; creditId?: number | null };
type Keep = FileOf & { statementId: string; at: Date; byName: string };

/** Makes transactions that write rows of an account wait for each other. */
export const lockAccountRows = (tx: Tx, account: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`bank-rows:${account}`}, 0))`);

/**
 * Equal rows (`classOf`) of an account are numbered from 1 by their `place`. Returns the highest stored place for each
 * class of equal rows.
 */
export async function nextPlaces(
  tx: Tx,
  account: string,
  rows: readonly RowFacts[],
): Promise<Map<string, number>> {
  const places = new Map<string, number>();
  const days = [...new Set(rows.map(({ on }) => on))];
  for (let from = 0; from < days.length; from += ROWS_AT_ONCE) {
    const stored = await tx
      .select({
        on: bankRows.day,
        ...pickColumns(bankRows, "kobo", "direction", "balance", "words", "place"),
      })
      .from(bankRows)
      .where(
        and(eq(bankRows.account, account), inArray(bankRows.day, days.slice(from, from + ROWS_AT_ONCE))),
      );
    for (const row of stored) places.set(classOf(row), Math.max(places.get(classOf(row)) ?? 0, row.place));
  }
  return places;
}

/** Stores rows with their places. Violates `bank_rows_once` if another person stored one of the rows meanwhile. */
export async function keepRecorded(
  tx: Tx,
  { account, shape, statementId, at, byName }: Keep,
  rows: readonly (RowToKeep & { place: number })[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
    await tx.insert(bankRows).values(
      rows.slice(from, from + ROWS_AT_ONCE).map(({ on, ...row }) => ({
        ...row,
        day: on,
        account,
        shape,
        outcome: "recorded" as const,
        statementId,
        at,
        byName,
      })),
    );
}

/**
 * Stores the rows that a person skipped, and deletes stored rows that are no longer skipped. A row that is already
 * stored is not stored again.
 */
export async function keepSkipped(
  tx: Tx,
  { account, shape, statementId, at, byName }: Keep,
  { skipped, open }: { skipped: readonly RowFacts[]; open: readonly RowFacts[] },
): Promise<void> {
  for (const { on, kobo, direction, balance, words } of open)
    await tx.execute(sql`
      delete from ${bankRows} where id = (
        select id from ${bankRows} where account = ${account} and day = ${on} and direction = ${direction}
          and kobo = ${kobo} and coalesce(balance::text, words) = ${identityOf({ balance, words })}
          and outcome = 'left_out' order by place desc limit 1)`);
  const places = await nextPlaces(tx, account, skipped);
  for (const { on, ...row } of skipped) {
    const place = (places.get(classOf({ on, ...row })) ?? 0) + 1;
    places.set(classOf({ on, ...row }), place);
    await tx
      .insert(bankRows)
      .values({ ...row, day: on, account, shape, place, outcome: "left_out", statementId, at, byName })
      .onConflictDoNothing();
  }
}

/**
 * Deletes the skipped rows of a statement and the open problems of its rows, before the statement's columns change.
 */
export async function forgetRowsOf(
  tx: Tx,
  statementId: string,
  outcomes: readonly ("left_out" | "taken_back")[],
) {
  await tx
    .delete(bankRows)
    .where(
      and(
        eq(bankRows.statementId, statementId),
        inArray(bankRows.outcome, [...outcomes]),
        sql`${bankRows.closedAt} is null`,
      ),
    );
}

/** Stores outgoing rows that take back recorded payments. Each row is a problem until staff close it (PAY-9). */
export async function keepTakenBack(
  tx: Tx,
  { account, shape, statementId, at, byName }: Keep,
  rows: readonly RowToKeep[],
): Promise<void> {
  const seen = new Map<string, number>();
  for (const { on, ...row } of rows) {
    const place = (seen.get(classOf({ on, ...row })) ?? 0) + 1;
    seen.set(classOf({ on, ...row }), place);
    await tx
      .insert(bankRows)
      .values({ ...row, day: on, account, shape, place, outcome: "taken_back", statementId, at, byName })
      .onConflictDoNothing();
  }
}
