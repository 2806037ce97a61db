import type { HubArea } from "../../domain/destination-hub.ts";
import { STATES, type StateName } from "../../domain/states.ts";

/** Returns the name of a state's checkbox. A ticked checkbox means that the state is served. */
export const servesName = (state: StateName) => `serves ${state}`;

/** COMPANY-8: returns the states in which no hub delivers anywhere. Empty if there is no hub. */
export function statesWithoutHub(hubs: readonly { areas: readonly HubArea[] }[]): StateName[] {
  if (hubs.length === 0) return [];
  const served = new Set(hubs.flatMap(({ areas }) => areas.map(({ state }) => state)));
  return STATES.filter((state) => !served.has(state));
}
