/** TRIP-15: makes the content of a pickup's deed from the rider's count and stickers. Pure. */
import type { AtDoor, Taken } from "../../deeds/protocol.ts";
import type { ParcelState } from "./day-state.ts";

/** The number of pieces that the rider counted, by booking, if it is not the booked number. */
export type Counts = ReadonlyMap<string, number>;

const openIn = ({ pieces }: ParcelState) => pieces.filter(({ is }) => is === "open");
export const countOf = (parcel: ParcelState, counts: Counts): number =>
  counts.get(parcel.parcel.booking) ?? openIn(parcel).length;

/** Returns the pieces that the rider picks up. If some are missing, the first ones count as present. */
export const piecesThere = (parcels: readonly ParcelState[], counts: Counts): string[] =>
  parcels.flatMap((parcel) =>
    openIn(parcel)
      .slice(0, countOf(parcel, counts))
      .map(({ piece }) => piece.piece),
  );

type PickedUp = {
  parcels: readonly ParcelState[];
  counts: Counts;
  stickers: ReadonlyMap<string, string>;
  kg: number | null;
  took: Taken[];
};

export function pickedUp({ parcels, counts, stickers, kg, took }: PickedUp): AtDoor {
  const pieces = piecesThere(parcels, counts);
  return {
    kind: "picked_up",
    pieces,
    counted: parcels
      .filter((parcel) => countOf(parcel, counts) !== openIn(parcel).length)
      // The deed states a count for the whole booking, so pieces of earlier pickups are added.
      .map((parcel) => ({
        booking: parcel.parcel.booking,
        pieces: countOf(parcel, counts) + parcel.pieces.length - openIn(parcel).length,
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
