/** BOOK-7: what is read from the text of a postal address: a state, a question between states, or nothing. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { holds } from "../../test/fixtures/holds.ts";
import { LONG_STREET_WORDS, STREET_WORDS } from "./place-words.ts";
import { PLACES } from "./places.ts";
import { recognisePlace } from "./recognise-place.ts";
import { STATES } from "./states.ts";

/** The rows of a fixture: a text and its expected result. */
const rows = (file: string) =>
  readFileSync(`test/fixtures/${file}`, "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => line.split("\t") as [string, string]);

const short = (address: string) => {
  const reading = recognisePlace(address);
  if (reading.kind === "read") return reading.state;
  return reading.kind === "asks" ? `ask ${reading.states.join("|")}` : "unknown";
};

const ADDRESSES = rows("addresses.tsv");
const ofOneState = ADDRESSES.filter(([, states]) => !states.includes("|"));

describe("[BOOK-7] of addresses as people write them", () => {
  test("there are more than 400, in all 37 states", () => {
    expect(ADDRESSES.length).toBeGreaterThan(400);
    expect(new Set(ofOneState.map(([, state]) => state))).toEqual(new Set(STATES));
  });
  test("none is read wrongly", () => {
    const wrong = ADDRESSES.map(([address, states]) => ({ address, states, read: short(address) })).filter(
      ({ states, read }) => read !== states && read !== "unknown" && !read.startsWith("ask "),
    );
    expect(wrong).toEqual([]);
  });
  test("at least nine of ten are read, and the right state is among those asked", () => {
    const unread = ofOneState
      .map(([address, state]) => ({ state, got: short(address) }))
      .filter(({ state, got }) => got !== state);
    expect(unread.length).toBeLessThanOrEqual(ofOneState.length / 10);
    expect(unread.filter(({ state, got }) => got !== "unknown" && !got.includes(state))).toEqual([]);
  });
});

describe("[BOOK-7] of the 774 councils", () => {
  const councils = rows("lgas.tsv");
  test("each is known in its state", () => {
    expect(councils).toHaveLength(774);
    const unknown = councils.filter(([council, state]) => {
      const reading = recognisePlace(`12 Market Road, ${council}, ${state} State`);
      return reading.kind !== "read" || reading.state !== state || reading.town === null;
    });
    expect(unknown).toEqual([]);
  });
  test("none alone is read as another state, but the three that people write only with theirs", () => {
    const wrong = councils.filter(([council, state]) => {
      const reading = recognisePlace(`12 Market Road, ${council}`);
      return reading.kind === "read" && reading.state !== state;
    });
    expect(wrong).toEqual([
      ["Garki", "Jigawa"],
      ["Ekiti", "Kwara"],
      ["Surulere", "Oyo"],
    ]);
    for (const [council] of wrong) expect(short(`12 Market Road, ${council} LGA`)).toMatch(/^ask /);
  });
});

describe("[BOOK-7] a name", () => {
  test.each([
    ["10 Calabar Road", "unknown"],
    ["5 Lagos-Ibadan Expressway", "unknown"],
    ["Enugu/Onitsha Express Way, Awka", "Anambra"],
    ["Aba – Port Harcourt Expressway, Aba", "Abia"],
    ["Old Lagos Road, Ibadan", "Oyo"],
    ["Lagos Ibadan dual carriage way, Mowe", "Ogun"],
    ["Ikeja, close to the market", "Lagos"],
    ["Bodija Market", "ask Oyo"],
    ["Aba Park, Owerri", "Imo"],
    ["Alhaji Musa Bauchi, Fagge, Kano", "Kano"],
    ["Uyo, Calabar", "ask Cross River|Akwa Ibom"],
    ["Ikeja, Ogun State", "ask Ogun|Lagos"],
    ["Niger Delta University, Yenagoa", "Bayelsa"],
    ["12 Benin Republic Road, Badagry", "Lagos"],
    ["Call Song the driver", "unknown"],
    ["12 Market Road, Song", "Adamawa"],
    ["Song, 12 Market Road, Yola", "Adamawa"],
    ["Surulere, Ogbomosho", "Oyo"],
    ["Garki, Dutse, Jigawa", "Jigawa"],
    ["Abekuta", "Ogun"],
    ["PORT HACOURT", "Rivers"],
    ["Ìbàdàn", "Oyo"],
    ["Oweri", "Imo"],
    ["For the riders of the machine", "unknown"],
    ["River Benue Street, Maitama", "FCT"],
    ["Ikeja ph 08031234567", "Lagos"],
    ["", "unknown"],
  ])("in '%s': %s", (address, expected) => expect(short(address)).toBe(expected));
});

const NAMES = [
  ...STATES,
  ...Object.values(PLACES)
    .flatMap((lists) => lists.split("\n"))
    .flatMap((line) => line.replace(/^[^:|]+: /, "").split(/[|=]/))
    .map((name) => name.replace(/^[!~-]/, "")),
];
const KNOWN = new Set(NAMES.map((name) => name.toLowerCase()));
const UNMISTAKABLE = [
  ["Uyo", "Akwa Ibom"],
  ["Ikeja", "Lagos"],
  ["Maitama, Abuja", "FCT"],
  ["Abakaliki", "Ebonyi"],
  ["Port Harcourt", "Rivers"],
  ["Damaturu, Yobe State", "Yobe"],
] as const;

describe("[BOOK-7] whatever the name", () => {
  const name = fc.constantFrom(...NAMES);
  const to = fc.constantFrom(...UNMISTAKABLE);
  test("a word for a street after it leaves the place that follows", () => {
    fc.assert(
      fc.property(
        name,
        fc.constantFrom(...STREET_WORDS),
        to,
        fc.nat(300),
        (street, word, [place, state], n) => {
          // Some names that end with a word for a street are places, such as Adeoyo Ringroad. Such names lead to a
          // question, so this test skips them.
          fc.pre(!KNOWN.has(`${street} ${word}`.toLowerCase()));
          expect(short(`${n} ${street} ${word}, ${place}`)).toBe(state);
        },
      ),
      { numRuns: 3000 },
    );
  });
  test("a road between two is in neither", () => {
    const joint = fc.constantFrom("-", " - ", "–", "/", " / ", " and ", " to ", " ");
    fc.assert(
      fc.property(
        name,
        joint,
        name,
        fc.constantFrom(...LONG_STREET_WORDS),
        to,
        (a, dash, b, word, [place, state]) => {
          // The second name must not begin with a direction: in 'Ilorin-South West Ikoyi road', Ilorin South would be
          // read as a place.
          fc.pre(!/^(north|south|east|west)\b/i.test(b));
          // 'Emure-Mile' may be a misspelt Emure-Ile, which is a place. It leads to a question.
          fc.pre(!(a === "Emure" && b.startsWith("Mile")));
          expect(short(`Km 4 ${a}${dash}${b} ${word}, ${place}`)).toBe(state);
        },
      ),
      { numRuns: 3000 },
    );
  });
  test("case, accents, commas and spaces make no other state of it", () => {
    const address = fc.constantFrom(...ADDRESSES.map(([text]) => text));
    const change = fc.constantFrom<((text: string) => string)[]>(
      (text) => text.toUpperCase(),
      (text) => text.toLowerCase(),
      (text) => text.replaceAll(",", ""),
      (text) => text.replaceAll(",", "\n"),
      (text) => text.replaceAll(" ", "   "),
      (text) => text.normalize("NFD").replaceAll("a", "á").replaceAll("o", "ọ"),
      (text) => `${text}.`,
    );
    holds(
      [address, change],
      (text, changed) => {
        const [before, after] = [recognisePlace(text), recognisePlace(changed(text))];
        if (before.kind === "read" && after.kind === "read") expect(after.state).toBe(before.state);
        return before.kind === "read" && after.kind === "read" && changed(text) !== text;
      },
      { numRuns: 3000 },
    );
  });
});

test("[BOOK-7] a text longer than any address costs no more than an address", () => {
  const parts = [" ", ",", "é", "a-", "0 1-", "+234", "Kano ", "Lagos-", "portharcuort ", "<script>"];
  const fastest = (times: number) => {
    const texts = parts.map((part) => `12${part.repeat(times)}Kano`);
    const once = () => {
      const begun = performance.now();
      for (const text of texts) recognisePlace(text);
      return performance.now() - begun;
    };
    return Math.min(...Array.from({ length: 7 }, once));
  };
  fastest(200);
  expect(fastest(200_000) / fastest(200)).toBeLessThan(20);
});
