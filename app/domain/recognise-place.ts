/** BOOK-7: recognises state and town in an address. */
import { PLACES } from "./places.ts";
import { STATES, type StateName } from "./states.ts";

const fold = (text: string) =>
  ` ${text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .trim()} `;

type KnownPlace = { key: string; town: string | null; state: StateName };
let places: KnownPlace[] | undefined;

/** Longest names first, so that 'Ikeja North' is not read as 'Ikeja'. */
function allPlaces(): KnownPlace[] {
  places ??= [
    ...Object.entries(PLACES).flatMap(([state, names]) =>
      names.split("|").map((town) => ({ key: fold(town), town, state: state as StateName })),
    ),
    ...STATES.map((state) => ({ key: fold(state), town: null, state })),
    { key: " abuja ", town: "Abuja", state: "FCT" as const },
  ].sort((a, b) => b.key.length - a.key.length);
  return places;
}

/**
 * The town and state written in an address. The last state named wins ('Lagos Street, Kaduna' is Kaduna), else the
 * state of a named town. Nulls where nothing is recognised.
 */
export function recognisePlace(address: string): { state: StateName | null; town: string | null } {
  const text = fold(address);
  const named = STATES.map((state) => ({ state, at: text.lastIndexOf(fold(state)) }))
    .filter((found) => found.at >= 0)
    .sort((a, b) => b.at - a.at)[0]?.state;
  const towns = allPlaces().filter((place) => place.town && text.includes(place.key));
  // A town of the named state wins over a name that only looks like one ('Lagos Island Street, Kano').
  const inNamed = towns.find((place) => place.state === named);
  const town = named ? inNamed : towns[0];
  return { state: named ?? town?.state ?? null, town: town?.town ?? null };
}
