import { expect, test } from "vitest";
import { pieceOnRun as piece } from "../../../../test/fixtures/piece-on-run.ts";
import { countsOf, fateOf, leftOf, newestEntry, nextStep, stopsIn, type PieceOnRun } from "./run-page.ts";
import { countFigures, progressFigures } from "./run-figures.ts";
import { moveAllText, stillOpenText, townsOf } from "../run-text.ts";

const AT = new Date("2026-11-21T10:00:00Z");
const loaded = (more: Partial<PieceOnRun> = {}) => piece({ loadedAt: AT, ...more });
const attempt = { event: 1, reason: "nobody_home" as const, note: null, at: AT, act: 1 };

test("[TRIP-16] what became of a piece: by its outcome, else by what was entered, else by whether it is loaded", () => {
  const fate = (one: PieceOnRun) => fateOf("delivery", one);
  expect(fate(piece())).toBe("planned");
  expect(fate(loaded())).toBe("left");
  expect(fate(loaded({ attempt }))).toBe("failed");
  expect(fate(loaded({ attempt, outcome: "returned_to_hub" }))).toBe("back");
  expect(fate(loaded({ attempt, outcome: "delivered" }))).toBe("delivered");
  expect(fate(piece({ outcome: "moved" }))).toBe("off");
  expect(fateOf("pickup", loaded())).toBe("picked_up");
});

test("[TRIP-16] before the seal it counts what is planned and loaded, once back what was not delivered and is in a hub", () => {
  const run = { kind: "delivery" as const };
  const sizes = (state: "planned" | "out" | "returned", pieces: PieceOnRun[], extra: string[] = []) => {
    const counts = countsOf({ ...run, state }, pieces, extra);
    return (
      counts && [counts.expected, counts.scanned, counts.missing, counts.extra].map(({ length }) => length)
    );
  };
  expect(
    sizes("planned", [piece(), loaded(), loaded({ extra: true }), piece({ outcome: "removed" })]),
  ).toEqual([2, 1, 1, 1]);
  const back = [
    loaded({ outcome: "delivered" }),
    loaded({ attempt }),
    loaded({ outcome: "returned_to_hub" }),
  ];
  expect(sizes("returned", back, ["OD1"])).toEqual([2, 1, 1, 1]);
  expect(sizes("out", back)).toBeNull();
  expect(countsOf({ kind: "pickup", state: "planned" }, [piece()], [])).toBeNull();
  // A piece that was missing at the seal is not expected back from the run.
  expect(sizes("returned", [piece({ outcome: "missing" })])).toEqual([0, 0, 0, 0]);
  const alarms = (pieces: PieceOnRun[]) =>
    countFigures("delivery", countsOf({ ...run, state: "planned" }, pieces, [])!).map(({ alarm }) =>
      Boolean(alarm),
    );
  expect(alarms([piece(), piece()])).toEqual([false, false, false, false]);
  expect(alarms([piece(), loaded()])).toEqual([false, false, true, false]);
  const loading = countFigures(
    "delivery",
    countsOf(
      { ...run, state: "planned" },
      [piece(), loaded({ loadedBy: "list" }), loaded({ loadedBy: "scan" }), loaded({ loadedBy: "list" })],
      [],
    )!,
  );
  expect(loading.map(({ name, hint, codes }) => `${name} ${codes.length}, ${hint}`)).toEqual([
    "Planned 4, on this run",
    "Loaded 3, 1 scanned",
    "To load 1, not on board",
    "Extra 0, not planned",
  ]);
});

test("[TRIP-16] on its way it counts what was entered", () => {
  const counts = (kind: "delivery" | "pickup" | "linehaul", ...pieces: PieceOnRun[]) =>
    progressFigures(kind, pieces).map(({ name, codes }) => `${name} ${codes.length}`);
  expect(counts("delivery", loaded(), loaded({ attempt }), loaded({ outcome: "delivered" }))).toEqual([
    "Pieces 3",
    "Delivered 1",
    "Not delivered 1",
    "Left 1",
  ]);
  expect(counts("pickup", piece(), loaded())).toEqual([
    "Booked 2",
    "Picked up 1",
    "Not picked up 0",
    "Left 1",
  ]);
  expect(counts("linehaul", loaded(), loaded({ outcome: "arrived" }))).toEqual([
    "Pieces 2",
    "Arrived 1",
    "Left 1",
  ]);
});

test("[TRIP-16] one button comes next", () => {
  const next = (
    state: "planned" | "loaded" | "out" | "returned" | "reconciled",
    kind: "delivery" | "pickup",
    ...pieces: PieceOnRun[]
  ) => nextStep({ kind, state, holder: true }, pieces);
  expect(next("planned", "delivery", piece())).toBe("load_planned");
  expect(next("planned", "delivery", piece(), loaded())).toBe("seal");
  expect(next("planned", "pickup", piece())).toBe("out");
  expect(next("loaded", "delivery", loaded())).toBe("out");
  expect(next("out", "delivery", loaded())).toBe("returned");
  expect(next("returned", "delivery")).toBe("reconcile");
  expect(next("reconciled", "delivery")).toBeNull();
  expect(nextStep({ kind: "delivery", state: "planned", holder: false }, [piece()])).toBe("holder");
  expect(leftOf("delivery", [loaded(), loaded({ attempt }), piece()])).toHaveLength(1);
});

