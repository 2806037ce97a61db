import { expect, test } from "vitest";
import { parcel, riderDay, run, stopOf } from "../../../../test/fixtures/rider-days.ts";
import { comingText, isOnPhone, pieceText, progressText, takeBackText } from "./words.ts";

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

test("[PHONE-9] the progress of a day counts pieces, and regular pickups beside them, and says nothing of what there is none of", () => {
  const text = (open: number, done: number, regular: [number, number]) =>
    progressText({ open, done }, { all: regular[1], done: regular[0] });
  expect(text(2, 1, [0, 0])).toBe("1 of 3 pieces done");
  expect(text(1, 0, [0, 0])).toBe("0 of 1 piece done");
  expect(text(0, 0, [0, 2])).toBe("0 of 2 regular pickups done");
  expect(text(0, 0, [1, 1])).toBe("1 of 1 regular pickup done");
  expect(text(2, 1, [0, 1])).toBe("1 of 3 pieces done, 0 of 1 regular pickup");
  expect(text(0, 0, [0, 0])).toBe("No stop yet");
});

test("[PHONE-9] the message to a sender says that the parcel is picked up, and the one to a receiver that it is brought", () => {
  const day = riderDay(0, { runs: [] });
  const hello = `Hello Ada, this is ${day.rider.name} of ${day.company.name}. I am on my way`;
  expect(comingText(day, { kind: "pickup" }, "Ada")).toBe(`${hello} to pick up your parcel.`);
  expect(comingText(day, { kind: "delivery" }, "Ada")).toBe(`${hello} with your parcel.`);
});

test("one piece and several pieces that failed are taken back", () => {
  expect(takeBackText(1)).toBe("1 piece not delivered: take it back to the hub.");
  expect(takeBackText(2)).toBe("2 pieces not delivered: take them back to the hub.");
});
