/** Finds names of the gazetteer in a sequence of words, even if they are misspelt. Does not know postal addresses. */
import { NO_PLACES } from "./place-words.ts";
import { PLACES } from "./places.ts";
import { STATES, type StateName } from "./states.ts";

export type KnownPlace = {
  state: StateName;
  /** The town of the place. Null for a state. */
  town: string | null;
  /**
   * The town to which a quarter belongs; 'Lagos' for a quarter of Lagos; null for any place that is not a quarter.
   */
  city: string | null;
  /** The mark of the name. places.ts explains the marks. */
  mark: "" | "!" | "-" | "~";
  /** True for a state. A town may have the same name as its state. */
  isState: boolean;
};
type Name = { words: string; places: KnownPlace[] };
type Index = {
  byKey: Map<string, Name[]>;
  /** The names that are recognised even if misspelt, by their first letter and length. */
  long: Map<string, Misspelt[]>;
  byTown: Map<string, KnownPlace>;
};

type Misspelt = { key: string; letters: number; places: KnownPlace[]; several: boolean };

const STATE_SPELLINGS: Partial<Record<StateName, string>> = {
  "Akwa Ibom": "Akwaibom|A Ibom|AKS",
  "Cross River": "Cross Rivers|C River|Crossriver",
  FCT: "Abuja|Abj|Federal Capital Territory|Abujah",
  Lagos: "Lag|Las Gidi|Lasgidi",
  Rivers: "River State",
};
const MOST_WORDS = 5;
/** A name with fewer letters is found only if its spaces are right: 'Ob i' is not Obi. */
const SHORTEST_JOINED = 6;

/** Returns one key for different spellings: for 'Oshogbo' and 'Osogbo', for 'Ilorin' and 'Illorin'. */
function keyOf(joined: string): string {
  return joined.length < SHORTEST_JOINED ? joined : joined.replaceAll("sh", "s").replace(/(.)\1+/g, "$1");
}

const ASCII = /^[\x20-\x7e]*$/;

