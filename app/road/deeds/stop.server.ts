/** DEED-6: the stop of a deed: its pieces and its run. */
import type { LockedRun } from "../runs/lock-run.server.ts";
import type { KnownPiece } from "./find-pieces.server.ts";
import type { AtDoor } from "./protocol.ts";
import { theirsOf, type Taking } from "./taking.server.ts";

export type Stop = {
  taking: Taking;
  run: LockedRun;
  there: readonly KnownPiece[];
  /** The pieces that the receiver of a delivery refused. */
  refused: readonly KnownPiece[];
};

export type Delivery = Stop & { did: Extract<AtDoor, { kind: "delivered" }> };

/**
 * The rider's pieces and the run of a deed at a stop. Flags an unusual deed. Null if none of the pieces is the rider's, or if
 * none was ever on a run: then dispatch decides.
 */
export function stopOf(taking: Taking, did: AtDoor): Stop | null {
  const { facts, flags, occurredAt } = taking;
  const there = theirsOf(taking, did.pieces, did.kind);
  const left = did.kind === "delivered" ? did.refused.map(({ piece }) => piece) : [];
  const refused = theirsOf(taking, left, "attempted").filter((piece) => !there.includes(piece));
  const all = [...there, ...refused];
  if (all.length === 0) return null;
  const named = facts.ownRun(taking.deed.run?.id);
  const run = named ?? all.map((piece) => facts.runOf(piece)).findLast((one) => one !== null);
  if (!run) {
    flags.add("unknown_run");
    taking.ask ??= "The run of this deed is not known";
    return null;
  }
  if (there.some((piece) => !facts.isPlanned(piece))) flags.add("not_on_run");
  if (there.some(({ bookingId }) => isAfter(facts.staffUntil.get(bookingId), occurredAt)))
    flags.add("newer_by_staff");
  return { taking, run, there, refused };
}

export const isAfter = (moment: Date | undefined, other: Date): boolean =>
  moment !== undefined && moment > other;
