/** BOOK-18: whether two addresses are in one place, where Same Day is offered. */
import { cityOf } from "./place-names.ts";
import { recognisePlace } from "./recognise-place.ts";
import type { Place } from "./states.ts";

/** Where no town is known, the state decides. */
export function isSamePlace(from: Place, to: Place): boolean {
  if (from.state !== to.state) return false;
  return !from.town || !to.town || cityOf(from.town, from.state) === cityOf(to.town, to.state);
}

/** An address's place: the chosen state, else the one that is read, with the town where it is in that state. */
export function placeOf(address: string, chosen: string): Place | null {
  const reading = recognisePlace(address);
  if (reading.kind !== "read") return chosen ? { state: chosen, town: null } : null;
  const { state, town } = reading;
  return chosen && chosen !== state ? { state: chosen, town: null } : { state, town };
}
