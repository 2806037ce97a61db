import { expect, test } from "vitest";
import { numberStops, type PieceAtStop } from "./stops.ts";

let made = 0;
const piece = (more: Partial<PieceAtStop> = {}): PieceAtStop => ({
  pieceId: `piece ${++made}`,
  ...{ phone: "+2348091112222", address: "12 Allen Avenue", town: "Ikeja", state: "Lagos" },
  ...{ stop: 1, isOpen: true },
  ...more,
});
const BODE = { address: "88 Bode Thomas Street", town: "Surulere" };
/** Returns the stop numbers of the new pieces, in the order of the pieces. */
const stopsOf = (added: PieceAtStop[], present: PieceAtStop[] = []) => {
  const numbers = numberStops(present, added);
  return added.map(({ pieceId }) => numbers.get(pieceId));
};

test("[TRIP-4] pieces of one phone at two addresses are two stops, and of two phones at one address one", () => {
  expect(stopsOf([piece(), piece(BODE), piece({ address: "12, ALLEN avenue" })])).toEqual([1, 2, 1]);
  expect(stopsOf([piece(), piece({ phone: "+2348093334444" })])).toEqual([1, 1]);
  expect(stopsOf([piece(), piece({ town: "Surulere" })])).toEqual([1, 2]);
  expect(stopsOf([piece({ address: "" }), piece({ address: "", phone: "+2348093334444" })])).toEqual([1, 2]);
});

test("[TRIP-4] a new piece joins the stop of its place, never that of its phone; new stops come last, by town", () => {
  const present = [piece({ stop: 7 }), piece({ ...BODE, phone: "+2348093334444", stop: 4 })];
  expect(stopsOf([piece(), piece(BODE)], present)).toEqual([7, 4]);
  expect(
    stopsOf([piece({ address: "1 Aba Road" }), piece({ address: "2 Ojuelegba", town: "Agege" })], present),
  ).toEqual([9, 8]);
});

test("[TRIP-4] a piece whose address was changed gets the stop of its new place, a piece that is done keeps its own", () => {
  const stays = piece();
  const corrected = piece(BODE);
  const again = piece({ ...BODE, stop: 3, phone: "+2348093334444" });
  expect([...numberStops([stays, corrected, again], [])]).toEqual([[corrected.pieceId, 3]]);
  expect([...numberStops([stays, corrected], [])]).toEqual([[corrected.pieceId, 2]]);
  expect([...numberStops([stays, { ...corrected, isOpen: false }], [])]).toEqual([]);
  // If the address of a delivered piece was erased, the place of the stop is read from its open pieces.
  const erased = piece({ phone: "Not kept", address: "Not kept", isOpen: false });
  expect([...numberStops([erased, stays], [piece()])]).toEqual([[expect.any(String), 1]]);
});
