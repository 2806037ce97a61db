/** TRIP-4: the stops of a run: one for each place, ordered by town, then as dispatch moves them. Pure. */
import { placeKey, type StopPlace } from "../../domain/stop-place.ts";

export type StopPiece = StopPlace & {
  pieceId: string;
  /** The phone number in E.164. */
  phone: string;
};
/** `isOpen`: false if the piece left the run or its journey ended on the run. The piece's stop then never changes. */
export type PieceAtStop = StopPiece & { stop: number; isOpen: boolean };

const townOf = ({ town, state }: StopPiece) => `${state}/${town ?? ""}`;

/**
 * Returns the stop of each new piece, and of each open piece whose place changed. A piece joins the stop of
 * its place. If there is none, it gets a new stop. New stops come last, by state and town. The same phone
 * number at another place is another stop.
 */
export function numberStops(
  present: readonly PieceAtStop[],
  added: readonly StopPiece[],
): Map<string, number> {
  const placeOf = new Map<number, string>();
  const stopAt = new Map<string, number>();
  const note = (piece: StopPiece, stop: number) => {
    if (placeOf.has(stop)) return;
    placeOf.set(stop, placeKey(piece));
    if (!stopAt.has(placeKey(piece))) stopAt.set(placeKey(piece), stop);
  };
  // Open pieces come first, because the receivers' data of delivered pieces is erased.
  for (const piece of present.toSorted((a, b) => Number(b.isOpen) - Number(a.isOpen)))
    note(piece, piece.stop);
  const moved = present.filter((piece) => piece.isOpen && placeOf.get(piece.stop) !== placeKey(piece));
  let last = Math.max(0, ...present.map(({ stop }) => stop));
  const numbers = new Map<string, number>();
  const inOrder = [...moved, ...added].toSorted(
    (a, b) =>
      townOf(a).localeCompare(townOf(b)) ||
      a.phone.localeCompare(b.phone) ||
      placeKey(a).localeCompare(placeKey(b)),
  );
  for (const piece of inOrder) {
    const stop = stopAt.get(placeKey(piece)) ?? ++last;
    note(piece, stop);
    numbers.set(piece.pieceId, stop);
  }
  return numbers;
}
