/**
 * DEED-10, TRIP-17: the cash that a deed took, and what staff recorded about it later. After that neither the rider nor
 * the office undoes the deed.
 */
import { and, eq, gt, inArray, notExists, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { CashKind, SettledCash } from "../../domain/cash.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { cashEntries, payees, settlementEntries } from "../../platform/db/schema.ts";
import { lockCash } from "../cash-ledger/cash-ledger.server.ts";

export type CashDeed = {
  bookingIds: readonly string[];
  /** The server time at which the deed was recorded, to the millisecond: the `at` of the work that recorded it. */
  recordedAt: Date;
  /** The id of a rider's deed, by which cash for a parcel without a booking is found. */
  deedId?: string;
};

const reversal = alias(cashEntries, "reversal");
const stands = (tx: Tx) =>
  notExists(tx.select({ id: reversal.id }).from(reversal).where(eq(reversal.reverses, cashEntries.id)));

/** The cash that a deed took and that was not reversed. */
export const takenCash = (tx: Tx, { bookingIds, recordedAt, deedId }: CashDeed) =>
  tx
    .select()
    .from(cashEntries)
    .where(
      and(
        or(
          inArray(cashEntries.bookingId, [...bookingIds]),
          deedId === undefined ? undefined : eq(cashEntries.act, deedId),
        ),
        eq(cashEntries.kind, "collected"),
        eq(cashEntries.receivedAt, recordedAt),
        stands(tx),
      ),
    )
    .orderBy(cashEntries.id);

type Taken = Awaited<ReturnType<typeof takenCash>>;

/**
 * The reason in the cash for which a deed may not be undone; null if there is none. Waits for a count or a payout of
 * the rider's cash that is being saved, and lets no other one begin until the caller's transaction ends. The caller
 * must row-lock the run, the bookings and the pieces first.
 */
export async function settledSince(tx: Tx, deed: CashDeed): Promise<SettledCash | null> {
  const [first] = await takenCash(tx, deed);
  if (first?.holderKind !== "rider") return null;
  await lockCash(tx, { kind: "rider", id: first.holderId });
  // The entries are read again after the lock, because a pay-in may have covered them before it.
  const taken = await takenCash(tx, deed);
  return (await isPaidOut(tx, taken)) ? "paid_out" : accountedSince(tx, first);
}

/** The effect of an entry that changes a rider's account because somebody looked at the cash. */
const ACCOUNTED: Partial<Record<CashKind, SettledCash>> = {
  paid_in: "counted",
  shortage: "counted",
  overage: "counted",
  deposit: "banked",
  correction: "corrected",
};

/** Tells if the rider's cash was counted, taken to the bank or corrected after this cash was taken. */
async function accountedSince(tx: Tx, { holderId, id }: Taken[number]): Promise<SettledCash | null> {
  const [entry] = await tx
    .select({ kind: cashEntries.kind })
    .from(cashEntries)
    .where(
      and(
        eq(cashEntries.holderKind, "rider"),
        eq(cashEntries.holderId, holderId),
        gt(cashEntries.id, id),
        inArray(cashEntries.kind, Object.keys(ACCOUNTED) as CashKind[]),
        stands(tx),
      ),
    )
    .orderBy(cashEntries.id)
    .limit(1);
  return entry ? ACCOUNTED[entry.kind]! : null;
}

const collected = alias(settlementEntries, "collected");

/** True if the rider paid this cash in, and its payee got a payout after the collection. */
async function isPaidOut(tx: Tx, taken: Taken): Promise<boolean> {
  const paidIn = taken.filter(({ coveredAt }) => coveredAt).map(({ id }) => id);
  if (paidIn.length === 0) return false;
  await lockPayees(tx, paidIn);
  const rows = await tx
    .select({ id: settlementEntries.id })
    .from(settlementEntries)
    .innerJoin(
      collected,
      and(eq(collected.payeeId, settlementEntries.payeeId), gt(settlementEntries.id, collected.id)),
    )
    .where(
      and(
        eq(settlementEntries.kind, "paid_out"),
        inArray(collected.cashEntryId, paidIn),
        sql`not exists (select from settlement_entries r where r.reverses = ${settlementEntries.id})`,
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/** Locks the payees of this cash against payouts. */
const lockPayees = (tx: Tx, cash: readonly number[]) =>
  tx
    .select({ id: payees.id })
    .from(payees)
    .where(
      inArray(
        payees.id,
        tx
          .select({ id: settlementEntries.payeeId })
          .from(settlementEntries)
          .where(inArray(settlementEntries.cashEntryId, [...cash])),
      ),
    )
    .orderBy(payees.id)
    .for("no key update");
