/** DEED-10, TRIP-17: an act's cash, the reversal of this cash, and later entries that forbid the reversal. */
import { and, eq, gt, inArray, notExists, sql, type SQL } from "drizzle-orm";
import { alias, type AnyPgColumn } from "drizzle-orm/pg-core";
import type { CashKind, SettledCash } from "../../domain/cash.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { bookings, cashEntries, payees, payments, settlementEntries } from "../../platform/db/schema.ts";
import { lockCash, reverseCash } from "../cash-ledger/cash-ledger.server.ts";
import { reverseCollected, codTermsOf } from "../payments/collection-entries.server.ts";
import {
  addPaymentReversal as reversePayment,
  type PaymentWork,
} from "../payments/payment-entries.server.ts";
import { accountsOf } from "../prices/booking-account.server.ts";

const reversal = alias(cashEntries, "reversal");
export const isNotReversed = (tx: Pick<Tx, "select">, id: AnyPgColumn = cashEntries.id) =>
  notExists(tx.select({ id: reversal.id }).from(reversal).where(eq(reversal.reverses, id)));

/** Selects the cash that these acts took and nobody reversed. */
export const takenCash = (tx: Tx, actIds: readonly number[]) =>
  tx
    .select()
    .from(cashEntries)
    .where(and(inArray(cashEntries.actId, [...actIds]), eq(cashEntries.kind, "collected"), isNotReversed(tx)))
    .orderBy(cashEntries.id);

type Taken = Awaited<ReturnType<typeof takenCash>>;

/**
 * Returns why these acts can no longer be undone: their cash was later counted, banked, corrected or paid out. Null if
 * none of these happened. If a count or payout of this cash is being saved, waits until it is saved. Blocks further
 * counts and payouts until the transaction ends. The caller must first lock the rows of the run, the bookings and the
 * pieces.
 */
export async function settledSince(tx: Tx, actIds: readonly number[]): Promise<SettledCash | null> {
  const [first] = await takenCash(tx, actIds);
  if (first?.holderKind !== "rider") return null;
  await lockCash(tx, { kind: "rider", id: first.holderId });
  // The entries are read again after the lock, because a pay-in may have been recorded while this transaction waited.
  const taken = await takenCash(tx, actIds);
  return (await isPaidOut(tx, taken)) ? "paid_out" : accountedSince(tx, first.id);
}

/** The kinds of entries after which older cash of the rider can no longer be undone, and the reason for each kind. */
export const ACCOUNTED: Partial<Record<CashKind, SettledCash>> = {
  paid_in: "counted",
  shortage: "counted",
  overage: "counted",
  deposit: "banked",
  correction: "corrected",
};

const later = alias(cashEntries, "later");

/**
 * Selects the given cash entries that can no longer be undone. Each row has the first later entry that prevents
 * undoing.
 */
export const accountedCash = (tx: Pick<Tx, "select" | "selectDistinctOn">, of: SQL | undefined) =>
  tx
    .selectDistinctOn([cashEntries.id], {
      actId: cashEntries.actId,
      kind: later.kind,
    })
    .from(cashEntries)
    .innerJoin(
      later,
      and(
        eq(later.holderKind, cashEntries.holderKind),
        eq(later.holderId, cashEntries.holderId),
        gt(later.id, cashEntries.id),
        inArray(later.kind, Object.keys(ACCOUNTED) as CashKind[]),
        isNotReversed(tx, later.id),
      ),
    )
    .where(and(of, eq(cashEntries.holderKind, "rider")))
    .orderBy(cashEntries.id, later.id);

/**
 * Returns whether the rider's cash was counted, taken to the bank or corrected after the entry `id`. Null if none of
 * these happened.
 */
async function accountedSince(tx: Tx, id: number): Promise<SettledCash | null> {
  const [entry] = await accountedCash(tx, eq(cashEntries.id, id));
  return entry ? ACCOUNTED[entry.kind]! : null;
}

const collected = alias(settlementEntries, "collected");

/** True if the rider paid this cash in and the payee of the cash got a payout after the collection. */
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

/**
 * CASH-2: reverses the cash entries, payments and collections of these acts. Returns false if there was nothing to
 * reverse.
 */
export async function takeBackCollected(
  work: Pick<PaymentWork, "tx" | "actor" | "act">,
  { actIds, reason }: { actIds: readonly number[]; reason: string },
): Promise<boolean> {
  const { tx } = work;
  const found = await takenCash(tx, actIds);
  if (found.length === 0) return false;
  const codes = await tx
    .select({ id: bookings.id, code: bookings.trackingCode })
    .from(bookings)
    .where(inArray(bookings.id, [...new Set(found.flatMap(({ bookingId }) => bookingId ?? []))]));
  const accounts = await accountsOf(
    tx,
    codes.map(({ code }) => code),
  );
  for (const account of accounts.values()) {
    const ids = found.filter(({ bookingId }) => bookingId === account.id).map(({ id }) => id);
    const [paid] = await tx.select().from(payments).where(inArray(payments.cashEntryId, ids));
    if (paid) await reversePayment(work, account, { paid, reference: null, note: reason });
    const [entry] = await tx
      .select()
      .from(settlementEntries)
      .where(and(inArray(settlementEntries.cashEntryId, ids), eq(settlementEntries.kind, "collected")));
    const terms = entry && (await codTermsOf(tx, account.id));
    if (entry && terms) await reverseCollected(work, terms, entry, reason);
  }
  // A surplus, and cash for a parcel without a booking, are only in the cash account.
  for (const one of found.filter(({ part }) => part === "over" || part === "unbooked"))
    await reverseCash(work, one, reason);
  return true;
}
