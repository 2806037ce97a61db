/**
 * HUB-2: the areas of a hub as people write them. 'Ogun' is the whole state. 'Lagos: Ikeja, Agege' are towns and
 * districts of a state.
 */
import type { HubArea } from "../../domain/destination-hub.ts";
import { knownTown } from "../../domain/place-names.ts";
import { stateLabel, STATES, type StateName } from "../../domain/states.ts";

export type Area = HubArea & { state: StateName };

const folded = (text: string) => text.toLowerCase().replace(/[^a-z]/g, "");

function stateOf(text: string): StateName | null {
  const word = folded(text).replace(/state$/, "");
  if (["abuja", "fctabuja"].includes(word)) return "FCT";
  return STATES.find((state) => folded(state) === word) ?? null;
}

/** Returns the areas that one line of text names, or the reason why the line is wrong. */
export function readAreas(line: string): Area[] | { wrong: string } {
  const [before = "", after] = line.split(":").map((part) => part.trim());
  const state = stateOf(before);
  if (state && after === undefined) return [{ state, town: "" }];
  if (state) return townsIn(state, after!.split(","));
  if (after !== undefined) return { wrong: `we know no state ${before}` };
  // The state may be the last part, as in a postal address: 'Ikeja, Lagos'.
  const parts = before.split(",");
  const last = stateOf(parts.at(-1)!);
  if (last) return townsIn(last, parts.slice(0, -1));
  return { wrong: `begin with the state, e.g. Lagos: ${before}` };
}

function townsIn(state: StateName, names: readonly string[]): Area[] | { wrong: string } {
  const areas: Area[] = [];
  for (const name of names.map((one) => one.trim()).filter(Boolean)) {
    const town = knownTown(name, state);
    if (town === null) return { wrong: `we know no ${name} in ${stateLabel(state)}` };
    areas.push({ state, town });
  }
  return areas.length > 0 ? areas : { wrong: `name a town of ${stateLabel(state)}, or leave out the colon` };
}

/** Returns the areas without duplicates, sorted by state and then by town. */
export function sortedAreas(areas: readonly Area[]): Area[] {
  const byName = new Map(areas.map((area) => [`${area.state}|${area.town}`, area]));
  return [...byName.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, area]) => area);
}

/** Writes areas as text for `readAreas`: a line for each whole state, and a line for a state's towns. */
export function areaLines(areas: readonly Area[]): string[] {
  const states = Map.groupBy(sortedAreas(areas), ({ state }) => state);
  return [...states].flatMap(([state, own]) => {
    const towns = own.filter(({ town }) => town !== "").map(({ town }) => town);
    return [
      ...(towns.length < own.length ? [state] : []),
      ...(towns.length > 0 ? [`${state}: ${towns.join(", ")}`] : []),
    ];
  });
}

export type Tie = { area: Area; hubs: string[] };

/** Returns the areas that belong to several active hubs. Dispatch chooses the hub for pieces to such an area. */
export function tiedAreas(hubs: readonly { name: string; areas: readonly Area[] }[]): Tie[] {
  const all = hubs.flatMap(({ name, areas }) => areas.map((area) => ({ name, area })));
  return [...Map.groupBy(all, ({ area }) => `${area.state}|${area.town}`).values()]
    .filter((same) => same.length > 1)
    .map((same) => ({ area: same[0]!.area, hubs: same.map(({ name }) => name) }));
}

/** Names an area: 'Ikeja, Lagos', or 'the whole of Ogun'. */
export const areaText = ({ state, town }: Area): string =>
  town === "" ? `the whole of ${stateLabel(state)}` : `${town}, ${stateLabel(state)}`;
