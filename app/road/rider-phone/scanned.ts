/** PHONE-12: the pieces with scanned labels, if the company requires scans before 'Delivered'. Stored in the page only. */
import type { DayPiece, Parcel } from "../deeds/rider-day.ts";
import type { StopState } from "./day-state.ts";

const scanned = new Set<string>();

export const noteScanned = (piece: string): void => void scanned.add(piece);
export const notScanned = (pieces: readonly string[]): string[] => pieces.filter((id) => !scanned.has(id));

/** Each of several pieces has its own label; the booking's code alone names none of them. */
export const isLabelOf = (piece: DayPiece, code: string): boolean =>
  piece.code === code || piece.sticker === code;

/** The stop, the parcel and the piece of a code; `piece` is null if it names a parcel with several. */
export function findCode(
  stops: readonly StopState[],
  code: string,
): { stop: StopState; parcel: Parcel; piece: string | null } | null {
  for (const stop of stops)
    for (const { parcel, pieces } of stop.parcels) {
      const own = pieces.find(({ piece }) => isLabelOf(piece, code));
      if (own || parcel.code === code) return { stop, parcel, piece: own?.piece.piece ?? null };
    }
  return null;
}
