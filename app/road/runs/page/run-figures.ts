/** TRIP-16: the figures at the top of a run's page. Pure. */
import type { RunKind } from "../../../domain/run.ts";
import { codesIn, fateOf, type Counts, type Fate, type PieceOnRun } from "./run-page.ts";

export type Figure = {
  name: string;
  hint: string;
  codes: readonly string[];
  /** True if the figure is shown as a problem, for example because pieces are missing. */
  alarm?: boolean;
};

const HINTS: Record<RunKind, Omit<Record<keyof Counts, string>, "of" | "byCode">> = {
  delivery: {
    expected: "not delivered",
    scanned: "back in a hub",
    missing: "not back",
    extra: "not of this run",
  },
  pickup: { expected: "picked up", scanned: "in the hub", missing: "not here", extra: "not of this run" },
  linehaul: { expected: "on this run", scanned: "arrived", missing: "not here", extra: "not of this run" },
};

/**
 * Returns the figures of a run that is being loaded, or that has returned. Before the first piece is loaded, the pieces
 * that are still to be loaded are not shown as a problem.
 */
export function countFigures(kind: RunKind, counts: Counts): Figure[] {
  const { expected, scanned, missing, extra } = counts;
  const hints = HINTS[kind];
  if (counts.of === "load")
    return [
      { name: "Planned", hint: "on this run", codes: expected },
      { name: "Loaded", hint: `${counts.byCode} scanned`, codes: scanned },
      {
        name: "To load",
        hint: "not on board",
        codes: missing,
        alarm: scanned.length + extra.length > 0 && missing.length > 0,
      },
      { name: "Extra", hint: "not planned", codes: extra, alarm: extra.length > 0 },
    ];
  return [
    { name: "Expected", hint: hints.expected, codes: expected },
    { name: "Scanned", hint: hints.scanned, codes: scanned },
    { name: "Missing", hint: hints.missing, codes: missing, alarm: missing.length > 0 },
    { name: "Extra", hint: hints.extra, codes: extra, alarm: extra.length > 0 },
  ];
}

export function progressFigures(kind: RunKind, pieces: readonly PieceOnRun[]): Figure[] {
  const codes = codesIn(pieces);
  const fate = (...some: Fate[]) => codes((piece) => some.includes(fateOf(kind, piece)));
  const all = codes((piece) => fateOf(kind, piece) !== "off" && fateOf(kind, piece) !== "missing");
  if (kind === "pickup")
    return [
      { name: "Booked", hint: "on this run", codes: all },
      { name: "Picked up", hint: "with the rider, or in the hub", codes: fate("picked_up", "arrived") },
      { name: "Not picked up", hint: "with a reason", codes: fate("not_picked_up") },
      { name: "Left", hint: "with their senders", codes: fate("planned") },
    ];
  if (kind === "linehaul")
    return [
      { name: "Pieces", hint: "on this run", codes: all },
      { name: "Arrived", hint: "scanned at the other hub", codes: fate("arrived", "back") },
      { name: "Left", hint: "on the road", codes: fate("left") },
    ];
  return [
    { name: "Pieces", hint: "on this run", codes: all },
    { name: "Delivered", hint: "entered", codes: fate("delivered") },
    { name: "Not delivered", hint: "with a reason", codes: fate("failed", "back") },
    { name: "Left", hint: "nothing entered yet", codes: fate("left") },
  ];
}
