/** TRIP-15: the content of a pickup's deed, from the count and the stickers. Pure. */
import type { AtDoor, Taken } from "../deeds/protocol.ts";
import type { ParcelState } from "./day-state.ts";

/** By booking: the counted number of pieces, if it is not the booked one. */
export type Counts = ReadonlyMap<string, number>;

const openIn = ({ pieces }: ParcelState) => pieces.filter(({ is }) => is === "open");
export const countOf = (parcel: ParcelState, counts: Counts): number =>
  counts.get(parcel.parcel.booking) ?? openIn(parcel).length;

/** With fewer pieces than booked, the first ones count as present. */
export const piecesThere = (parcels: readonly ParcelState[], counts: Counts): string[] =>
  parcels.flatMap((parcel) =>
    openIn(parcel)
      .slice(0, countOf(parcel, counts))
      .map(({ piece }) => piece.piece),
  );

type PickedUp = {
  parcels: readonly ParcelState[];
  counts: Counts;
  /** By piece. */
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
      // If a booking is picked up in two parts, the earlier pieces count too.
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
