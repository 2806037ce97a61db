/**
 * BOOK-7: reads the state and the town of a postal address as people write it. Browser and server use this function.
 *
 * A name before a street word is not a place. A name that is part of another name ('Lagos Park') or only nearby ('near
 * Uyo') decides nothing alone, but leads to a question. The other names decide, if all of them can lie in one state. If
 * two states remain, the sender is asked: a wrong state costs a parcel, a question costs a moment
 * (docs/decisions/0031-state-of-an-address.md).
 */
import type { KnownPlace } from "./place-names.ts";
import { readMentions, type Mention } from "./place-mentions.ts";
import type { StateName } from "./states.ts";

export type PlaceReading =
  | { kind: "read"; state: StateName; town: string | null }
  /**
   * The states among which the question asks, the most likely first. A single state means that the address is too
   * vague.
   */
  | { kind: "asks"; states: StateName[] }
  | { kind: "unknown" };

const UNKNOWN: PlaceReading = { kind: "unknown" };
/** A question names at most this many states. If more are possible, the sender chooses from all states. */
const MOST_ASKED = 4;

const statesOf = ({ places }: Mention): StateName[] => [...new Set(places.map(({ state }) => state))];
const isWord = ({ places }: Mention) => places.every(({ mark }) => mark === "~");
const yields = ({ places }: Mention) => places.every(({ mark }) => mark === "~" || mark === "-");
/**
 * Returns the likely states of a name: the states of places with the mark `!`. If there are none, the states of places
 * without a mark. Empty for a council, because a council may be in any state that has the name.
 */
function meant({ places, council }: Mention): StateName[] {
  if (council) return [];
  const marked = places.filter(({ mark }) => mark === "!");
  const plain = marked.length > 0 ? marked : places.filter(({ mark }) => mark === "");
  return [...new Set(plain.map(({ state }) => state))];
}
const common = (a: readonly StateName[], b: readonly StateName[]) => a.filter((state) => b.includes(state));
const likely = (mention: Mention) => (meant(mention).length > 0 ? meant(mention) : statesOf(mention));

function asks(states: StateName[]): PlaceReading {
  const asked = [...new Set(states)];
  return asked.length === 0 || asked.length > MOST_ASKED ? UNKNOWN : { kind: "asks", states: asked };
}

/**
 * At most this many letters of an address are read. Forms refuse more than 400 letters. But the state is read before
 * that check, so a longer text can arrive here.
 */
const MOST_READ = 500;

export function recognisePlace(address: string): PlaceReading {
  const mentions = readMentions(address.slice(0, MOST_READ));
  const sure = mentions.filter((mention) => mention.as === "stands" && !isWord(mention));
  const words = mentions.filter((mention) => mention.as === "stands" && isWord(mention));
  const standing = [
    ...sure,
    ...words.filter(
      (word) =>
        (word.alone && word.last) ||
        word.council ||
        sure.some((other) => common(statesOf(word), statesOf(other)).length > 0),
    ),
  ];
  const near = mentions.filter((mention) => mention.as === "near" && !isWord(mention));
  if (standing.length === 0) return asks([...near, ...words.filter(({ last }) => last)].flatMap(likely));
  const { states, against } = agree(standing, near);
  if (against.length > 0) return asks([...states, ...against]);
  const [state, ...others] = states;
  if (!state || others.length > 0) return asks(states);
  return { kind: "read", state, town: townIn(state, standing) };
}

/**
 * Returns those of the `states` that have a place of this name. If none of them has such a place, returns all `states`.
 */
function narrow(states: StateName[], mention: Mention): StateName[] {
  const shared = common(states, statesOf(mention));
  return shared.length > 0 ? shared : states;
}

/** Returns the states in which all names of the address can lie, and the states of the names that contradict them. */
function agree(standing: Mention[], near: Mention[]): { states: StateName[]; against: StateName[] } {
  const firm = standing.filter((mention) => !yields(mention));
  const deciding = firm.length > 0 ? firm : standing;
  let states = statesOf(deciding.at(-1)!);
  const against: StateName[] = [];
  for (const mention of deciding.toReversed()) {
    const shared = common(states, statesOf(mention));
    if (shared.length > 0) states = shared;
    else against.push(...likely(mention));
  }
  states = standing.reduce(narrow, states);
  const best = common(states, deciding.flatMap(meant));
  const beside = near.reduce(narrow, states);
  // If the names allow several states, a landmark decides. If the landmark is in another state than the names, the
  // sender is asked: 'Ibadan Grill, Surulere'.
  if (best.length !== 1) states = beside;
  else states = beside.includes(best[0]!) ? best : [...best, ...beside];
  return { states, against };
}

/**
 * Returns the last town of the address. If this town is a quarter of a city, and the address also names the city,
 * returns the city.
 */
function townIn(state: StateName, standing: Mention[]): string | null {
  const inState = standing.map(({ places }) => places.filter((place) => place.state === state));
  const towns = inState
    .map((places) => places.find(({ town }) => town !== null))
    .filter((place) => place !== undefined);
  const ofOwnName = (place: KnownPlace) =>
    inState.some((places) => places.includes(place) && places.some((one) => one.isState));
  const town = towns.findLast((place) => !ofOwnName(place)) ?? towns.at(-1);
  if (!town?.town) return null;
  return towns.find((place) => place.town === town.city)?.town ?? town.town;
}
