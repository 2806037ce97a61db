/** BOOK-7: recognises state and town in an address. */
import { PLACES } from "./places.ts";
import { STATES, type StateName } from "./states.ts";

const fold = (text: string) =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .trim();

/** `rank`: its place among all names. */
type KnownPlace = { key: string; town: string | null; state: StateName; rank: number };
type Places = { byKey: Map<string, KnownPlace[]>; mostWords: number };
let places: Places | undefined;

/** Every name by its words; two states may have towns of one name. */
function readPlaces(): Places {
  const names = [
    ...Object.entries(PLACES).flatMap(([state, towns]) =>
      towns.split("|").map((town) => ({ name: town, town, state: state as StateName })),
    ),
    ...STATES.map((state) => ({ name: state, town: null, state })),
    { name: "Abuja", town: "Abuja", state: "FCT" as const },
  ].map(({ name, ...place }, rank) => ({ ...place, key: fold(name), rank }));
  const byKey = new Map<string, KnownPlace[]>();
  for (const place of names) byKey.set(place.key, [...(byKey.get(place.key) ?? []), place]);
  return { byKey, mostWords: Math.max(...names.map(({ key }) => key.split(" ").length)) };
}

/** The places that a text names, in its order. */
function placesIn(text: string): KnownPlace[] {
  const { byKey, mostWords } = (places ??= readPlaces());
  const words = fold(text).split(" ");
  const found: KnownPlace[] = [];
  for (let from = 0; from < words.length; from++)
    for (let to = from + 1; to <= Math.min(words.length, from + mostWords); to++)
      found.push(...(byKey.get(words.slice(from, to).join(" ")) ?? []));
  return found;
}

/**
 * The town and state written in an address. The last state named wins ('Lagos Street, Kaduna' is Kaduna), else the
 * state of a named town. Nulls where nothing is recognised.
 */
export function recognisePlace(address: string): { state: StateName | null; town: string | null } {
  const found = placesIn(address);
  const named = found.filter(({ town }) => town === null).at(-1)?.state;
  // Longest names first, so that 'Ikeja North' is not read as 'Ikeja'.
  const towns = found
    .filter(({ town }) => town !== null)
    .sort((a, b) => b.key.length - a.key.length || a.rank - b.rank);
  // A town of the named state wins over a name that only looks like one ('Lagos Island Street, Kano').
  const inNamed = towns.find((place) => place.state === named);
  const town = named ? inNamed : towns[0];
  return { state: named ?? town?.state ?? null, town: town?.town ?? null };
}
