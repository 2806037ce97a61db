/**
 * CLAIM-3: while a receiver's claim about a missing parcel is open, the parcel's money is frozen. The trigger
 * `freeze_for_claim` keeps the sum of frozen money in the payee's `held_kobo`.
 */
import { and, asc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Tx } from "../../platform/db/client.server.ts";
import { bookings, cashOnDelivery, claims, payees } from "../../platform/db/schema.ts";
import { newestEntryId } from "./newest-entry.server.ts";
import { readFreezes, readLedger } from "./payout-parcels.server.ts";
import { owedOfParcel } from "./payout-parcels.ts";

/**
 * Returns the values that a new claim stores to freeze money (CLAIM-3). `frozenFrom`: the id of the payee's newest
 * entry; the money is frozen after this entry. `paidOutKobo`: the part of the money that was already paid out. Locks
 * the payee's row. Null if nothing is collected.
 */
export async function freezeOf(
  tx: Tx,
  bookingId: string,
): Promise<{ frozenFrom: number; paidOutKobo: number } | null> {
  const payee = await lockPayeeOfParcel(tx, bookingId);
  if (!payee) return null;
  const newest = await newestEntryId(tx, payee.id);
  const ledger = await readLedger(tx, payee.id, newest + 1, newest);
  const owed = owedOfParcel(ledger, await readFreezes(tx, payee.id), payee.code);
  return { frozenFrom: newest, paidOutKobo: Math.max(0, payee.collectedKobo - owed) };
}

/** Locks the rows of the claims that freeze a payee's money, and returns these claims. */
export const lockFrozenClaims = (tx: Tx, payeeId: string) =>
  tx
    .select({ id: claims.id, bookingId: claims.bookingId })
    .from(claims)
    .innerJoin(cashOnDelivery, eq(cashOnDelivery.bookingId, claims.bookingId))
    .where(and(eq(cashOnDelivery.payeeId, payeeId), isNotNull(claims.frozenFrom), isNull(claims.frozenTo)))
    .orderBy(asc(claims.id))
    .for("no key update", { of: claims });

/**
 * After the bank returned a payout, freezes the returned money of parcels that have an open claim. A trigger keeps the
 * sum of frozen money in the payee's `held_kobo`.
 */
export async function freezePaidBack(tx: Tx, payeeId: string): Promise<void> {
  for (const { id, bookingId } of await lockFrozenClaims(tx, payeeId)) {
    const now = await freezeOf(tx, bookingId);
    if (now) await tx.update(claims).set({ paidOutKobo: now.paidOutKobo }).where(eq(claims.id, id));
  }
}

/**
 * Returns the id of the payee's newest entry. The claim stores this id when the freeze ends: after this entry, the
 * money is no longer frozen. Locks the payee's row.
 */
export async function letGoOf(tx: Tx, bookingId: string): Promise<number> {
  const payee = await lockPayeeOfParcel(tx, bookingId);
  return payee ? newestEntryId(tx, payee.id) : 0;
}

/** Locks the row of a parcel's payee. `collectedKobo` is without the COD fee. Null if nothing is collected. */
async function lockPayeeOfParcel(tx: Tx, bookingId: string) {
  const [row] = await tx
    .select({ id: payees.id })
    .from(payees)
    .innerJoin(cashOnDelivery, eq(cashOnDelivery.payeeId, payees.id))
    .where(eq(cashOnDelivery.bookingId, bookingId))
    .for("update", { of: payees });
  if (!row) return null;
  // A second SQL statement reads the amounts, to see rows written while the first statement waited for the lock.
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
