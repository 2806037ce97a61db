/** DEED-6: the stop of a deed: its pieces and its run. */
import type { LockedRun } from "../runs/lock-run.server.ts";
import type { KnownPiece } from "./batch-facts.server.ts";
import type { AtDoor, PieceRef } from "./protocol.ts";
import type { Taking } from "./taking.server.ts";

export type Stop = {
  taking: Taking;
  run: LockedRun;
  there: readonly KnownPiece[];
  /** The pieces that the receiver of a delivery refused. */
  refused: readonly KnownPiece[];
};

export type Delivery = Stop & { did: Extract<AtDoor, { kind: "delivered" }> };

/**
 * The pieces and the run of a deed at a stop. Flags an unusual deed. Null if the run is unknown: then dispatch decides.
 */
export function stopOf(taking: Taking, did: AtDoor): Stop | null {
  const { facts, flags, occurredAt } = taking;
  const there = ownPieces(taking, did.pieces, did.kind === "picked_up");
  const left = did.kind === "delivered" ? did.refused.map(({ piece }) => piece) : [];
  const refused = ownPieces(taking, left, false);
  const run = runOf(taking, [...there, ...refused]);
  if (!run) {
    flags.add("unknown_run");
    taking.ask ??= "The run of this deed is not known";
    return null;
  }
  for (const { pieceId } of there) if (!facts.ownRuns.has(pieceId)) flags.add("not_on_run");
  if (there.some(({ bookingId }) => isAfter(facts.staffUntil.get(bookingId), occurredAt)))
    flags.add("newer_by_staff");
  return { taking, run, there, refused };
}

export const isAfter = (moment: Date | undefined, other: Date): boolean =>
  moment !== undefined && moment > other;

/**
 * The pieces of a deed that the rider has or had, or that were on one of the rider's runs. At a pickup, also pieces
 * that are still with their sender, even if nobody planned them.
 */
function ownPieces({ facts, flags, ...taking }: Taking, refs: readonly PieceRef[], atSender: boolean) {
  const found = new Set<KnownPiece>();
  for (const ref of refs) {
    const piece = facts.pieces.get(ref);
    if (piece && (facts.own.has(piece.pieceId) || (atSender && piece.holderKind === "sender"))) {
      found.add(piece);
      taking.bookingIds.add(piece.bookingId);
    } else flags.add("unknown_piece");
  }
  return [...found];
}

/** The run that the phone named. If that run is unknown, the newest of the rider's runs that has one of the pieces. */
function runOf({ facts, deed }: Taking, there: readonly KnownPiece[]): LockedRun | null {
  const named = deed.run && facts.runs.get(deed.run.id);
  if (named) return named;
  const own = there.map(({ pieceId }) => facts.ownRuns.get(pieceId)).findLast((id) => id !== undefined);
  return (own && facts.runs.get(own)) || null;
}
