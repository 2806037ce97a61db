/** TRIP-15: what a deed says of a pickup, from what was counted and stuck on. Pure. */
import type { AtDoor, Taken } from "../deeds/protocol.ts";
import type { ParcelState } from "./day-state.ts";

/** By booking: how many pieces were there, where it is not as many as were booked. */
export type Counts = ReadonlyMap<string, number>;

const openIn = ({ pieces }: ParcelState) => pieces.filter(({ is }) => is === "open");
export const countOf = (parcel: ParcelState, counts: Counts): number =>
  counts.get(parcel.parcel.booking) ?? openIn(parcel).length;

/** Fewer pieces than booked: the first ones are there. */
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
      // Of a booking that was fetched in two parts, what is there already counts too.
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
