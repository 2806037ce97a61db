/** PHONE-9: the people at a stop that several receivers share. */
import { expect, test } from "vitest";
import { attempted, deed, delivered, kept } from "../../../../test/fixtures/phone-deeds.ts";
import { parcel, riderDay, run, stopOf, uuid } from "../../../../test/fixtures/rider-days.ts";
import { calledAt, noteCall } from "../log/calls.ts";
import { dayState } from "./day-state.ts";
import { heldPieces } from "../screens/held-pieces.tsx";
import { chooseReceiver, chosenOf, leftAt, togglePiece } from "./chosen-pieces.ts";
import { isShared, namesText, nextPeople, ownPlace, peopleOf, receiversOf } from "./people.ts";
import { fitsSearch } from "../screens/stop-list.tsx";
import type { OpenDay } from "../screens/use-day.ts";

const AISHA = { name: "Aisha Musa", phone: "+2348091112222" };
const TUNDE = { name: "Tunde Ade", phone: "+2348093334444" };
const [first, second] = [uuid(3, 101), uuid(3, 201)];
const shared = stopOf(1, [parcel(1, { person: AISHA }), parcel(2, { person: TUNDE })]);
const shown = (stop = shared, ...deeds: ReturnType<typeof deed>[]) =>
  dayState(
    riderDay(0, { runs: [run([stop])] }),
    deeds.map((one) => kept(one)),
    new Set(),
  );
const namesAt = (...deeds: ReturnType<typeof deed>[]) =>
  nextPeople(shown(shared, ...deeds).stops[0]!).map(({ name }) => name);

test("[PHONE-9] at one address each parcel has its own receiver, and the card names those of open parcels", () => {
  const [stop] = shown().stops;
  expect(isShared(stop!)).toBe(true);
  expect(peopleOf(stop!).map(({ phone, parcels }) => [phone, parcels.length])).toEqual([
    [AISHA.phone, 1],
    [TUNDE.phone, 1],
  ]);
  expect(namesAt()).toEqual(["Aisha Musa", "Tunde Ade"]);
  expect(namesAt(deed(1, delivered(second)))).toEqual(["Aisha Musa"]);
  expect(namesAt(deed(1, delivered(first)))).toEqual(["Tunde Ade"]);
  expect(namesAt(deed(1, delivered(first)), deed(2, attempted(second)))).toEqual(["Tunde Ade"]);
  expect(namesAt(deed(1, delivered(first, second)))).toEqual(["Aisha Musa", "Tunde Ade"]);
  for (const typed of ["aisha", "tunde", "09333"]) expect(fitsSearch(stop!, typed)).toBe(true);
});

test("[PHONE-9] the hand-in list names the receiver of each parcel", () => {
  const state = shown(shared, deed(1, attempted(second)));
  expect(heldPieces({ state } as OpenDay).map(({ to, is }) => [to, is])).toEqual([
    ["Aisha Musa", "open"],
    ["Tunde Ade", "attempted"],
  ]);
});

test("[PHONE-9] parcels of one person, and a day of an older server, have the stop's person", () => {
  const one = stopOf(1, [parcel(1), parcel(2, { person: { ...stopOf(1, []), name: "chinedu okafor " } })]);
  const [stop] = shown(one).stops;
  expect(isShared(stop!)).toBe(false);
  expect(namesText(nextPeople(stop!))).toBe(one.name);
});

test("[PHONE-9] two names are written out, more are counted", () => {
  const people = ["Ada", "Bola", "Chi", "Dapo"].map((name) => ({ name, phone: name }));
  expect(namesText(people.slice(0, 2))).toBe("Ada, Bola");
  expect(namesText(people)).toBe("Ada, Bola and 2 more");
});

test("[PROOF-3] a call goes with an attempt if each receiver that it is about was called", () => {
  noteCall("stop", AISHA.phone, 5);
  expect(calledAt("stop", [AISHA.phone])).toBe(5);
  expect(calledAt("stop", [AISHA.phone, TUNDE.phone])).toBeNull();
  noteCall("stop", TUNDE.phone, 7);
  expect(calledAt("stop", [AISHA.phone, TUNDE.phone])).toBe(7);
  expect(calledAt("other stop", [AISHA.phone])).toBeNull();
});

test("[PHONE-9] the next deed is about one receiver at a time, and a scan or a tap chooses another", () => {
  const third = parcel(3, { person: TUNDE });
  const stop = (...deeds: ReturnType<typeof deed>[]) =>
    shown(stopOf(1, [...shared.parcels, third]), ...deeds).stops[0]!;
  const chosen = (at = stop()) => {
    const { pieces, ofReceiver } = chosenOf(
      at,
      at.parcels.flatMap(({ pieces: own }) =>
        own.flatMap((one) => (one.is === "open" ? one.piece.piece : [])),
      ),
      leftAt(at),
    );
    return [pieces, ofReceiver];
  };
  const [, tundes] = stop().parcels;
  const both = [second, uuid(3, 301)];
  expect(chosen()).toEqual([[first], 1]);
  chooseReceiver(stop(), tundes!);
  expect(chosen()).toEqual([both, 2]);
  togglePiece(stop(), second);
  expect(chosen()).toEqual([[uuid(3, 301)], 2]);
  togglePiece(stop(), first);
  expect(chosen()).toEqual([[first, uuid(3, 301)], null]);
  // After a deed at the stop, the next receiver is chosen.
  expect(chosen(stop(deed(1, delivered(first))))).toEqual([both, 2]);
});

test("[PHONE-9] a parcel whose place was corrected after the seal has its own place, and is not handed over with others", () => {
  const place = { address: "88 Bode Thomas Street", town: "Surulere", state: "Lagos" };
  const own = [parcel(1, { person: AISHA }), parcel(2, { person: AISHA, place })];
  const [stop] = shown(stopOf(1, own)).stops;
  expect(receiversOf(stop!)).toHaveLength(2);
  expect(peopleOf(stop!).map((person) => ownPlace(stop!.stop, person))).toEqual([
    null,
    "88 Bode Thomas Street, Surulere",
  ]);
  expect(fitsSearch(stop!, "bode thomas")).toBe(true);
});
