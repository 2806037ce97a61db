/** The hub that delivers to a place. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { holds } from "../../test/fixtures/holds.ts";
import { destinationHub, type HubArea } from "./destination-hub.ts";

const hub = (name: string, ...areas: [state: string, town?: string][]) => ({
  name,
  areas: areas.map(([state, town = ""]): HubArea => ({ state, town })),
});
const IKEJA = hub("Ikeja", ["Lagos", "Ikeja"], ["Lagos", "Agege"], ["Ogun"]);
const LEKKI = hub("Lekki", ["Lagos", "Lekki"], ["Lagos", "Lagos"]);
const COAST = hub("Badagry", ["Lagos"]);
const HUBS = [COAST, IKEJA, LEKKI];
const to = (state: string, town: string | null, hubs = HUBS) => {
  const found = destinationHub(hubs, { state, town });
  if (found.kind === "hub") return found.hub.name;
  return found.kind === "tie" ? found.hubs.map(({ name }) => name) : null;
};

test("[HUB-2] district beats town, town beats state", () => {
  expect(to("Lagos", "Ikeja")).toBe("Ikeja");
  expect(to("Lagos", "Lekki")).toBe("Lekki");
  // Yaba is a quarter of the city of Lagos. No hub names Yaba, so the hub of the city delivers there.
  expect(to("Lagos", "Yaba")).toBe("Lekki");
  expect(to("Lagos", "Lagos")).toBe("Lekki");
  // Badagry is a town of Lagos state, but no quarter of the city of Lagos.
  expect(to("Lagos", "Badagry")).toBe("Badagry");
  expect(to("Lagos", null)).toBe("Badagry");
  expect(to("Ogun", "Abeokuta")).toBe("Ikeja");
});

test("[HUB-2] a tie, and a place that no hub serves, are left to the desk", () => {
  const other = hub("Abeokuta", ["Ogun"], ["Lagos", "Ikeja"]);
  expect(to("Ogun", "Abeokuta", [IKEJA, other])).toEqual(["Ikeja", "Abeokuta"]);
  expect(to("Lagos", "Ikeja", [other, IKEJA])).toEqual(["Abeokuta", "Ikeja"]);
  expect(to("Kano", "Kano")).toBeNull();
  // The hub delivers to one quarter only. It serves neither another quarter nor an address without a known town.
  expect(to("Lagos", "Yaba", [hub("Ikeja", ["Lagos", "Ikeja"])])).toBeNull();
  expect(to("Lagos", null, [hub("Ikeja", ["Lagos", "Ikeja"])])).toBeNull();
  expect(destinationHub(HUBS, null)).toEqual({ kind: "none" });
  expect(destinationHub([], { state: "Lagos", town: "Ikeja" })).toEqual({ kind: "none" });
});

test("[HUB-2] a town of one name in another state is another place", () => {
  const surulere = hub("Surulere", ["Lagos", "Surulere"]);
  expect(to("Oyo", "Surulere", [surulere])).toBeNull();
});

const area = fc.record({
  state: fc.constantFrom("Lagos", "Ogun"),
  town: fc.constantFrom<string>("", "Lagos", "Ikeja", "Yaba", "Abeokuta"),
});
const someHubs = fc
  .array(fc.array(area, { minLength: 1, maxLength: 4 }), { maxLength: 5 })
  .map((all) => all.map((areas, n) => ({ name: `hub ${n}`, areas })));
const place = fc.record({
  state: fc.constantFrom("Lagos", "Ogun", "Lagos", "Ogun", "Kano"),
  town: fc.constantFrom(null, "Lagos", "Ikeja", "Yaba", "Abeokuta", "Unknown"),
});

test("[HUB-2] the answer depends on no order, serves the place, and a closer area is never passed over", () => {
  holds([someHubs, place, fc.nat()], (hubs, at, turn) => {
    const found = destinationHub(hubs, at);
    const chosen = found.kind === "hub" ? [found.hub] : found.kind === "tie" ? found.hubs : [];
    const cut = hubs.length === 0 ? 0 : turn % hubs.length;
    const turned = destinationHub([...hubs.slice(cut), ...hubs.slice(0, cut)], at);
    const again = turned.kind === "hub" ? [turned.hub] : turned.kind === "tie" ? turned.hubs : [];
    expect(new Set(again)).toEqual(new Set(chosen));
    for (const { areas } of chosen) expect(areas.some(({ state }) => state === at.state)).toBe(true);
    const exact = hubs.filter(({ areas }) =>
      areas.some(({ state, town }) => state === at.state && town === at.town),
    );
    if (exact.length > 0) expect(chosen).toEqual(exact);
    // The added hub serves the whole state. It is chosen only if no other hub serves the place.
    const added = { name: "state", areas: [{ state: at.state, town: "" }] };
    const more = destinationHub([...hubs, added], at);
    if (found.kind === "none") expect(more).toEqual({ kind: "hub", hub: added });
    else
      expect(more.kind === "tie" ? more.hubs : [more.kind === "hub" && more.hub]).toEqual(
        expect.arrayContaining(chosen),
      );
    return exact.length > 0;
  });
});
