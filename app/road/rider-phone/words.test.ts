/** The words about a deed whose run or piece is no longer on the phone. */
import { expect, test } from "vitest";
import { parcel, riderDay, run, stopOf } from "../../../test/fixtures/rider-days.ts";
import { isOnPhone, pieceText } from "./words.ts";

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
