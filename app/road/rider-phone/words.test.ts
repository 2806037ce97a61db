import { expect, test } from "vitest";
import { parcel, riderDay, run, stopOf } from "../../../test/fixtures/rider-days.ts";
import { isOnPhone, pieceText, takeBackText } from "./words.ts";

test("[PHONE-9] the last deed is undone while its run is on the phone, and its line has the code of a piece that left the run", () => {
  const own = run([stopOf(1, [parcel(1)])]);
  const gone = { piece: crypto.randomUUID(), code: "OD48210973NG", why: "removed" as const };
  const day = riderDay(0, { runs: [{ ...own, gone: [gone] }] });
  const [first] = own.stops[0]!.parcels[0]!.pieces;
  expect(pieceText(day, first!.piece)).toBe(pieceText(day, first!.code));
  expect(pieceText(day, gone.piece)).toBe(gone.code);
  const of = { id: own.id, version: 1 };
  expect([isOnPhone(day, { run: of }), isOnPhone(day, { run: null })]).toEqual([true, true]);
  expect(isOnPhone(riderDay(0, { runs: [] }), { run: of })).toBe(false);
});

test("one piece and several pieces that failed are taken back", () => {
  expect(takeBackText(1)).toBe("1 piece not delivered: take it back to the hub.");
  expect(takeBackText(2)).toBe("2 pieces not delivered: take them back to the hub.");
});
