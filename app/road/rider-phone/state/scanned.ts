/** PHONE-12: the scanned pieces, for companies that require a scan. They are forgotten when the page is closed. */
import type { DayPiece } from "../../deeds/rider-day.ts";
import type { ParcelState, StopState } from "./day-state.ts";

const scanned = new Set<string>();

export const noteScanned = (piece: string): void => void scanned.add(piece);
export const notScannedOf = (pieces: readonly string[]): string[] => pieces.filter((id) => !scanned.has(id));

/**
 * True if the piece's label or sticker has this code. The code of a booking with several pieces names none of
 * the pieces.
 */
const isLabelOf = (piece: DayPiece, code: string): boolean => piece.code === code || piece.sticker === code;

/** Finds a code's stop, parcel and piece. `piece` is null for the code of a booking with several pieces. */
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
