/** BOOK-7: finds the places that an address names. A name may mean the place itself, a spot near it, or a street. */
import { findName, foldName, wordsInText, type KnownPlace } from "./place-names.ts";
import {
  COUNCIL_WORDS,
  LONG_STREET_WORDS,
  NEAR_WORDS,
  PLACE_SUFFIXES,
  PREPOSITIONS,
  STREET_PAIRS,
  STREET_QUALIFIERS,
  STREET_WORDS,
  PERSON_TITLES,
} from "./place-words.ts";

export type Mention = {
  places: KnownPlace[];
  from: number;
  to: number;
  /**
   * `stands`: the address is in this place; `near`: the place is near the address, or something is named after it;
   * `none`: the name of a street or person.
   */
  as: "stands" | "near" | "none";
  /** True if the place's name is the only text between two commas. */
  alone: boolean;
  /** True if the address calls the place a council: 'Song LGA'. */
  council: boolean;
  /** True if no later part of the address names a place. */
  last: boolean;
};

/** The words between two commas. `joined`: the positions of the words that follow a dash, a slash, '&' or 'and'. */
type Part = { words: string[]; joined: Set<number> };

/** Matches phone numbers, to remove them from an address: in 'Ph 0803 123 4567', PH is not Port Harcourt. */
const PHONE = /\b(?:ph|tel|phone|gsm|mobile)?[\s.:]{0,4}(?:\+?234|\b0)\d(?:[\s-]?\d){7,9}\b/g;
const isCommon = (word: string) =>
  STREET_WORDS.has(word) ||
  STREET_QUALIFIERS.has(word) ||
  PLACE_SUFFIXES.has(word) ||
  PREPOSITIONS.has(word) ||
  NEAR_WORDS.has(word);

function partsOf(address: string): Part[] {
  const text = foldName(address)
    .replace(PHONE, ",")
    // Removes the dots of abbreviations: 'P.H.' and 'V.I' become one word each.
    .replace(/\b([a-z])\.(?=[a-z]\b)/g, "$1");
  return text.split(/[,;:\n\r()|]+/).map((part) => {
    const words: string[] = [];
    const joined = new Set<number>();
    for (const piece of part.replace(/\s+/g, " ").split(/(?<=[^\d ]) ?[-–—/&] ?| and /)) {
      joined.add(words.length);
      words.push(...wordsInText(piece));
    }
    return { words, joined };
  });
}

function streetAt(words: readonly string[], at: number): "long" | "short" | null {
  const word = words[at] ?? "";
  if (STREET_PAIRS.has(`${word}-${words[at + 1]}`)) return "long";
  if (!STREET_WORDS.has(word)) return null;
  if (word === "close" && words[at + 1] === "to") return null;
  return LONG_STREET_WORDS.has(word) ? "long" : "short";
}

/** Returns the kind of the street word after a name that ends at `at`. Null if no street word follows. */
function streetAfter(words: readonly string[], at: number): "long" | "short" | null {
  for (let to = at; to < at + 3; to++) {
    const street = streetAt(words, to);
    if (street) return street;
    if (!STREET_QUALIFIERS.has(words[to] ?? "")) return null;
  }
  return null;
}

/** Finds the places that a part of an address names, in the order of the text. */
function mentionsIn({ words, joined }: Part): Mention[] {
  const found: Mention[] = [];
  for (let at = 0; at < words.length; at++) {
    const name = findName(words, at, isCommon);
    if (!name) continue;
    const to = at + name.length;
    const places = words[to] === "state" ? ofState(name.places) : name.places;
    if (places.length > 0)
      found.push({
        places,
        from: at,
        to,
        as: "stands",
        alone: false,
        council: COUNCIL_WORDS.has(words[to] ?? ""),
        last: false,
      });
    at = to - 1;
  }
  const starts = new Map(found.map((mention) => [mention.from, mention]));
  const streets = new Map<Mention, "long" | "short">();
  for (const mention of found.toReversed()) {
    const street = streetOf(mention, words, joined, starts, streets);
    if (street) streets.set(mention, street);
    mention.as = street || isPerson(words, mention.from) ? "none" : standing(mention, words, starts);
    mention.alone = mention.from === 0 && restAfter(words, mention.to) === words.length;
  }
  return found;
}

/**
 * Returns the places that a name before the word 'State' can mean. If a state has the name, these are only states. So
 * 'Nasarawa State' is not Nasarawa in Kano.
 */
function ofState(places: KnownPlace[]): KnownPlace[] {
  const states = places.filter(({ isState }) => isState);
  return states.length > 0 ? states : places;
}

/** Returns the kind of the street that is named after a place, or null. Also reads 'Lagos-Ibadan Road'. */
function streetOf(
  { to }: Mention,
  words: readonly string[],
  joined: ReadonlySet<number>,
  starts: ReadonlyMap<number, Mention>,
  streets: ReadonlyMap<Mention, "long" | "short">,
): "long" | "short" | null {
  const own = streetAfter(words, to);
  // 'st' and 'dr' before a name are Saint and Doctor: 'Uyo St Luke's Hospital', 'Ikeja Dr Ade's house'.
  if (
    own &&
    /^(?:st|dr)$/.test(words[to]!) &&
    to + 1 < words.length &&
    !starts.has(to + 1) &&
    !isCommon(words[to + 1]!)
  )
    return null;
  if (own) return own;
  // In 'Lagos to Ibadan Road', 'to' joins the two towns as a dash does.
  const after = words[to] === "to" ? to + 1 : to;
  const next = starts.get(after);
  if (after > to || joined.has(to)) {
    if (next) return streets.get(next) ?? null;
    return streetAt(words, after + 1) ?? streetAt(words, after + 2);
  }
  return next && streets.get(next) === "long" ? "long" : null;
}

/** Skips words that only narrow a place: 'Uyo town', 'Wuse zone 4'. Returns the position after them. */
function restAfter(words: readonly string[], to: number): number {
  while (to < words.length && (PLACE_SUFFIXES.has(words[to]!) || /^\d/.test(words[to]!))) to++;
  return to;
}

/** True if a title stands before the name, with at most one word between the two. */
const isPerson = (words: readonly string[], from: number) =>
  PERSON_TITLES.has(words[from - 1] ?? "") ||
  (PERSON_TITLES.has(words[from - 2] ?? "") && !isCommon(words[from - 1]!));

function standing(
  { from, to }: Mention,
  words: readonly string[],
  starts: ReadonlyMap<number, Mention>,
): Mention["as"] {
  const before = words[from - 1] === "the" ? words[from - 2] : words[from - 1];
  if (NEAR_WORDS.has(before ?? "")) return "near";
  if (COUNCIL_WORDS.has(words[to] ?? "")) return "stands";
  const end = restAfter(words, to);
  if (streetAt(words, end) && end > to && !/^\d/.test(words[end - 1]!)) return "none";
  const next = words[end];
  // In 'Ikeja close to the market', 'close' is not a street but means near.
  if (next === undefined || next === "close" || starts.has(end) || PREPOSITIONS.has(next)) return "stands";
  // If a number follows the name, the street address starts at the number, so the name is a place: 'Gwarinpa 3rd
  // Avenue', 'Aba 12 Market Road'.
  return end > to && /^\d/.test(words[end - 1]!) ? "stands" : "near";
}

/** Finds the places that an address names, in the order of the text. */
export function readMentions(address: string): Mention[] {
  const parts = partsOf(address)
    .map(mentionsIn)
    .filter((mentions) => mentions.length > 0);
  for (const mention of parts.at(-1) ?? []) mention.last = true;
  return parts.flat();
}
