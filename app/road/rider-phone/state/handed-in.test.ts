/** PHONE-4: pieces that the rider handed in, or gave to another rider, on the phone. */
import { expect, test } from "vitest";
import { attempted, deed, delivered, kept, piecesOf } from "../../../../test/fixtures/phone-deeds.ts";
import { parcel, run, stopOf, uuid } from "../../../../test/fixtures/rider-days.ts";
import type { Deed, Did } from "../../deeds/protocol.ts";
import type { DayPiece, DayRun } from "../../deeds/rider-day.ts";
import { dayState } from "./day-state.ts";

const piece = uuid(3, 101);
const other = uuid(3, 201);
const handedIn = (seq: number, ...pieces: string[]) =>
  deed(seq, { kind: "handed_to_hub", hub: uuid(4, 1), pieces });
const onRun = (n: number, one: Deed): Deed => ({ ...one, run: { id: uuid(1, n), version: 1 } });
/** A run with one parcel, whose piece has this state. */
const runWith = (n: number, change: Partial<DayRun>, state: Partial<DayPiece>, of = 1) => {
  const one = parcel(of);
  const pieces = one.pieces.map((own) => ({ ...own, ...state }));
  return run([stopOf(1, [{ ...one, pieces }])], { id: uuid(1, n), ...change });
};
const isOf = (runs: DayRun[], deeds: Deed[], unheard: Deed[] = []) =>
  piecesOf(
    dayState(
      { runs },
      [...deeds, ...unheard].map((one) => kept(one)),
      new Set(deeds.map(({ id }) => id)),
    ),
  );

test("[PHONE-4] a parcel that was handed in and goes out again is open, on another run and on the same one", () => {
  const before = [deed(1, attempted(piece)), handedIn(2, piece)];
  const again = [runWith(2, {}, { handed: null })];
  expect(isOf(again, before)).toEqual(["open"]);
  expect(isOf([runWith(1, {}, { handed: null })], before)).toEqual(["open"]);
  const done = onRun(2, deed(3, delivered(piece)));
  expect(isOf(again, before, [done])).toEqual(["delivered"]);
  expect(isOf(again, before, [done, deed(4, { kind: "undo", of: done.id })])).toEqual(["open"]);
});

test("[PHONE-4] a hand-over counts on each run whose pieces it names, until the server has heard it and by its word then", () => {
  const both = (handed?: DayPiece["handed"]) => [
    runWith(1, {}, { done: "attempted", handed }),
    runWith(2, {}, { handed }, 2),
  ];
  const deeds = [handedIn(1, piece, other)];
  expect(isOf(both(null), [], deeds)).toEqual(["handed_in", "handed_in"]);
  expect(isOf(both("handed_in"), deeds)).toEqual(["handed_in", "handed_in"]);
  expect(isOf(both("handed_in"), [])).toEqual(["handed_in", "handed_in"]);
  expect(isOf(both(null), deeds)).toEqual(["attempted", "open"]);
  // An older server does not send `handed`.
  expect(isOf(both(), deeds)).toEqual(["handed_in", "handed_in"]);
});

test("[PHONE-4] a parcel that the same rider picked up, handed in and takes out is open on the delivery run alone", () => {
  const picked = {
    kind: "picked_up",
    pieces: [piece],
    counted: [],
    kg: null,
    took: [],
    note: "",
  } satisfies Did;
  const before = [onRun(3, deed(1, picked)), onRun(3, handedIn(2, piece))];
  const runs = [
    runWith(3, { kind: "pickup" }, { done: "picked_up", handed: "handed_in" }),
    runWith(1, {}, { handed: null }),
  ];
  expect(isOf(runs, before)).toEqual(["handed_in", "open"]);
  expect(isOf(runs, before.slice(0, 1))).toEqual(["handed_in", "open"]);
  const failed = deed(3, attempted(piece));
  expect(isOf(runs, before, [failed])).toEqual(["handed_in", "attempted"]);
  expect(isOf(runs, before, [failed, deed(4, { kind: "undo", of: failed.id })])).toEqual([
    "handed_in",
    "open",
  ]);
});
