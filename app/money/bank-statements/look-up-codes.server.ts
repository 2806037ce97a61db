/**
 * BANK-2: looks up the bookings that the lines name. Each line is looked up once. Limits keep the cost of a file low.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { isInvoiceNumber } from "../../domain/business.ts";
import type { LineCodes } from "../../domain/payment.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { bookingBalances, bookings, transferNotices } from "../../platform/db/schema.ts";
import { findInvoices } from "../businesses/open-invoices.server.ts";
import { hasNoCode, knownCodes, nearCodes, writtenCodes } from "./found-codes.ts";
import type { StatementLine } from "./statement-line.ts";
import { textOfLine } from "./statement-lines.ts";
import { FIRST_LETTERS } from "../../domain/tracking-code.ts";

type Reader = Pick<Db, "execute">;
/** This many lines are looked up in one query. More lines would delay other requests, fewer would mean more queries. */
const LINES_AT_ONCE = 200;
/** Rows beyond these limits are not searched for typing errors. */
const MOST_NEAR_ROWS = 1000;
const MOST_NEAR_MS = 20_000;
/** If typing errors are assumed, at most this many bookings are found for one row. The page suggests only a few. */
const MOST_NEAR = 6;

type LineWithText = Pick<StatementLine, "reference" | "text" | "kobo">;
export type LookUp = {
  codesOf(lines: readonly LineWithText[]): Promise<LineCodes[]>;
  /** True if the search for typing errors left out some rows. */
  cut(): boolean;
};

/** Starts the look-ups for one file. `clock` returns milliseconds. */
export function startLookUp(db: Reader, clock = () => performance.now(), letters = FIRST_LETTERS): LookUp {
  const begun = clock();
  let searched = 0;
  let cut = false;

  async function some(lines: readonly LineWithText[]): Promise<LineCodes[]> {
    const written = lines.map((line) => writtenCodes(textOfLine(line), letters));
    const known = await existing(
      db,
      written.flatMap(({ exact, bare }) => [...exact, ...bare]),
    );
    const found: LineCodes[] = [];
    for (const [at, line] of lines.entries()) {
      const own = written[at];
      if (!own) continue;
      const codes = knownCodes(own, known);
      found.push(hasNoCode(codes) ? { ...codes, near: await near(line) } : codes);
    }
    return found;
  }

  async function near(line: LineWithText): Promise<string[]> {
    const codes = line.kobo === null ? [] : nearCodes(textOfLine(line), letters);
    if (codes.length === 0 || line.kobo === null) return [];
    if (searched >= MOST_NEAR_ROWS || clock() - begun > MOST_NEAR_MS) {
      cut = true;
      return [];
    }
    searched++;
    return fitting(db, codes, line.kobo);
  }

  return {
    async codesOf(lines) {
      const all: LineCodes[] = [];
      for (let from = 0; from < lines.length; from += LINES_AT_ONCE) {
        all.push(...(await some(lines.slice(from, from + LINES_AT_ONCE))));
        await nextTurn();
      }
      return all;
    },
    cut: () => cut,
  };
}

async function existing(db: Reader, codes: readonly string[]): Promise<Set<string>> {
  if (codes.length === 0) return new Set();
  const { rows } = await db.execute<{ code: string }>(sql`
    select tracking_code as code from ${bookings} where tracking_code = any(${sql.param([...codes])}::text[])`);
  const numbers = codes.filter(isInvoiceNumber);
  const found = numbers.length > 0 ? await findInvoices(db, numbers) : [];
  return new Set([...rows.map(({ code }) => code), ...found.map(({ number }) => number)]);
}

/** Returns the codes of the bookings that have this unpaid amount, or an open transfer notice of this amount. */
async function fitting(db: Reader, codes: readonly string[], kobo: number): Promise<string[]> {
  const { rows } = await db.execute<{ code: string }>(sql`
    select d.tracking_code as code from ${bookings} d
    join ${bookingBalances} b on b.booking_id = d.id
    left join ${transferNotices} c on c.booking_id = d.id and c.state = 'open'
    where d.tracking_code = any(${sql.param([...codes])}::text[])
      and b.price_kobo > b.paid_kobo and (b.price_kobo - b.paid_kobo = ${kobo} or c.kobo = ${kobo})
    order by 1 limit ${MOST_NEAR}`);
  return rows.map(({ code }) => code);
}
