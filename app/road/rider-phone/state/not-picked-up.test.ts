/** DEED-6: what the phone shows of a failed pickup, before and after the server has it. */
import { expect, test } from "vitest";
import { attempted, deed, kept, piecesOf } from "../../../../test/fixtures/phone-deeds.ts";
import { parcel, riderDay, run, stopOf, uuid } from "../../../../test/fixtures/rider-days.ts";
import type { DayPiece } from "../../deeds/rider-day.ts";
import { dayState } from "./day-state.ts";
import { pickedUp, pieceCountOf } from "./pick-up.ts";
import { doneText } from "./words.ts";

const piece = uuid(3, 101);
const failed = deed(1, attempted(piece));
const dayWith = (done: DayPiece["done"]) => {
  const one = parcel(1);
  const pieces = one.pieces.map((own) => ({ ...own, done }));
  return riderDay(0, { runs: [run([stopOf(1, [{ ...one, pieces }])], { kind: "pickup" })] });
};

test("[DEED-6] the sender has what was not picked up: nothing goes back to the hub, and the entry can be undone", () => {
  const before = dayState(dayWith(null), [kept(failed)], new Set());
  const after = dayState(dayWith("attempted"), [kept(failed, "taken")], new Set([failed.id]));
  for (const state of [before, after]) {
    expect(piecesOf(state)).toEqual(["not_picked_up"]);
    expect([state.next, state.done, state.stops[0]!.failed]).toEqual([null, 1, 0]);
    expect(state.stops[0]!.parcels[0]!.pieces[0]!.by).toBe(failed);
  }
  expect(doneText(before.stops[0]!.run, failed)).toBe("Not picked up: Nobody home");
});

test("[DEED-6] what was not picked up can be picked up later, with the booked count", () => {
  const { parcels } = dayState(dayWith("attempted"), [], new Set()).stops[0]!;
  const counts = new Map<string, number>();
  expect(pieceCountOf(parcels[0]!, counts)).toBe(1);
  const did = pickedUp({ parcels, counts, stickers: new Map(), kg: null, took: [] });
  expect(did).toMatchObject({ kind: "picked_up", pieces: [piece], counted: [] });
});
