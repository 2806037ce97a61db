/** Zones over pairs of states: the grid of a new list, and changes of many pairs. Pure. */
import { areNeighbours, isRegion, REGIONS, regionOf } from "../../domain/regions.ts";
import { isState, STATES, type StateName } from "../../domain/states.ts";
import type { PriceList, Zone } from "./price-list.ts";

export type Grid = PriceList["grid"];

export const FIRST_ZONES: readonly Zone[] = [
  { id: "A", name: "Same state" },
  { id: "B", name: "Same region" },
  { id: "C", name: "Neighbouring region" },
  { id: "D", name: "Far" },
];

function firstZone(from: StateName, to: StateName): string {
  if (from === to) return "A";
  const [one, other] = [regionOf(from), regionOf(to)];
  if (one === other) return "B";
  return areNeighbours(one, other) ? "C" : "D";
}

export function gridOf(zoneFor: (from: StateName, to: StateName) => string): Grid {
  return Object.fromEntries(
    STATES.map((from) => [from, STATES.map((to) => zoneFor(from, to)).join("")]),
  ) as Grid;
}

/** Makes zones by distance: same state, same region, neighbouring region, far. */
export const firstGrid = (): Grid => gridOf(firstZone);

/** The name for all states. A zone is assigned between two places: a state, a region or this name. */
export const EVERYWHERE = "Everywhere";

/** Returns the states that a name means: a state, a region or 'Everywhere'. Null for any other word. */
export function statesOf(place: string): readonly StateName[] | null {
  if (place === EVERYWHERE) return STATES;
  if (isRegion(place)) return REGIONS[place];
  return isState(place) ? [place] : null;
}

/** Sets the zone of every pair of states with one state in `from` and the other state in `to`, in both directions. */
export function withZone(
  grid: Grid,
  { from, to, zone }: { from: readonly StateName[]; to: readonly StateName[]; zone: string },
): Grid {
  const [starts, ends] = [new Set(from), new Set(to)];
  return gridOf((one, other) =>
    (starts.has(one) && ends.has(other)) || (starts.has(other) && ends.has(one))
      ? zone
      : grid[one].charAt(STATES.indexOf(other)),
  );
}
