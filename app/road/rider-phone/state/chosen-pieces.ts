/**
 * PHONE-9: the pieces of a stop that the next deed is about. At first they are those of one receiver, because 'All N
 * here' is one receiver's parcels of that place.
 */
import type { ParcelState, StopState } from "./day-state.ts";
import { nextParcels, receiversOf } from "./people.ts";

/** `left`: the pieces of the stop `of` that are excluded from the next deed, while `open` of its pieces are open. */
type Choice = { of: string; open: number; left: ReadonlySet<string> };

/** The rider's last selection, which is still there when the rider comes back from another screen. */
let last: Choice | null = null;

const idsOf = ({ pieces }: ParcelState) => pieces.map(({ piece }) => piece.piece);

/** The pieces at the stop that are not of the receiver of this parcel. */
function ofOthers(stop: StopState, { parcel: { booking } }: ParcelState): Set<string> {
  const others = receiversOf(stop).filter((own) => own.every(({ parcel }) => parcel.booking !== booking));
  return new Set(others.flat().flatMap(idsOf));
}

/** The excluded pieces. When the stop changes, or a deed was done at it, the next receiver is chosen. */
export function leftAt(stop: StopState): ReadonlySet<string> {
  if (last && last.of === stop.key && last.open === stop.open) return last.left;
  const [next] = nextParcels(stop);
  return next ? ofOthers(stop, next) : new Set();
}

function leaveOut(stop: StopState, left: ReadonlySet<string>): void {
  last = { of: stop.key, open: stop.open, left };
}

/** Chooses the receiver of this parcel, and nobody else. If a piece of it is chosen already, nothing changes. */
export function chooseReceiver(stop: StopState, parcel: ParcelState): void {
  const left = leftAt(stop);
  if (idsOf(parcel).every((piece) => left.has(piece))) leaveOut(stop, ofOthers(stop, parcel));
}

export function toggle(stop: StopState, piece: string): void {
  const next = new Set(leftAt(stop));
  if (!next.delete(piece)) next.add(piece);
  leaveOut(stop, next);
}

/**
 * The chosen ones of `all` pieces at a stop. `ofReceiver`: the number of pieces in `all` of the chosen receiver; null if
 * pieces of several receivers are chosen.
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
