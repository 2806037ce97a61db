/** BANK-5: finds recorded transfers that may be the same as rows of a file. */
import { and, eq, sql } from "drizzle-orm";
import { lagosDay } from "../../domain/dates.ts";
import { formatNaira } from "../../domain/money.ts";
import { numberedReferences } from "../../domain/payment.ts";
import type { Db } from "../../platform/db/client.server.ts";
import {
  bankRows,
  bookings,
  businessCredits,
  cashEntries,
  hubs,
  payments,
  riders,
} from "../../platform/db/schema.ts";
import { daysBetween, parseBankDay } from "./bank-day.ts";
import type { Again, OlderTransfer } from "./known-rows.ts";

type Reader = Pick<Db, "select">;
export const AT_ONCE = 10_000;
/** Every payment recorded from a statement has a note that starts with this text. */
export const STATEMENT_NOTE = "Bank statement, ";
/** A transfer for a booking is recorded at most this number of days after the day of its statement. */
const RECORDED_WITHIN = 90;

/** Reads rows for any number of values. Each query gets at most `AT_ONCE` values. */
export async function inSteps<Row>(
  values: readonly string[],
  read: (some: string[]) => Promise<Row[]>,
): Promise<Row[]> {
  const all = [...new Set(values)];
  const rows: Row[] = [];
  for (let from = 0; from < all.length; from += AT_ONCE)
    rows.push(...(await read(all.slice(from, from + AT_ONCE))));
  return rows;
}

const hasBankRow = sql`exists (select from ${bankRows} b where b.payment_id = ${payments.id})`;
/** Returns the statement's day from the payment's note. Without such a note, returns the day of recording in Lagos. */
const recordedOn = ({ note, at }: { note: string | null; at: Date }): string =>
  (note?.startsWith(STATEMENT_NOTE) &&
    parseBankDay(note.slice(STATEMENT_NOTE.length).split(", row")[0] ?? "", true)) ||
  lagosDay(at);

/**
 * Reads the transfers with the amounts of these lines that were recorded from statements and have no bank row. They
 * were recorded before the server stored bank rows.
 */
export async function readOlder(
  db: Reader,
  lines: readonly { on: string; kobo: number }[],
): Promise<OlderTransfer[]> {
  const days = lines.map(({ on }) => on).toSorted();
  const [first] = days;
  const last = days.at(-1);
  if (first === undefined || last === undefined) return [];
  const rows = await db
    .select({ kobo: payments.kobo, note: payments.note, at: payments.at, code: bookings.trackingCode })
    .from(payments)
    .innerJoin(bookings, eq(bookings.id, payments.bookingId))
    .where(
      and(
        eq(payments.method, "transfer"),
        eq(payments.direction, "in"),
        sql`${payments.note} like ${`${STATEMENT_NOTE}%`}`,
        sql`${payments.at} between ${first}::date - 4 and ${last}::date + ${RECORDED_WITHIN}::int`,
        sql`${payments.kobo} = any(${sql.param([...new Set(lines.map(({ kobo }) => kobo))])}::bigint[])`,
        sql`not (${payments.reference} like '% (_)' or ${payments.reference} like '% (__)')`,
        sql`not ${hasBankRow}`,
        sql`not exists (select from ${payments} r where r.reverses = ${payments.id})`,
      ),
    );
  return rows.map(({ code, kobo, ...row }) => ({ code, kobo, on: recordedOn(row) }));
}

/** The state of a line whose reference is already recorded for a payment or a bank deposit. */
export type ByReference = (line: { kobo: number; on: string }) => Again;

/**
 * Reads payments and bank deposits with these references. After a reversal the reference is free again: a later
 * payment gets the reference with a number (`freeReference`).
 */
