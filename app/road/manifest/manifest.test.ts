import { expect, test } from "vitest";
import { pieceOnRun as piece } from "../../../test/fixtures/piece-on-run.ts";
import type { PieceOnRun } from "../runs/page/run-page.ts";
import { amountText, manifestRows, manifestPagesOf, rollLength, SHEET } from "./manifest.ts";

test("[TRIP-20] no page of a manifest holds more than its paper, and the signatures have room on the last", () => {
  for (const many of [1, 9, 14, 40, 61]) {
    const pieces = Array.from({ length: many }, (_, n) => piece({ stop: n % 37, collectKobo: 100 }));
    const rows = manifestRows("delivery", pieces, "a4");
    const pages = manifestPagesOf(rows, "a4");
    expect(pages.flat()).toEqual(rows);
    const { height, padding, head, foot, signatures } = SHEET.a4;
    const room = height - 2 * padding - head - foot;
    const used = pages.map((page) => page.reduce((sum, row) => sum + row.height, 0));
    for (const sum of used) expect(sum).toBeLessThanOrEqual(room);
    expect(used.at(-1)! + signatures).toBeLessThanOrEqual(room);
    expect(rows.flatMap(({ codes }) => codes).toSorted()).toEqual(pieces.map(({ code }) => code).toSorted());
    expect(manifestPagesOf(manifestRows("delivery", pieces, "roll"), "roll")).toHaveLength(1);
  }
  // A stop with 90 pieces has several rows. A piece that was removed from the run has no row.
  const big = Array.from({ length: 90 }, () => piece({ stop: 1 }));
  expect(
    manifestRows("delivery", [...big, piece({ stop: 2, outcome: "removed" })], "a4").map(
      ({ place }) => place,
    ),
  ).toEqual([1, 1, 1]);
  expect(rollLength(manifestRows("delivery", big, "roll"))).toBeGreaterThan(rollLength([]));
});

test("[TRIP-20] each person at a stop has a row, with the own phone number and sum", () => {
  const at = (name: string, phoneText: string, collectKobo: number) =>
    piece({ stop: 1, name, phone: phoneText, phoneText, collectKobo });
  const rows = manifestRows(
    "delivery",
    [at("Aisha Musa", "0809 111", 500), at("Tunde Ade", "0809 333", 2700), piece({ stop: 2 })],
    "a4",
  );
  expect(rows.map(({ place, name, phone, collectKobo }) => [place, name, phone, collectKobo])).toEqual([
    [1, "Aisha Musa", "0809 111", 500],
    [1, "Tunde Ade", "0809 333", 2700],
    [2, "Ada", "0803 123 4567", 0],
  ]);
});

test("[TRIP-20] a sum is there for what is still to be collected, once for a booking, as on the run's page", () => {
  const at = new Date("2026-11-21T10:00:00Z");
  const attempt = { event: 1, reason: "nobody_home" as const, note: null, at, act: 1 };
  const one = piece({ stop: 1, loadedAt: at, collectKobo: 6000, of: 2 });
  const sums = (...pieces: PieceOnRun[]) =>
    manifestRows("delivery", pieces, "a4").map(({ codes, collectKobo }) => [codes.length, collectKobo]);
  expect(sums(one, { ...one, pieceId: "second" })).toEqual([[2, 6000]]);
  expect(sums({ ...one, attempt }, { ...one, pieceId: "second" })).toEqual([[2, 6000]]);
  expect(sums({ ...one, attempt })).toEqual([[1, 0]]);
  expect(sums({ ...one, attempt, outcome: "returned_to_hub" })).toEqual([[1, 0]]);
  expect(sums({ ...one, outcome: "delivered" })).toEqual([[1, 0]]);
  const many = Array.from({ length: 45 }, (_, n) => ({ ...one, pieceId: `piece ${n}`, of: 45 }));
  expect(sums(...many)).toEqual([
    [40, 6000],
    [5, 0],
  ]);
});

test("[TRIP-20] the sum of a pickup is printed as that of a delivery, and what goes back is named", () => {
  const [row] = manifestRows("pickup", [piece({ stop: 1, collectKobo: 215_000 })], "a4");
  expect(amountText(row!)).toBe("₦2,150");
  expect(amountText({ collectKobo: 0, returning: false })).toBe("");
  expect(amountText({ collectKobo: 50_000, returning: true })).toBe("Back to sender ₦500");
});

test("[CHOICE-4] a stop has the choices of its receivers once, with room for their lines", () => {
  const said = ["Hand to Musa Bello, gateman, 0803 123 4567", "Landmark: Blue gate opposite the bank"];
  for (const paper of ["a4", "roll"] as const) {
    const [plain] = manifestRows("delivery", [piece({ stop: 1 })], paper);
    const [row] = manifestRows("delivery", [piece({ stop: 1, said }), piece({ stop: 1, said })], paper);
    expect(row!.said?.text).toBe(said.join(". "));
    expect(plain!.said).toBeNull();
    expect(row!.height).toBeGreaterThan(plain!.height);
  }
});

test("[PLACE-2] [TRIP-20] a stop has the notes about its place, with room for their lines", () => {
  const remembered = [
    "The receiver says: Opposite the mosque",
    "Last delivered here on 26 Nov 2026: green gate",
  ];
  for (const paper of ["a4", "roll"] as const) {
    const [plain] = manifestRows("delivery", [piece({ stop: 1 })], paper);
    const [row] = manifestRows("delivery", [piece({ stop: 1, remembered })], paper);
    expect(row!.remembered).toEqual({ text: remembered.join(". "), lines: 3 });
    expect(row!.height).toBeGreaterThan(plain!.height);
  }
});

test("[TRIP-4] [TRIP-20] a manifest has the whole address of each stop, and where else its receiver has pieces", () => {
  const long = `Block ${"7, behind the second filling station, ".repeat(9)}Ikeja`;
  const pieces = [piece({ stop: 1, address: long }), piece({ stop: 2, address: "88 Bode Thomas Street" })];
  for (const paper of ["a4", "roll"] as const) {
    const [first, second] = manifestRows("delivery", pieces, paper);
    expect(first!.address.text).toBe(long);
    expect(first!.address.lines).toBeGreaterThan(8);
    expect(first!.height).toBeGreaterThan(35);
    expect(first!.alsoAt?.text).toBe("also at 88 Bode Thomas Street, Ikeja");
    expect(second!.alsoAt?.text).toBe(`also at ${long}`);
    expect(manifestPagesOf(manifestRows("delivery", pieces, paper), paper)).toHaveLength(1);
  }
});
