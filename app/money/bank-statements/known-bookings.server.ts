/** The database's data about the lines of a statement: their bookings, open transfer notices, and recorded payments. */
import { and, eq, sql } from "drizzle-orm";
import { numbered, type StatementDecisions } from "../../domain/payment.ts";
import type { Db, Tx } from "../../platform/db/client.server.ts";
import {
  bookingBalances,
  bookings,
  cashEntries,
  hubs,
  payments,
  riders,
  transferNotices,
} from "../../platform/db/schema.ts";
import type { Known, KnownBooking, KnownNotice, LookedUp } from "./match-statement.ts";

type Reader = Pick<Db, "select">;
const AT_ONCE = 10_000;
/** The note of every payment that was recorded from a statement begins with this text. */
export const STATEMENT_NOTE = "Bank statement, ";

/**
 * Reads the data for matching the lines of a statement: the bookings that they may pay, each with the amount left to
 * pay in kobo; the open transfer notices with the lines' references; and the references that are already recorded.
 */
export async function readKnown(
  db: Reader,
  lines: readonly LookedUp[],
  decisions: StatementDecisions,
): Promise<Known> {
  const keys = [...new Set(lines.map(({ key }) => key))];
  const notices = await readNotices(db, keys);
  const decided = Object.values(decisions).flatMap((parts) => parts.map(({ code }) => code));
  const bookings = await readBookings(db, [
    ...decided,
    ...[...notices.values()].flatMap((told) => told.map(({ code }) => code)),
    ...lines.flatMap(({ codes: { stated, bare, near } }) => [...stated, ...bare, ...near]),
  ]);
  return { bookings, notices, recorded: await readRecorded(db, keys) };
}

/** Open transfer notices with one of these references. */
async function readNotices(db: Reader, references: readonly string[]): Promise<Map<string, KnownNotice[]>> {
  const rows = await inSteps(references, (some) =>
    db
      .select({
        code: bookings.trackingCode,
        reference: transferNotices.reference,
        kobo: transferNotices.kobo,
      })
      .from(transferNotices)
      .innerJoin(bookings, eq(bookings.id, transferNotices.bookingId))
      .where(
        and(
          eq(transferNotices.state, "open"),
          sql`${transferNotices.reference} = any(${sql.param(some)}::text[])`,
        ),
      )
      .orderBy(transferNotices.createdAt, transferNotices.id),
  );
  const notices = new Map<string, KnownNotice[]>();
  for (const { code, reference, kobo } of rows)
    notices.set(reference ?? "", [...(notices.get(reference ?? "") ?? []), { code, kobo }]);
  return notices;
}

/** Reads the rows for any number of values, `AT_ONCE` values by each query. */
async function inSteps<Row>(
  values: readonly string[],
  read: (some: string[]) => Promise<Row[]>,
): Promise<Row[]> {
  const all = [...new Set(values)];
  const rows: Row[] = [];
  for (let from = 0; from < all.length; from += AT_ONCE)
    rows.push(...(await read(all.slice(from, from + AT_ONCE))));
  return rows;
}

async function readBookings(db: Reader, codes: readonly string[]): Promise<Map<string, KnownBooking>> {
  const rows = await inSteps(codes, (some) =>
    db
      .select({
        code: bookings.trackingCode,
        leftKobo: sql<string | null>`${bookingBalances.priceKobo} - ${bookingBalances.paidKobo}`,
        noticeKobo: transferNotices.kobo,
        byHandKobo: sql<number[]>`(
          select coalesce(jsonb_agg(p.kobo), '[]') from ${payments} p
          where p.booking_id = ${bookings.id} and p.method = 'transfer' and p.direction = 'in'
            and coalesce(p.note, '') not like ${`${STATEMENT_NOTE}%`}
            and not exists (select from ${payments} r where r.reverses = p.id))`,
      })
      .from(bookings)
      .leftJoin(bookingBalances, eq(bookingBalances.bookingId, bookings.id))
      .leftJoin(
        transferNotices,
        and(eq(transferNotices.bookingId, bookings.id), eq(transferNotices.state, "open")),
      )
      .where(sql`${bookings.trackingCode} = any(${sql.param(some)}::text[])`),
  );
  return new Map(
    rows.map((row) => [row.code, { ...row, leftKobo: row.leftKobo === null ? null : Number(row.leftKobo) }]),
  );
}

/**
 * The booking on which each reference is recorded. A reversed payment frees its reference: staff may record another
 * payment by hand, which is stored under the reference with a number (app/money/payments/free-reference.server.ts).
 */
async function readRecorded(db: Reader, references: readonly string[]): Promise<Map<string, string>> {
  const spellings = references.flatMap((reference) => [reference, ...numbered(reference)]);
  const rows = await inSteps(spellings, (some) =>
    db
      .select({
        reference: payments.reference,
        code: bookings.trackingCode,
        reversed: sql<boolean>`exists (select from ${payments} r where r.reverses = ${payments.id})`,
      })
      .from(payments)
      .innerJoin(bookings, eq(bookings.id, payments.bookingId))
      .where(
        and(eq(payments.method, "transfer"), sql`${payments.reference} = any(${sql.param(some)}::text[])`),
      ),
  );
  const deposits = await readDeposits(db, references);
  const reversedFirst = rows.toSorted((a, b) => Number(b.reversed) - Number(a.reversed));
  return new Map([
    ...deposits,
    ...reversedFirst.map(
      ({ reference, code, reversed }) =>
        [
          (reference ?? "").replace(/ #\d$/, ""),
          reversed ? `${code}, and reversed there: record it by hand on its booking` : code,
        ] as const,
    ),
  ]);
}

/** CASH-5: the recorded bank deposits of cash with these references. Such a deposit is no payment of a booking. */
async function readDeposits(db: Reader, references: readonly string[]): Promise<[string, string][]> {
  const rows = await inSteps(references, (some) =>
    db
      .select({
        reference: cashEntries.reference,
        name: sql<string>`coalesce((select h.name from ${hubs} h where h.id = ${cashEntries.holderId}),
          (select r.name from ${riders} r where r.id = ${cashEntries.holderId}), 'a closed account')`,
      })
      .from(cashEntries)
      .where(sql`${cashEntries.reference} = any(${sql.param(some)}::text[])`),
  );
  return rows.map(({ reference, name }) => [reference ?? "", `the bank deposit of ${name}`]);
}

/** Marks cash deposits as found if a row of a statement has the deposit's reference and amount. */
export async function matchDeposits(
  tx: Tx,
  lines: readonly { key: string; kobo: number; on?: string | null }[],
): Promise<void> {
  const some = lines.filter(({ key, on }) => key !== "" && on);
  for (let from = 0; from < some.length; from += AT_ONCE)
    await tx.execute(sql`
      update ${cashEntries} e set bank_day = n.day
      from jsonb_to_recordset(${JSON.stringify(some.slice(from, from + AT_ONCE).map(({ key, kobo, on }) => ({ key, kobo, day: on })))}::jsonb)
        as n (key text, kobo bigint, day date)
      where e.kind = 'deposit' and e.bank_day is null and e.reference = n.key and e.kobo = -n.kobo`);
}