export async function readByReference(
  db: Reader,
  references: readonly string[],
): Promise<[string, ByReference][]> {
  const spellings = references.flatMap((reference) => [reference, ...numberedReferences(reference)]);
  const rows = await inSteps(spellings, (some) =>
    db
      .select({
        reference: payments.reference,
        kobo: payments.kobo,
        code: bookings.trackingCode,
        day: bankRows.day,
        ofRow: bankRows.kobo,
        reversed: sql<boolean>`exists (select from ${payments} r where r.reverses = ${payments.id})`,
      })
      .from(payments)
      .innerJoin(bookings, eq(bookings.id, payments.bookingId))
      .leftJoin(bankRows, and(eq(bankRows.paymentId, payments.id), eq(bankRows.outcome, "recorded")))
      .where(
        and(eq(payments.method, "transfer"), sql`${payments.reference} = any(${sql.param(some)}::text[])`),
      ),
  );
  const deposits = await readDeposits(db, spellings);
  const reversedFirst = rows.toSorted((a, b) => Number(b.reversed) - Number(a.reversed));
  return [
    ...deposits.map((deposit): [string, ByReference] => [
      (deposit.reference ?? "").replace(/ #\d$/, ""),
      (line) => depositAgain(deposit, line.kobo),
    ]),
    ...reversedFirst.map(({ reference, code, kobo, day, ofRow, reversed }): [string, ByReference] => [
      (reference ?? "").replace(/ #\d$/, ""),
      (line) => {
        const same =
          day === null ? kobo <= line.kobo : ofRow === line.kobo && Math.abs(daysBetween(day, line.on)) <= 3;
        const where = reversed ? `${code}, and reversed there: record it on its booking` : code;
        return same
          ? { kind: "recorded", why: `Recorded already, on ${where}` }
          : { kind: "question", why: `Another transfer with this reference was recorded on ${code}` };
      },
    ]),
  ];
}

type Deposit = Awaited<ReturnType<typeof readDeposits>>[number];

/**
 * Compares a row with the bank deposit that has the row's reference. Either the row is this deposit, or staff are asked.
 * Only the newest record of the deposit is compared.
 */
function depositAgain({ name, kobo, reversed }: Deposit, ofRow: number): Again {
  const which = `The bank deposit of ${name} with this reference was`;
  if (reversed)
    return { kind: "question", why: `${which} taken back. If it was brought, record it again under Cash` };
  return ofRow === -kobo
    ? { kind: "recorded", why: `Recorded already, on the bank deposit of ${name}` }
    : {
        kind: "question",
        why: `${which} recorded as ${formatNaira(-kobo)}. If that is wrong, take it back under Cash and record it again`,
      };
}

/**
 * CASH-5: reads the recorded bank deposits of cash with these references, the newest last. The amounts are negative.
 * Such a deposit is no payment of a booking.
 */
async function readDeposits(db: Reader, references: readonly string[]) {
  return inSteps(references, (some) =>
    db
      .select({
        reference: cashEntries.reference,
        kobo: cashEntries.kobo,
        reversed: sql<boolean>`exists (select from ${cashEntries} r where r.reverses = ${cashEntries}.id)`,
        name: sql<string>`coalesce((select h.name from ${hubs} h where h.id = ${cashEntries.holderId}),
          (select r.name from ${riders} r where r.id = ${cashEntries.holderId}), 'a closed account')`,
      })
      .from(cashEntries)
      .where(sql`${cashEntries.reference} = any(${sql.param(some)}::text[])`)
      .orderBy(cashEntries.id),
  );
}

/**
 * Finds the recorded transfers with these references or with their numbered spellings (`numberedReferences`). Returns
 * by reference whether each of its transfers was reversed.
 */
export async function usedReferences(
  db: Reader,
  references: readonly string[],
): Promise<Map<string, boolean[]>> {
  const spellings = [...references, ...references.flatMap(numberedReferences)];
  const ofBusinesses = await inSteps(spellings, (some) =>
    db
      .select({
        reference: businessCredits.reference,
        reversed: sql<boolean>`exists (select from ${businessCredits} r where r.reverses = ${businessCredits.id})`,
      })
      .from(businessCredits)
      .where(
        and(
          eq(businessCredits.method, "transfer"),
          sql`${businessCredits.reference} = any(${sql.param(some)}::text[])`,
        ),
      ),
  );
  const ofBookings = await inSteps(spellings, (some) =>
    db
      .select({
        reference: payments.reference,
        reversed: sql<boolean>`exists (select from ${payments} r where r.reverses = ${payments.id})`,
      })
      .from(payments)
      .where(
        and(eq(payments.method, "transfer"), sql`${payments.reference} = any(${sql.param(some)}::text[])`),
      ),
  );
  const used = new Map<string, boolean[]>();
  for (const { reference, reversed } of [...ofBusinesses, ...ofBookings]) {
    const plain = (reference ?? "").replace(/ #\d$/, "");
    used.set(plain, [...(used.get(plain) ?? []), reversed]);
    if (plain !== reference) used.set(reference ?? "", [reversed]);
  }
  return used;
}
