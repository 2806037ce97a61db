/**
 * PHONE-9: the pieces that are chosen for the next deed at a stop. At first, the pieces of one receiver are chosen
 * ('All N here').
 */
import type { ParcelState, StopState } from "./day-state.ts";
import { nextParcels, receiversOf } from "./people.ts";

/**
 * A choice of pieces. `of`: the key of the stop. `left`: the pieces that are not chosen. `open`: how many open pieces
 * the stop had when the rider chose.
 */
type Choice = { of: string; open: number; left: ReadonlySet<string> };

/** The rider's last choice. It stays while the rider visits another screen. */
let last: Choice | null = null;

const idsOf = ({ pieces }: ParcelState) => pieces.map(({ piece }) => piece.piece);

function ofOthers(stop: StopState, { parcel: { booking } }: ParcelState): Set<string> {
  const others = receiversOf(stop).filter((own) => own.every(({ parcel }) => parcel.booking !== booking));
  return new Set(others.flat().flatMap(idsOf));
}

/**
 * Returns the pieces that are not chosen. After a deed, or at another stop, the pieces of the next receiver are chosen.
 */
export function leftAt(stop: StopState): ReadonlySet<string> {
  if (last && last.of === stop.key && last.open === stop.open) return last.left;
  const [next] = nextParcels(stop);
  return next ? ofOthers(stop, next) : new Set();
}

function leaveOut(stop: StopState, left: ReadonlySet<string>): void {
  last = { of: stop.key, open: stop.open, left };
}

/** Chooses only the receiver of this parcel. Changes nothing if any piece of the parcel is already chosen. */
export function chooseReceiver(stop: StopState, parcel: ParcelState): void {
  const left = leftAt(stop);
  if (idsOf(parcel).every((piece) => left.has(piece))) leaveOut(stop, ofOthers(stop, parcel));
}

export function togglePiece(stop: StopState, piece: string): void {
  const next = new Set(leftAt(stop));
  if (!next.delete(piece)) next.add(piece);
  leaveOut(stop, next);
}

/**
 * Returns those pieces of `all` that are chosen. `ofReceiver`: how many pieces the receiver has, if only one receiver
 * is chosen; otherwise null.
 */
export function chosenOf(
  stop: StopState,
  all: readonly string[],
  left: ReadonlySet<string>,
): { pieces: string[]; ofReceiver: number | null } {
  const pieces = all.filter((piece) => !left.has(piece));
  const receivers = receiversOf(stop)
    .map((own) => own.flatMap(idsOf))
    .filter((own) => own.some((piece) => pieces.includes(piece)));
  if (receivers.length > 1) return { pieces, ofReceiver: null };
  const [own = all] = receivers;
  return { pieces, ofReceiver: all.filter((piece) => own.includes(piece)).length };
}
