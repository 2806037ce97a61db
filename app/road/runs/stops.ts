/** TRIP-4: the stops of a run: pieces of one place are one stop. They are first ordered by town, then by hand. Pure. */
import { foldAddress } from "../../domain/fold-address.ts";

export type StopPiece = {
  pieceId: string;
  town: string | null;
  state: string;
  /** The phone number in E.164. */
  phone: string;
  address: string;
};

const placeOf = ({ town, state }: StopPiece) => `${state}/${town ?? ""}`;

/**
 * By piece: the number of the stop for each new piece. A piece joins the stop of a piece with the same phone number or
 * postal address; otherwise it gets a new stop. New stops come after the present ones, by state and town.
 */
export function numberStops(
  present: readonly (StopPiece & { stop: number })[],
  added: readonly StopPiece[],
): Map<string, number> {
  const byPhone = new Map<string, number>();
  const byAddress = new Map<string, number>();
  const note = (piece: StopPiece, stop: number) => {
    byPhone.set(piece.phone, stop);
    byAddress.set(`${placeOf(piece)} ${foldAddress(piece.address)}`, stop);
  };
  for (const piece of present) note(piece, piece.stop);
  let last = Math.max(0, ...present.map(({ stop }) => stop));
  const numbers = new Map<string, number>();
  const inOrder = added.toSorted(
    (a, b) => placeOf(a).localeCompare(placeOf(b)) || a.phone.localeCompare(b.phone),
  );
  for (const piece of inOrder) {
    const known =
      byPhone.get(piece.phone) ?? byAddress.get(`${placeOf(piece)} ${foldAddress(piece.address)}`);
    const stop = known ?? ++last;
    note(piece, stop);
    numbers.set(piece.pieceId, stop);
  }
  return numbers;
}
