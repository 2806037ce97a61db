/** SETTLE-7: the parcels that payouts pay. They are calculated from the ledger and not stored. */
import { and, asc, eq, gt, isNotNull, lte, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/client.server.ts";
import { bookings, cashOnDelivery, claims, settlementEntries } from "../../platform/db/schema.ts";
import { parcelsOfPayouts, type Freeze, type LedgerEntry, type PaidParcel } from "./payout-parcels.ts";
import type { PayeeStatementEntry } from "./statement.server.ts";

export type ParcelsOfPayouts = Record<number, PaidParcel[]>;

export async function readPaidParcels(
  db: Db,
  payeeId: string,
  entries: readonly Pick<PayeeStatementEntry, "id" | "kind">[],
): Promise<ParcelsOfPayouts> {
  const payouts = entries.filter(({ kind }) => kind === "paid_out").map(({ id }) => id);
  if (payouts.length === 0) return {};
  const [first, last] = [Math.min(...payouts), Math.max(...payouts)];
  const ledger = await readLedger(db, payeeId, first, last);
  const paid = parcelsOfPayouts(ledger, await readFreezes(db, payeeId));
  return Object.fromEntries(payouts.map((payout) => [payout, paid.get(payout) ?? []]));
}

/** Reads all current and past freezes of a payee's money by claims. */
export async function readFreezes(db: Pick<Db, "select">, payeeId: string): Promise<Freeze[]> {
  const rows = await db
    .select({ code: bookings.trackingCode, from: claims.frozenFrom, to: claims.frozenTo })
    .from(claims)
    .innerJoin(cashOnDelivery, eq(cashOnDelivery.bookingId, claims.bookingId))
    .innerJoin(bookings, eq(bookings.id, claims.bookingId))
    .where(and(eq(cashOnDelivery.payeeId, payeeId), isNotNull(claims.frozenFrom)));
  return rows.flatMap(({ code, from, to }) => (from === null ? [] : [{ code, from, to }]));
}

/** Reads the entries up to `last` that are needed to calculate the payouts from the entry `first` on. */
export async function readLedger(
  db: Pick<Db, "select" | "execute">,
  payeeId: string,
  first: number,
  last: number,
): Promise<LedgerEntry[]> {
  const settled = await settledBefore(db, payeeId, first, last);
  const { id, payeeId: payee, bookingId, grossKobo, codFeeKobo, reverses } = settlementEntries;
  return db
    .select({
      ...{ id, code: bookings.trackingCode, grossKobo, codFeeKobo, reverses },
      isReturn: sql<boolean>`${settlementEntries.method} = 'deducted'`,
    })
    .from(settlementEntries)
    .leftJoin(bookings, eq(bookings.id, bookingId))
    .where(and(eq(payee, payeeId), gt(id, settled), lte(id, last)))
    .orderBy(asc(id));
}

/**
 * Returns the id of the last entry before `first` after which the payee was owed nothing, or 0. The calculation begins
 * with the next entry. If it contains a reversal, it must also contain the entry that is reversed. So this function
 * skips an entry if an entry after it (up to `last`) reverses the entry itself or one before it.
 */
async function settledBefore(
  db: Pick<Db, "execute">,
  payeeId: string,
  first: number,
  last: number,
): Promise<number> {
  const { rows } = await db.execute<{ id: string | null }>(sql`
    select max(id) as id from (
      select id, sum(gross_kobo - cod_fee_kobo) over (order by id) as owed,
        min(reverses) over (order by id desc rows between unbounded preceding and 1 preceding) as taken_back
      from ${settlementEntries} where payee_id = ${payeeId} and id <= ${last}) ledger
    where id < ${first} and owed = 0 and (taken_back is null or taken_back > id)`);
  return Number(rows[0]?.id ?? 0);
}
