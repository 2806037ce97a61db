/** ACT-2: finds the fact that prevents taking an act back, because it is newer than the act. */
import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { ACT_NAMES, canBeTakenBack, type ActKind } from "../../domain/acts.ts";
import { SETTLED_CASH, type SettledCash } from "../../domain/cash.ts";
import type { CloseReason } from "../../domain/exception-kinds.ts";
import { settledSince } from "../../money/settlements/taken-cash.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { cashEntries, exceptions } from "../../platform/db/schema.ts";
import { holdersNow } from "../custody/move-pieces.server.ts";
import { isTakenBack, newerAct, type ActRows, type StoredAct } from "./act-rows.server.ts";

export type NewerAct =
  /**
   * The act can only be corrected, for one of two reasons: acts of its kind are never taken back, or it is older than
   * the table of acts.
   */
  | { why: "correct_instead" }
  | { why: "taken_back" }
  | { why: "run_closed"; run: string }
  | { why: "cash_settled"; settled: SettledCash }
  | { why: "sender_answered" }
  /**
   * The act took cash for a parcel without a booking. By now the parcel has a booking, and the cash counts for this
   * booking.
   */
  | { why: "booked_since" }
  /** Both riders reported the hand-over. It can be reversed only by another hand-over. */
  | { why: "both_told" }
  | { why: "newer_act"; kind: ActKind };

/** Returns a text such as 'the cash was counted'. */
export function newerText(newer: NewerAct): string {
  switch (newer.why) {
    case "correct_instead":
      return "it can only be corrected";
    case "taken_back":
      return "it was taken back";
    case "run_closed":
      return `${newer.run} was closed`;
    case "cash_settled":
      return SETTLED_CASH[newer.settled];
    case "sender_answered":
      return "the sender answered about its money";
    case "booked_since":
      return "the parcel was booked";
    case "both_told":
      return "both riders agreed on it";
    case "newer_act":
      return `something newer was entered (${ACT_NAMES[newer.kind]})`;
  }
}

/**
 * Finds the newer fact that prevents taking the act back. Null if the act may be taken back. The rows of the act must
 * be locked. If the act's cash is being counted or paid out, waits for the end of that transaction. A count or payout
 * that begins later waits for the caller's transaction.
 *
 * `onlyByStaff`: a newer act about the same pieces is an obstacle only if it is by staff, because a phone may send its
 * deeds in any order. All other facts, such as a closed run, are always obstacles.
 */
export async function newerThanAct(
  tx: Tx,
  act: StoredAct,
  rows: ActRows,
  onlyByStaff: boolean,
): Promise<NewerAct | null> {
  if (!canBeTakenBack(act.kind)) return { why: "correct_instead" };
  if (await isTakenBack(tx, act)) return { why: "taken_back" };
  const closed = rows.runs.find(({ reconciledAt }) => reconciledAt && reconciledAt > act.receivedAt);
  if (closed) return { why: "run_closed", run: closed.name };
  const settled = await settledSince(tx, [act.id]);
  if (settled) return { why: "cash_settled", settled };
  if (await isLessAnswered(tx, act)) return { why: "sender_answered" };
  if (await isBooked(tx, act)) return { why: "booked_since" };
  const kind = await newerAct(tx, act, rows, onlyByStaff);
  if (kind) return { why: "newer_act", kind };
  return (await isAgreed(tx, act, rows)) ? { why: "both_told" } : null;
}

/** CASH-12: true if cash that was taken for a parcel without a booking is now booked to a booking. */
const isBooked = async (tx: Tx, { id }: StoredAct): Promise<boolean> =>
  (await tx.$count(
    cashEntries,
    and(
      eq(cashEntries.actId, id),
      eq(cashEntries.part, "unbooked"),
      sql`exists (select from cash_entries r where r.reverses = ${cashEntries.id})`,
    ),
  )) > 0;

/** DEED-8: true if both riders reported the hand-over, which therefore took effect. */
async function isAgreed(tx: Tx, { kind }: StoredAct, { moves }: ActRows): Promise<boolean> {
  if (kind !== "handed_to_rider" && kind !== "received_from_rider") return false;
  const holders = await holdersNow(
    tx,
    moves.map(({ pieceId }) => pieceId),
  );
  return moves.some(({ pieceId, toKind, toId }) => toKind === "rider" && holders.get(pieceId)?.id === toId);
}

/** If an act's question to the sender was closed for one of these reasons, the act can no longer be taken back. */
const ANSWERED = ["sender_agreed", "sender_denied", "sender_silent"] as const satisfies CloseReason[];

/** CASH-15: true if the sender answered the question about an act's cash, or did not answer in time. */
async function isLessAnswered(tx: Tx, { id }: StoredAct): Promise<boolean> {
  const of = and(
    eq(exceptions.actId, id),
    eq(exceptions.kind, "less_agreed"),
    isNotNull(exceptions.closedAt),
    inArray(exceptions.closeReason, [...ANSWERED]),
  );
  return (await tx.$count(exceptions, of)) > 0;
}