export function foldName(text: string): string {
  const plain = ASCII.test(text) ? text : text.normalize("NFD").replace(/[\p{M}’ʼ]/gu, "");
  return plain.replace(/['`]/g, "").toLowerCase();
}

export const wordsInText = (text: string): string[] =>
  foldName(text).match(/\d+(?:st|nd|rd|th)(?![a-z])|\d+|[a-z]+/g) ?? [];

function* entries(): Generator<{ name: string; place: KnownPlace | null }> {
  for (const state of STATES) {
    for (const line of PLACES[state].split("\n")) {
      const [, city = null, names] = /^(?:([^:|]+): )?(.*)$/.exec(line)!;
      for (const entry of names!.split("|")) {
        const [, mark, spellings] = /^([!~-]?)(.*)$/.exec(entry)!;
        const [town, ...others] = spellings!.split("=");
        const place = { state, town: town!, city, mark: mark as KnownPlace["mark"], isState: false };
        for (const name of [town!, ...others]) yield { name, place };
      }
    }
    const named: KnownPlace = { state, town: null, city: null, mark: "", isState: true };
    for (const name of [state, ...(STATE_SPELLINGS[state]?.split("|") ?? [])]) yield { name, place: named };
  }
  yield { name: "Abuja", place: { state: "FCT", town: "Abuja", city: null, mark: "", isState: false } };
  for (const name of NO_PLACES.split("|")) yield { name, place: null };
}

/** This many names are added to the index before each pause. A slow phone adds them within a few ms. */
const AT_ONCE = 100;

function* makeIndex(): Generator<void, Index> {
  let read = 0;
  const byKey = new Map<string, Name[]>();
  const byTown = new Map<string, KnownPlace>();
  for (const { name, place } of entries()) {
    const words = wordsInText(name);
    const key = keyOf(words.join(""));
    const names = byKey.get(key) ?? [];
    if (names.length === 0) byKey.set(key, names);
    const written = words.join(" ");
    let known = names.find((one) => one.words === written);
    if (!known) names.push((known = { words: written, places: [] }));
    if (place) known.places.push(place);
    if (place?.town) byTown.set(`${place.state}|${place.town}`, place);
    if (++read % AT_ONCE === 0) yield;
  }
  return { byKey, byTown, long: yield* misspelt(byKey) };
}

/** Makes the list of names that are long enough to be recognised with a typing error. */
function* misspelt(byKey: Index["byKey"]): Generator<void, Index["long"]> {
  const long: Index["long"] = new Map();
  let read = 0;
  for (const [key, names] of byKey) {
    if (++read % AT_ONCE === 0) yield;
    const places = names.flatMap((name) => name.places);
    const shortest = places.some(({ isState, city }) => isState || !city) ? 7 : 8;
    if (key.length < shortest && !(key.length === 6 && places.some(isMain))) continue;
    // 'Riders' is a word and must not be read as a misspelt Rivers.
    if (key === "rivers" || places.length === 0 || places.some(({ mark }) => mark === "~") || /\d/.test(key))
      continue;
    const several = names.some(({ words }) => words.includes(" "));
    const alike = `${key[0]}${key.length}`;
    const same = long.get(alike) ?? [];
    if (same.length === 0) long.set(alike, same);
    same.push({ key, letters: lettersOf(key), places, several });
  }
  return long;
}

/** True for a state and for its capital. The capital is the first name in the list of the state. */
const isMain = ({ state, town, isState }: KnownPlace) =>
  isState || PLACES[state].split(/[|=\n]/, 1)[0] === town;

let index: Index | undefined;

function getIndex(): Index {
  if (index) return index;
  const making = makeIndex();
  let step = making.next();
  while (!step.done) step = making.next();
  return (index = step.value);
}

/** Makes the index in advance, with pauses in which the browser can react to typing. */
export async function prepareIndex(pause: () => Promise<void>): Promise<void> {
  const making = makeIndex();
  let step = making.next();
  while (!step.done && !index) {
    await pause();
    step = making.next();
  }
  if (step.done) index ??= step.value;
}

export type FoundPlaces = { places: KnownPlace[]; length: number };

/** Finds the longest name that begins at a word. `words` ends at the next comma. */
export function findName(
  words: readonly string[],
  at: number,
  isCommon: (word: string) => boolean,
): FoundPlaces | null {
  const most = Math.min(MOST_WORDS, words.length - at);
  for (let length = most; length > 1; length--) {
    const places =
      exact(words.slice(at, at + length)) ??
      (length < 4 ? near(words.slice(at, at + length), isCommon) : null);
    if (places) return { places, length };
  }
  const places = exact([words[at]!]) ?? near([words[at]!], isCommon);
  return places && { places, length: 1 };
}

/**
 * Returns the places with exactly these words. Empty if the words are known not to be a place. Null for unknown words.
 */
function exact(words: string[]): KnownPlace[] | null {
  const key = keyOf(words.join(""));
  const names = getIndex().byKey.get(key);
  if (!names) return null;
  if (key.length >= SHORTEST_JOINED) return names.flatMap((name) => name.places);
  const written = words.join(" ");
  const asWritten = names.find((name) => name.words === written);
  if (asWritten || words.length > 1) return asWritten?.places ?? null;
  // A single word may be another spelling of a one-word name: 'Oweri' is Owerri.
  const spelt = names.filter((name) => !name.words.includes(" "));
  return spelt.length > 0 ? spelt.flatMap((name) => name.places) : null;
}

/** Returns the places with the closest name, which differs by at most two letters. Null without such a name. */
function near(words: string[], isCommon: (word: string) => boolean): KnownPlace[] | null {
  if (words.some((word) => /\d/.test(word) || isCommon(word))) return null;
  const key = keyOf(words.join(""));
  if (key.length < (words.length > 1 ? 8 : 5)) return null;
  const letters = lettersOf(key);
  const { long } = getIndex();
  let best = { distance: 3, places: [] as KnownPlace[] };
  for (let length = key.length - 2; length <= key.length + 2; length++)
    for (const one of long.get(`${key[0]}${length}`) ?? []) {
      if (words.length > 1 && !one.several) continue;
      // With several words, two wrong letters may mean another name: 'Oron Waterside' is not Ogun Waterside.
      const allowed = Math.min(length >= 11 && words.length === 1 ? 2 : 1, best.distance);
      if (Math.abs(length - key.length) > allowed || countBits(letters ^ one.letters) > 2 * allowed) continue;
      const distance = lettersApart(key, one.key, allowed);
      if (distance > allowed) continue;
      if (best.distance === distance) best.places.push(...one.places);
      else best = { distance, places: [...one.places] };
    }
  return best.places.length > 0 ? best.places : null;
}

/** Returns the letters of a key, one bit each. The bits rule out most names without comparing their letters. */
function lettersOf(key: string): number {
  let letters = 0;
  for (let at = 0; at < key.length; at++) letters |= 1 << (key.charCodeAt(at) - 97);
  return letters;
}

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/**
 * Counts the letters that are left out, added, wrong, or swapped with the next letter. A result above `most` is
 * inexact.
 */
function lettersApart(a: string, b: string, most: number): number {
  let [before, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const wrong = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + wrong);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, before[j - 2]! + 1);
      row.push(cost);
    }
    if (Math.min(...row) > most) return most + 1;
    [before, last] = [last, row];
  }
  return last[b.length]!;
}

/**
 * Returns the city of a town in a state. An unknown town, such as one of an earlier release, is returned as it is.
 */
export const cityOf = (town: string, state: string): string =>
  getIndex().byTown.get(`${state}|${town}`)?.city ?? town;

/** Returns the usual spelling of a town, city or district in a state. Null for a name that is unknown there. */
export function knownTown(name: string, state: StateName): string | null {
  const places = exact(wordsInText(name))?.filter((place) => place.state === state) ?? [];
  const town = places.find((place) => place.town !== null)?.town;
  if (town) return town;
  // The city of Lagos is not a place of its own in the gazetteer. Its name is only in the `city` of its districts.
  const folded = wordsInText(name).join(" ");
  const district = [...getIndex().byTown.values()].find(
    ({ state: of, city }) => of === state && city !== null && wordsInText(city).join(" ") === folded,
  );
  return district?.city ?? null;
}
