/**
 * HUB-2: finds the hub that delivers to a place. A hub that names the place's district comes first, then a hub that
 * names the town, then a hub for the whole state.
 */
import { cityOf } from "./place-names.ts";
import type { TownAndState } from "./states.ts";

/** An area to which a hub delivers. An empty `town` means the whole state. */
export type HubArea = { state: string; town: string };

export type DestinationHub<Hub> =
  | { kind: "hub"; hub: Hub }
  /** Several hubs name the place with the same precision, so dispatch decides. */
  | { kind: "tie"; hubs: Hub[] }
  /** No hub delivers to the place, or the place is unknown, so dispatch decides. */
  | { kind: "none" };

const NOT_THERE = 0;
const STATE = 1;
const TOWN = 2;
const DISTRICT = 3;

function closeness(area: HubArea, place: TownAndState, city: string | null): number {
  if (area.state !== place.state) return NOT_THERE;
  if (area.town === "") return STATE;
  if (area.town === place.town) return place.town === city ? TOWN : DISTRICT;
  return area.town === city ? TOWN : NOT_THERE;
}

/** Finds the hub among `hubs`, the active hubs. A tie lists its hubs in the order of `hubs`. */
export function destinationHub<Hub extends { areas: readonly HubArea[] }>(
  hubs: readonly Hub[],
  place: TownAndState | null,
): DestinationHub<Hub> {
  if (!place) return { kind: "none" };
  const city = place.town ? cityOf(place.town, place.state) : null;
  const found = hubs.map((hub) => ({
    hub,
    near: Math.max(NOT_THERE, ...hub.areas.map((area) => closeness(area, place, city))),
  }));
  const nearest = Math.max(NOT_THERE, ...found.map(({ near }) => near));
  if (nearest === NOT_THERE) return { kind: "none" };
  const [first, ...others] = found.filter(({ near }) => near === nearest).map(({ hub }) => hub);
  return others.length === 0 ? { kind: "hub", hub: first! } : { kind: "tie", hubs: [first!, ...others] };
}
