/** TRIP-15: the content of a pickup's deed, from the count and the stickers. Pure. */
import type { AtDoor, MoneyOfDeed } from "../../deeds/protocol.ts";
import type { ParcelState } from "./day-state.ts";

/** By booking: the number of counted pieces, if it differs from the booked number. */
export type PieceCounts = ReadonlyMap<string, number>;

const openIn = ({ pieces }: ParcelState) => pieces.filter(({ is }) => is === "open");
export const pieceCountOf = (parcel: ParcelState, counts: PieceCounts): number =>
  counts.get(parcel.parcel.booking) ?? openIn(parcel).length;

/** The pieces that the rider picks up. If there are fewer than booked, the first ones count as present. */
export const piecesThere = (parcels: readonly ParcelState[], counts: PieceCounts): string[] =>
  parcels.flatMap((parcel) =>
    openIn(parcel)
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
      .filter((parcel) => pieceCountOf(parcel, counts) !== openIn(parcel).length)
      // The count is of the whole booking, so earlier pickups are added.
      .map((parcel) => ({
        booking: parcel.parcel.booking,
        pieces: pieceCountOf(parcel, counts) + parcel.pieces.length - openIn(parcel).length,
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
