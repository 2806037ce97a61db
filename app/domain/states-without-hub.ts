/** HUB-4, COMPANY-8: finds the states that no active hub serves, for a hint on the pages of hubs and company. Pure. */
import type { HubArea } from "./destination-hub.ts";
import { type StateName, STATES } from "./states.ts";

/** COMPANY-8: returns the states in which no hub delivers anywhere. Empty if there is no hub. */
export function statesWithoutHub(hubs: readonly { areas: readonly HubArea[] }[]): StateName[] {
  if (hubs.length === 0) return [];
  const served = new Set(hubs.flatMap(({ areas }) => areas.map(({ state }) => state)));
  return STATES.filter((state) => !served.has(state));
}
