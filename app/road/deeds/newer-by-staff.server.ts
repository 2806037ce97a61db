/**
 * DEED-10: the entries of staff that are newer than a deed, and that an undo or a correction of the deed would
 * contradict. Entries from before the deed arrived do not count, because staff did not know the deed then.
 */
import { and, eq, gt, inArray, isNotNull, notExists, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { ROAD_KINDS } from "../../domain/event-kinds.ts";
import { formatNaira } from "../../domain/money.ts";
import { lockCash } from "../../money/cash-ledger/cash-ledger.server.ts";
import { notUndone } from "../../parcels/custody/state-events.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import {
  bookingEvents,
  bookings,
  cashEntries,
  custodyEntries,
  payees,
  type riderDeeds,
  settlementEntries,
} from "../../platform/db/schema.ts";
import { DEED_NAMES } from "./deed-words.ts";
import type { LockedRun } from "../runs/lock-run.server.ts";

type StoredDeed = typeof riderDeeds.$inferSelect;
type Event = typeof bookingEvents.$inferSelect;
/** The effects of a deed: its events on a run, and the ids of their pieces. Empty for a deed without events. */
export type DeedEffects = { run: LockedRun | null; events: readonly Event[]; pieceIds: readonly string[] };

/**
 * The words for what staff entered after the deed; null if they entered nothing. Waits for a count or a payout of
 * the rider's cash that is being saved, and lets no other one begin until the caller's transaction ends. The caller must
 * row-lock the run, the bookings and the pieces first.
 */
export async function newerByStaff(
  tx: Tx,
  of: StoredDeed,
  { run, events, pieceIds }: DeedEffects,
): Promise<string | null> {
  if (run?.reconciledAt && run.reconciledAt > of.receivedAt) return `${run.name} was closed`;
  await lockCash(tx, { kind: "rider", id: of.riderId });
  const taken = await cashOfDeed(tx, of);
  if (taken.length > 0 && (await isPaidOut(tx, taken))) return "the money was paid out";
  if (taken.length > 0 && (await isCounted(tx, taken))) return "the cash was counted";
  const isOvertaken = events.length > 0 && (await isOvertakenByStaff(tx, events, pieceIds));
  return isOvertaken ? "staff entered something newer" : null;
}

/** A deed in words for dispatch: its kind, the codes of its parcels, and the cash that it took. */
export async function deedInWords(tx: Tx, of: StoredDeed): Promise<string> {
  const codes = await tx
    .select({ code: bookings.trackingCode })
    .from(bookings)
    .where(inArray(bookings.id, of.bookingIds))
    .orderBy(bookings.trackingCode);
  const kobo = (await cashOfDeed(tx, of)).reduce((sum, one) => sum + one.kobo, 0);
  return [
    [DEED_NAMES[of.kind], ...codes.map(({ code }) => code)].join(" "),
    ...(kobo > 0 ? [`${formatNaira(kobo)} taken`] : []),
  ].join(", ");
}

const reversal = alias(cashEntries, "reversal");

/**
 * The cash that the deed took and that nobody gave back. The cash for a parcel without a booking is found by the deed's
 * id.
 */
const cashOfDeed = (tx: Tx, { deedId, bookingIds, receivedAt, riderId }: StoredDeed) =>
  tx
    .select()
    .from(cashEntries)
    .where(
      and(
        eq(cashEntries.holderKind, "rider"),
        eq(cashEntries.holderId, riderId),
        eq(cashEntries.kind, "collected"),
        eq(cashEntries.receivedAt, receivedAt),
        or(inArray(cashEntries.bookingId, bookingIds), eq(cashEntries.act, deedId)),
        stands(tx),
      ),
    );

const stands = (tx: Tx) =>
  notExists(tx.select({ id: reversal.id }).from(reversal).where(eq(reversal.reverses, cashEntries.id)));

type Taken = Awaited<ReturnType<typeof cashOfDeed>>;

/** True if the rider's cash was counted, or a difference of it was approved, after this cash was taken. */
async function isCounted(tx: Tx, taken: Taken): Promise<boolean> {
  const { holderId, id } = taken[0]!;
  const counts = await tx.$count(
    cashEntries,
    and(
      eq(cashEntries.holderKind, "rider"),
      eq(cashEntries.holderId, holderId),
      gt(cashEntries.id, id),
      inArray(cashEntries.kind, ["paid_in", "shortage", "overage"]),
      stands(tx),
    ),
  );
  return counts > 0;
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

/**
 * True if staff entered a newer event, or handed a piece on. The rider's own later deeds do not count, because a phone
 * sends deeds in any order.
 */
async function isOvertakenByStaff(
  tx: Tx,
  events: readonly Event[],
  pieceIds: readonly string[],
): Promise<boolean> {
  const [first] = events;
  const ids = [...new Set(events.map(({ bookingId }) => bookingId))];
  const newer = await tx.$count(
    bookingEvents,
    and(
      inArray(bookingEvents.bookingId, ids),
      gt(bookingEvents.id, first!.id),
      isNotNull(bookingEvents.byUserId),
      inArray(bookingEvents.kind, [...ROAD_KINDS, "status_set", "cancelled"]),
      notUndone,
    ),
  );
  if (newer > 0) return true;
  const handed = await tx.$count(
    custodyEntries,
    and(
      inArray(custodyEntries.pieceId, [...pieceIds]),
      gt(custodyEntries.receivedAt, first!.receivedAt),
      isNotNull(custodyEntries.byUserId),
    ),
  );
  return handed > 0;
}