test("[TRIP-16] a stop collects once for a booking, and what is off the run has no stop", () => {
  const first = piece({ stop: 4, collectKobo: 500, of: 2 });
  const second = { ...first, pieceId: "second" };
  const stops = stopsIn("delivery", [
    piece({ stop: 9 }),
    first,
    second,
    piece({ stop: 1, outcome: "removed" }),
  ]);
  expect(stops.map(({ place, stop, collectKobo }) => [place, stop, collectKobo])).toEqual([
    [1, 4, 500],
    [2, 9, 0],
  ]);
});

test("[TRIP-16] a stop collects for what is still open, not for what failed, was delivered or is back", () => {
  const at = (more: Partial<PieceOnRun>) => loaded({ stop: 1, collectKobo: 500, ...more });
  const collects = (...pieces: PieceOnRun[]) => stopsIn("delivery", pieces)[0]!.collectKobo;
  const done = [at({ attempt }), at({ outcome: "delivered" }), at({ outcome: "returned_to_hub" })];
  expect(collects(...done, at({ outcome: "missing" }))).toBe(0);
  expect(collects(...done, at({}))).toBe(500);
  expect(collects(...done, piece({ stop: 1, collectKobo: 700 }))).toBe(700);
  // The amount of a booking is due as long as one of its pieces is open.
  const two = at({ attempt, of: 2 });
  expect(collects(two, { ...two, pieceId: "second", attempt: null })).toBe(500);
});

test("[TRIP-16] at one address each receiver is named, with the sum of the own pieces", () => {
  const aisha = loaded({ stop: 1, name: "Aisha Musa", phone: "+2348091112222", collectKobo: 500, attempt });
  const tunde = loaded({ stop: 1, name: "Tunde Ade", phone: "+2348093334444", collectKobo: 2700 });
  const people = (...pieces: PieceOnRun[]) =>
    stopsIn("delivery", pieces)[0]!.people.map(({ name, phone, collectKobo }) => [name, phone, collectKobo]);
  expect(people(aisha, tunde)).toEqual([
    ["Aisha Musa", "+2348091112222", 0],
    ["Tunde Ade", "+2348093334444", 2700],
  ]);
  expect(people(tunde, { ...tunde, pieceId: "second", name: "TUNDE ADE" })).toHaveLength(1);
});

test("[TRIP-4] [TRIP-16] a stop says where else its receiver has pieces, and a place that was corrected since", () => {
  const phone = "+2348091112222";
  const bode = { address: "88 Bode Thomas Street", town: "Surulere" };
  const [first, second] = stopsIn("delivery", [
    loaded({ stop: 1, phone }),
    loaded({ stop: 2, phone, ...bode }),
    loaded({ stop: 2, phone: "+2348093334444", address: "1 Aba Road", town: "Ikeja" }),
    loaded({ stop: 3, phone, outcome: "moved", address: "5 Oke Street" }),
  ]);
  expect(first!.alsoAt).toEqual(["also at 88 Bode Thomas Street, Surulere"]);
  expect(second!.alsoAt).toEqual(["Ada: also at 4 Allen Avenue, Ikeja"]);
  expect(second!.people.map(({ ownPlace }) => ownPlace)).toEqual([null, "1 Aba Road, Ikeja"]);
});

test("[TRIP-12] the board says whose runs are still open", () => {
  const [yesterday, earlier] = ["2026-11-20", "2026-11-18"];
  expect(stillOpenText([yesterday], yesterday)).toBe("Yesterday's run is still open");
  expect(stillOpenText([yesterday, yesterday], yesterday)).toBe("Yesterday's runs are still open");
  expect(stillOpenText([earlier], yesterday)).toBe("An earlier day's run is still open");
  expect(stillOpenText([earlier, yesterday], yesterday)).toBe("Earlier runs are still open");
});

test("[TRIP-12] stops one after the other in one town are one line", () => {
  const at = (town: string) => ({ town, pieces: 2, open: 1 });
  expect(townsOf([at("Yaba"), at("Yaba"), at("Ikeja"), at("Yaba")])).toEqual([
    { town: "Yaba", from: 1, to: 2, pieces: 4, open: 2 },
    { town: "Ikeja", from: 3, to: 3, pieces: 2, open: 1 },
    { town: "Yaba", from: 4, to: 4, pieces: 2, open: 1 },
  ]);
});

test("[TRIP-17] the newest entry of a stop is what can be undone: of a piece that is as the entry says", () => {
  const later = { ...attempt, event: 2, act: 2 };
  const delivered = loaded({ outcome: "delivered", end: later });
  expect(newestEntry("delivery", [loaded({ attempt }), delivered, { ...delivered }])).toEqual({
    event: 2,
    fate: "delivered",
    pieces: 2,
    settled: null,
  });
  const counted = { ...delivered, settled: "counted" as const };
  expect(newestEntry("delivery", [delivered, counted])).toMatchObject({ pieces: 2, settled: "counted" });
  expect(newestEntry("delivery", [loaded({ attempt })])).toMatchObject({ event: 1, fate: "failed" });
  expect(newestEntry("delivery", [loaded({ attempt, outcome: "returned_to_hub" }), loaded()])).toBeNull();
  expect(newestEntry("pickup", [loaded({ end: attempt })])).toMatchObject({ fate: "picked_up" });
});

test("[TRIP-11] the form that moves pieces counts all that are still on the run, and calls them so", () => {
  expect([moveAllText(1), moveAllText(7)]).toEqual([
    "Move the 1 that is still on this run",
    "Move the 7 that are still on this run",
  ]);
});
