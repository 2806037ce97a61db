/** ACT-2: newer facts that forbid to take an act back. */
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
  /** Acts of this kind, and acts from before acts were recorded, are never taken back. */
  | { why: "correct_instead" }
  | { why: "taken_back" }
  | { why: "run_closed"; run: string }
  | { why: "cash_settled"; settled: SettledCash }
  | { why: "sender_answered" }
  /** The parcel without a booking now has a booking, which includes the cash. */
  | { why: "booked_since" }
  /** Both riders reported the hand-over. Only another hand-over can return the piece. */
  | { why: "both_told" }
  | { why: "newer_act"; kind: ActKind };

/** For example 'the cash was counted'. */
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
 * The newer fact that forbids to take the act back. Null means permission. `onlyByStaff` ignores a phone's
 * own later deeds, because a phone sends deeds in any order. Waits for a running count or payout of the act's
 * cash. No other count or payout can begin until the caller's transaction ends. The rows of the act must be
 * locked.
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

/** CASH-12: true if cash for a parcel without a booking is booked now. */
const isBooked = async (tx: Tx, { id }: StoredAct): Promise<boolean> =>
  (await tx.$count(
    cashEntries,
    and(
      eq(cashEntries.actId, id),
      eq(cashEntries.part, "unbooked"),
      sql`exists (select from cash_entries r where r.reverses = ${cashEntries.id})`,
    ),
  )) > 0;

/** DEED-8: true if both riders reported their hand-over, so it took effect. */
async function isAgreed(tx: Tx, { kind }: StoredAct, { moves }: ActRows): Promise<boolean> {
  if (kind !== "handed_to_rider" && kind !== "received_from_rider") return false;
  const holders = await holdersNow(
    tx,
    moves.map(({ pieceId }) => pieceId),
  );
  return moves.some(({ pieceId, toKind, toId }) => toKind === "rider" && holders.get(pieceId)?.id === toId);
}

/** A question ends with these reasons. The deed can then no longer be undone. */
const ANSWERED = ["sender_agreed", "sender_denied", "sender_silent"] as const satisfies CloseReason[];

/** CASH-15: true if a question of the act was answered, or ended without an answer. */
async function isLessAnswered(tx: Tx, { id }: StoredAct): Promise<boolean> {
  const of = and(
    eq(exceptions.actId, id),
    eq(exceptions.kind, "less_agreed"),
    isNotNull(exceptions.closedAt),
    inArray(exceptions.closeReason, [...ANSWERED]),
  );
  return (await tx.$count(exceptions, of)) > 0;
}
