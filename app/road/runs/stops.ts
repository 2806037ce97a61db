/**
 * TRIP-4: the stops of a run, one for each place. New stops are ordered by town; dispatch can change the order. Pure.
 */
import { placeKey, type StopPlace } from "../../domain/stop-place.ts";

export type StopPiece = StopPlace & {
  pieceId: string;
  /** The phone number in E.164. */
  phone: string;
};
/** `isOpen`: false if the piece left the run or was delivered on it. A piece that is not open keeps its stop. */
export type PieceAtStop = StopPiece & { stop: number; isOpen: boolean };

const townOf = ({ town, state }: StopPiece) => `${state}/${town ?? ""}`;

/**
 * Returns the stop number of each new piece, and of each open piece whose place changed. A piece gets the stop of its
 * place, or a new stop if its place has no stop. New stops follow the existing ones, by state and town. Two places with
 * the same phone number are two stops.
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
  // The first piece of a stop decides the stop's place. Open pieces come first, because the address of a delivered
  // piece may have been erased.
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
