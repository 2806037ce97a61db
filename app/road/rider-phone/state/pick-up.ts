/** TRIP-15: makes the content of a pickup's deed from the rider's count and stickers. Pure. */
import type { AtDoor, MoneyOfDeed } from "../../deeds/protocol.ts";
import type { ParcelState, PieceState } from "./day-state.ts";

/** The number of pieces that the rider counted, by booking. A booking without an entry has the expected number. */
export type PieceCounts = ReadonlyMap<string, number>;

/** Returns the pieces that the rider can pick up: the open ones or, if none is open, those not picked up before. */
export function waitingIn({ pieces }: ParcelState): PieceState[] {
  const open = pieces.filter(({ is }) => is === "open");
  return open.length > 0 ? open : pieces.filter(({ is }) => is === "not_picked_up");
}
const isWithSender = ({ is }: PieceState) => is === "open" || is === "not_picked_up";

export const pieceCountOf = (parcel: ParcelState, counts: PieceCounts): number =>
  counts.get(parcel.parcel.booking) ?? waitingIn(parcel).length;

/**
 * Returns the pieces that the rider picks up. The rider states only their number. If there are two of three pieces, the
 * first two count as picked up.
 */
export const piecesThere = (parcels: readonly ParcelState[], counts: PieceCounts): string[] =>
  parcels.flatMap((parcel) =>
    waitingIn(parcel)
      .slice(0, pieceCountOf(parcel, counts))
      .map(({ piece }) => piece.piece),
  );

type PickedUp = {
  parcels: readonly ParcelState[];
  counts: PieceCounts;
  stickers: ReadonlyMap<string, string>;
  kg: number | null;
  took: MoneyOfDeed[];
};

export function pickedUp({ parcels, counts, stickers, kg, took }: PickedUp): AtDoor {
  const pieces = piecesThere(parcels, counts);
  return {
    kind: "picked_up",
    pieces,
    counted: parcels
      .filter((parcel) => pieceCountOf(parcel, counts) !== waitingIn(parcel).length)
      // The deed states the count of the whole booking, so pieces that were picked up before are added.
      .map((parcel) => ({
        booking: parcel.parcel.booking,
        pieces: pieceCountOf(parcel, counts) + parcel.pieces.filter((piece) => !isWithSender(piece)).length,
      })),
    stickers: pieces.flatMap((piece) => {
      const sticker = stickers.get(piece);
      return sticker ? [{ piece, sticker }] : [];
    }),
    kg,
    took,
    note: "",
  };
}
