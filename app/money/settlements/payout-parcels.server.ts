/** SETTLE-7: the parcels that payouts pay, from the ledger: nothing is kept beside it. */
import { and, asc, eq, gt, isNotNull, isNull, lte, sql } from "drizzle-orm";
import type { Db, Tx } from "../../platform/db/client.server.ts";
import { bookings, cashOnDelivery, claims, payees, settlementEntries } from "../../platform/db/schema.ts";
import {
  owedOfParcel,
  parcelsOfPayouts,
  type Freeze,
  type LedgerEntry,
  type PaidParcel,
} from "./payout-parcels.ts";
import { newestEntry } from "./newest-entry.server.ts";
import type { StatementEntry } from "./statement.server.ts";

/** By the number of the payout's entry. */
export type ParcelsOfPayouts = Record<number, PaidParcel[]>;

/** The parcels of the payouts among these entries of a payee. */
export async function readPaidParcels(
  db: Db,
  payeeId: string,
  entries: readonly Pick<StatementEntry, "id" | "kind">[],
): Promise<ParcelsOfPayouts> {
  const payouts = entries.filter(({ kind }) => kind === "paid_out").map(({ id }) => id);
  if (payouts.length === 0) return {};
  const [first, last] = [Math.min(...payouts), Math.max(...payouts)];
  const ledger = await readLedger(db, payeeId, first, last);
  const paid = parcelsOfPayouts(ledger, await readFreezes(db, payeeId));
  return Object.fromEntries(payouts.map((payout) => [payout, paid.get(payout) ?? []]));
}

/** The part of a payee's money that a claim freezes, with the payee locked (CLAIM-3). */
export async function freezeOf(
  tx: Tx,
  bookingId: string,
): Promise<{ frozenFrom: number; paidOutKobo: number } | null> {
  const payee = await lockPayeeOfParcel(tx, bookingId);
  if (!payee) return null;
  const newest = await newestEntry(tx, payee.id);
  const ledger = await readLedger(tx, payee.id, newest + 1, newest);
  const owed = owedOfParcel(ledger, await readFreezes(tx, payee.id), payee.code);
  return { frozenFrom: newest, paidOutKobo: Math.max(0, payee.collectedKobo - owed) };
}

/** The claims that freeze something of a payee now, locked. */
export const lockFrozenClaims = (tx: Tx, payeeId: string) =>
  tx
    .select({ id: claims.id, bookingId: claims.bookingId, paidOutKobo: claims.paidOutKobo })
    .from(claims)
    .innerJoin(cashOnDelivery, eq(cashOnDelivery.bookingId, claims.bookingId))
    .where(and(eq(cashOnDelivery.payeeId, payeeId), isNotNull(claims.frozenFrom), isNull(claims.frozenTo)))
    .orderBy(asc(claims.id))
    .for("no key update", { of: claims });

/** After a payout came back: what it had paid of a frozen parcel is not paid out any more. A trigger holds it. */
export async function freezePaidBack(tx: Tx, payeeId: string): Promise<void> {
  for (const { id, bookingId, paidOutKobo } of await lockFrozenClaims(tx, payeeId)) {
    const now = await freezeOf(tx, bookingId);
    if (now && now.paidOutKobo !== paidOutKobo)
      await tx.update(claims).set({ paidOutKobo: now.paidOutKobo }).where(eq(claims.id, id));
  }
}

/** The newest entry of the payee when a claim lets go what it froze, with the payee locked. */
export async function letGoOf(tx: Tx, bookingId: string): Promise<number> {
  const payee = await lockPayeeOfParcel(tx, bookingId);
  return payee ? newestEntry(tx, payee.id) : 0;
}

/** `collectedKobo`: less the fee. Null if nothing is collected for the booking. */
async function lockPayeeOfParcel(tx: Tx, bookingId: string) {
  const [row] = await tx
    .select({ id: payees.id })
    .from(payees)
    .innerJoin(cashOnDelivery, eq(cashOnDelivery.payeeId, payees.id))
    .where(eq(cashOnDelivery.bookingId, bookingId))
    .for("update", { of: payees });
  if (!row) return null;
  // A separate statement, so that it sees rows that were written while it waited for the lock.
  const [parcel] = await tx
    .select({
      code: bookings.trackingCode,
      collectedKobo: sql<number>`${cashOnDelivery.collectedKobo} - ${cashOnDelivery.codFeeKobo}`.mapWith(
        Number,
      ),
    })
    .from(cashOnDelivery)
    .innerJoin(bookings, eq(bookings.id, cashOnDelivery.bookingId))
    .where(eq(cashOnDelivery.bookingId, bookingId));
  return parcel ? { ...row, ...parcel } : null;
}

/** All freezes of a payee's money by claims, current and past. */
async function readFreezes(db: Pick<Db, "select">, payeeId: string): Promise<Freeze[]> {
  const rows = await db
    .select({ code: bookings.trackingCode, from: claims.frozenFrom, to: claims.frozenTo })
    .from(claims)
    .innerJoin(cashOnDelivery, eq(cashOnDelivery.bookingId, claims.bookingId))
    .innerJoin(bookings, eq(bookings.id, claims.bookingId))
    .where(and(eq(cashOnDelivery.payeeId, payeeId), isNotNull(claims.frozenFrom)));
  return rows.flatMap(({ code, from, to }) => (from === null ? [] : [{ code, from, to }]));
}

/** The entries of a payee up to `last` that are needed for calculations from `first` on. */
async function readLedger(
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
 * The last entry before `first` after which nothing was owed, and before which no entry up to `last` is reversed. Older
 * entries need not be read. 0 if there is none.
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
