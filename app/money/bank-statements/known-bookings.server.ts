/** Reads the stored data about the lines of a statement: bookings, open transfer notices and recorded payments. */
import { and, eq, sql } from "drizzle-orm";
import { numberedReferences, type StatementDecisions } from "../../domain/payment.ts";
import type { Db, Tx } from "../../platform/db/client.server.ts";
import {
  bookingBalances,
  bookings,
  cashEntries,
  payments,
  transferNotices,
} from "../../platform/db/schema.ts";
import { readKnownRows, type FileOf } from "./bank-rows.server.ts";
import { readCreditReferences, readInvoices } from "./known-invoices.server.ts";
import { knownAgain, type Again, type KnownRow } from "./known-rows.ts";
import { toldWords } from "./match-line.ts";
import type { KnownForMatching, KnownBooking, KnownNotice, LookedUp } from "./matching.ts";
import { AT_ONCE, inSteps, readByReference, readOlder, STATEMENT_NOTE } from "./recorded-transfers.server.ts";
import type { StatementLine } from "./statement-line.ts";
import { isMarked, takenBackIn, takenBackOf, type Recorded } from "./taken-back.ts";

type Reader = Pick<Db, "select" | "execute">;

export type ComparedLine = StatementLine & LookedUp & { words: string };
/** The stored facts about a file's rows, and the recorded payments that outgoing rows take back. */
export type KnownOfFile = KnownForMatching & { problems: { line: ComparedLine; paymentId: string }[] };

/**
 * Reads the bookings that the lines may pay, with the kobo left to pay, and the open transfer notices with a reference of
 * the lines or a word of their texts. Also reads the stored rows that may be the same as rows of the file, and finds
 * rows that take back another row. `newestFirst` is the file's order.
 */
export async function readKnown(
  db: Reader,
  file: FileOf & { newestFirst: boolean },
  lines: readonly ComparedLine[],
  decisions: StatementDecisions,
): Promise<KnownOfFile> {
  const keys = [...new Set(lines.flatMap(({ key }) => (key === "" ? [] : [key])))];
  const words = lines.flatMap(({ direction, text }) => (direction === "in" ? toldWords(text) : []));
  const notices = await readNotices(db, [...new Set([...keys, ...words])]);
  const decided = Object.values(decisions).flatMap((parts) => parts.map(({ code }) => code));
  const codes = [
    ...decided,
    ...[...notices.values()].flatMap((told) => told.map(({ code }) => code)),
    ...lines.flatMap(({ codes: { stated, bare, near } }) => [...stated, ...bare, ...near]),
  ];
  const { invoices, named } = await readInvoices(db, codes, lines);
  const bookings = new Map([...(await readBookings(db, codes)), ...invoices]);
  const readable = lines.flatMap((line) =>
    line.broken === null && line.on !== null && line.kobo !== null
      ? [{ ...line, on: line.on, kobo: line.kobo }]
      : [],
  );
  const stored = await readKnownRows(db, file, readable);
  const again = knownAgain(readable, stored, await readOlder(db, readable), file.shape);
  const byReference = [...(await readCreditReferences(db, keys)), ...(await readByReference(db, keys))];
  for (const [key, found] of new Map(byReference)) {
    const line = readable.find((one) => one.key === key);
    if (line && again.get(line.row)?.kind !== "recorded") again.set(line.row, found(line));
  }
  return { bookings, named, notices, again, ...takenBack(readable, file.newestFirst, again, stored) };
}

type Readable = ComparedLine & { on: string; kobo: number };

/**
 * Returns, for each row that is part of a reversal, the reason for a doubt. Also returns the payments that outgoing
 * rows take back.
 */
function takenBack(
  lines: readonly Readable[],
  newestFirst: boolean,
  again: ReadonlyMap<number, Again>,
  stored: readonly (KnownRow & Recorded)[],
) {
  const reasons = new Map<number, string>();
  const problems: KnownOfFile["problems"] = [];
  const pairs = takenBackIn(lines, newestFirst);
  let open = stored.filter(
    ({ outcome, direction, reversed }) => outcome === "recorded" && direction === "in" && !reversed,
  );
  for (const line of lines) {
    const other = pairs.get(line.row);
    const isRecorded = other !== undefined && again.get(other)?.kind === "recorded";
    if (line.direction === "in") {
      if (other !== undefined)
        reasons.set(line.row, `Row ${other} may take this back, or the other way round`);
      else if (isMarked(line.text))
        reasons.set(line.row, "It says that it is a reversal or a refund: it may be money of ours");
      continue;
    }
    if (other !== undefined && !isRecorded)
      reasons.set(line.row, `Takes back row ${other}, or the other way round`);
    const payment = other === undefined || isRecorded ? takenBackOf(line, open) : null;
    if (!payment) continue;
    open = open.filter((one) => one !== payment);
    if (payment.id === "") {
      reasons.set(
        line.row,
        `May take back the payment of ${payment.code}: reverse it on the page of the business`,
      );
      continue;
    }
    reasons.set(line.row, `May take back the payment on ${payment.code}: see the payment problems`);
    problems.push({ line, paymentId: payment.id });
  }
  return { takenBack: reasons, problems };
}

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

async function readBookings(db: Reader, codes: readonly string[]): Promise<Map<string, KnownBooking>> {
  const rows = await inSteps(codes, (some) =>
    db
      .select({
        code: bookings.trackingCode,
        leftKobo: sql<string | null>`${bookingBalances.priceKobo} - ${bookingBalances.paidKobo}`,
        noticeKobo: transferNotices.kobo,
        bookedOn: sql<string>`to_char(${bookings.createdAt} at time zone 'Africa/Lagos', 'YYYY-MM-DD')`,
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

/** Marks cash deposits as found if a row has the deposit's reference and amount. */
export async function matchDeposits(
  tx: Tx,
  lines: readonly { key: string; kobo: number | null; on: string | null }[],
): Promise<void> {
  const some = lines.filter(({ key, on, kobo }) => key !== "" && on && kobo);
  for (let from = 0; from < some.length; from += AT_ONCE)
    await tx.execute(sql`
      update ${cashEntries} e set bank_day = n.day
      from jsonb_to_recordset(${JSON.stringify(some.slice(from, from + AT_ONCE).map(({ key, kobo, on }) => ({ key, kobo, day: on })))}::jsonb)
        as n (key text, kobo bigint, day date)
      where e.kind = 'deposit' and e.bank_day is null and e.kobo = -n.kobo
        and e.reference = any (array[n.key, ${sql.join(
          numberedReferences("").map((number) => sql`n.key || ${number}`),
          sql`, `,
        )}])`);
}
