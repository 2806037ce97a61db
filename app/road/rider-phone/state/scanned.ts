/**
 * PHONE-12: the pieces whose labels were scanned, for companies that require a scan before 'Delivered'. They are stored
 * only in the open page.
 */
import type { DayPiece } from "../../deeds/rider-day.ts";
import type { ParcelState, StopState } from "./day-state.ts";

const scanned = new Set<string>();

export const noteScanned = (piece: string): void => void scanned.add(piece);
export const notScanned = (pieces: readonly string[]): string[] => pieces.filter((id) => !scanned.has(id));

/**
 * True if a code is on the piece's label or sticker. The booking's code alone is on no label of a booking with several
 * pieces.
 */
const isLabelOf = (piece: DayPiece, code: string): boolean => piece.code === code || piece.sticker === code;

/**
 * The stop, the parcel and the piece that a code names. `piece` is null if the code is that of a booking with several
 * pieces.
 */
export function findCode(
  stops: readonly StopState[],
  code: string,
): { stop: StopState; parcel: ParcelState; piece: string | null } | null {
  for (const stop of stops)
    for (const parcel of stop.parcels) {
      const own = parcel.pieces.find(({ piece }) => isLabelOf(piece, code));
      if (own || parcel.parcel.code === code) return { stop, parcel, piece: own?.piece.piece ?? null };
    }
  return null;
}
