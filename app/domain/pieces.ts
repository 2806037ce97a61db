/** PIECE-1: the texts about the number of pieces, the package, and heavy parcels. Pure. */
import { formatWeight } from "./weight.ts";

/** Writes '3 pieces'. Null for a single piece, as in most bookings. */
export const piecesText = (pieces: number): string | null => (pieces > 1 ? `${pieces} pieces` : null);

/** Writes 'Parcel, 2.5 kg', or 'Parcel, 2.5 kg, 3 pieces'. */
export const packageText = (type: string, kg: number, pieces: number): string =>
  [type, formatWeight(kg), piecesText(pieces)].filter(Boolean).join(", ");

/** BOOK-30: above this weight, in kg, one person cannot lift a parcel, and a motorcycle cannot carry it. */
const HEAVY_KG = 50;
export const isHeavy = (kg: number): boolean => kg > HEAVY_KG;
/** The texts for the sender and for staff. Staff arrange the pickup by phone. */
export const HEAVY_TEXT = "Over 50 kg: we call you about pickup.";
export const HEAVY_STAFF_TEXT = "Over 50 kg: call the sender about pickup";
