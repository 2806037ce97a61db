/**
 * CUSTODY-4: hand-overs between riders. Each rider reports the hand-over on their own phone, which shows the report
 * until both riders have reported. Pure.
 */
import type { Deed } from "../../deeds/protocol.ts";
import type { RiderDay } from "../../deeds/rider-day.ts";
import { validDeeds, type KeptDeed } from "./kept-deeds.ts";
import { parcelsOf } from "./words.ts";

export type RiderHandOver = {
  deed: Deed;
  gives: boolean;
  rider: string;
  pieces: { ref: string; isAgreed: boolean }[];
};

/**
 * Returns the hand-overs between riders that this phone reported. `isAgreed`: both riders have reported the
 * hand-over, so the server has moved the piece to the new rider's run.
 */
export function handOvers(day: Pick<RiderDay, "runs">, kept: readonly KeptDeed[]): RiderHandOver[] {
  const names = (piece: { piece: string; code: string; sticker?: string | null }) =>
    [piece.piece, piece.code, piece.sticker].flatMap((name) => name ?? []);
  const there = new Set(
    day.runs.flatMap((run) => parcelsOf(run).flatMap(({ pieces }) => pieces.flatMap(names))),
  );
  const gone = new Set(
    day.runs.flatMap((run) => run.gone.filter(({ why }) => why === "moved").flatMap(names)),
  );
  return validDeeds(kept).flatMap((deed) => {
    const { did } = deed;
    if (did.kind !== "handed_to_rider" && did.kind !== "received_from_rider") return [];
    const gives = did.kind === "handed_to_rider";
    const pieces = did.pieces.map((ref) => ({
      ref,
      isAgreed: gives ? gone.has(ref) && !there.has(ref) : there.has(ref),
    }));
    return [{ deed, gives, rider: did.rider, pieces }];
  });
}
