/** The six geopolitical regions of Nigeria, their states, and the neighbours of each region. */
import type { StateName } from "./states.ts";

export const REGIONS = {
  "North West": ["Jigawa", "Kaduna", "Kano", "Katsina", "Kebbi", "Sokoto", "Zamfara"],
  "North East": ["Adamawa", "Bauchi", "Borno", "Gombe", "Taraba", "Yobe"],
  "North Central": ["Benue", "FCT", "Kogi", "Kwara", "Nasarawa", "Niger", "Plateau"],
  "South West": ["Ekiti", "Lagos", "Ogun", "Ondo", "Osun", "Oyo"],
  "South East": ["Abia", "Anambra", "Ebonyi", "Enugu", "Imo"],
  "South South": ["Akwa Ibom", "Bayelsa", "Cross River", "Delta", "Edo", "Rivers"],
} as const satisfies Record<string, readonly StateName[]>;

export type RegionName = keyof typeof REGIONS;
export const REGION_NAMES = Object.keys(REGIONS) as RegionName[];

export function isRegion(name: string): name is RegionName {
  return Object.hasOwn(REGIONS, name);
}

const NEIGHBOURS: readonly (readonly [RegionName, RegionName])[] = [
  ["North West", "North East"],
  ["North West", "North Central"],
  ["North East", "North Central"],
  ["North Central", "South West"],
  ["North Central", "South East"],
  ["North Central", "South South"],
  ["South West", "South South"],
  ["South East", "South South"],
];

export function regionOf(state: StateName): RegionName {
  const found = REGION_NAMES.find((region) => (REGIONS[region] as readonly StateName[]).includes(state));
  if (!found) throw new Error(`${state} is in no region`);
  return found;
}

/** True if two regions are neighbours. A region is not its own neighbour. */
export function areNeighbours(one: RegionName, other: RegionName): boolean {
  return NEIGHBOURS.some(([a, b]) => (a === one && b === other) || (a === other && b === one));
}
