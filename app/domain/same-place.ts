/** BOOK-18: decides whether two postal addresses are in one place. Same Day works only within one place. */
import { cityOf } from "./place-names.ts";
import { recognisePlace } from "./recognise-place.ts";
import type { TownAndState } from "./states.ts";

/** True if two places are in one town or city. If a town is unknown, only the states are compared. */
export function isSamePlace(from: TownAndState, to: TownAndState): boolean {
  if (from.state !== to.state) return false;
  return !from.town || !to.town || cityOf(from.town, from.state) === cityOf(to.town, to.state);
}

/** Returns the chosen state, or else the state in the address, with the address's town if it lies in that state. */
export function placeOf(address: string, chosen: string): TownAndState | null {
  const reading = recognisePlace(address);
  if (reading.kind !== "read") return chosen ? { state: chosen, town: null } : null;
  const { state, town } = reading;
  return chosen && chosen !== state ? { state: chosen, town: null } : { state, town };
}
