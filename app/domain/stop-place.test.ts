import { expect, test } from "vitest";
import { NOT_STORED } from "./erased.ts";
import { alsoAt, byPerson, byReceiver, placeKey, placeLine, type AtPlace } from "./stop-place.ts";

const at = (more: Partial<AtPlace> = {}): AtPlace => ({
  name: "Ada Obi",
  phone: "+2348091112222",
  address: "12 Allen Avenue",
  town: "Ikeja",
  state: "Lagos",
  ...more,
});
const isOne = (a: Partial<AtPlace>, b: Partial<AtPlace>) => placeKey(at(a)) === placeKey(at(b));

test("[TRIP-4] an address that is written otherwise is the same place; another town, state or number is not", () => {
  for (const address of [
    "12, allen avenue.",
    " 12  ALLEN-AVENUE",
    "12 Állen Avenue",
    "12\nAllen\u00a0Avenue",
  ])
    expect(isOne({}, { address })).toBe(true);
  expect(isOne({ town: "ikeja " }, {})).toBe(true);
  expect(isOne({ phone: "+2348093334444", name: "Tunde" }, {})).toBe(true);
  expect(isOne({ town: "Surulere" }, {})).toBe(false);
  expect(isOne({ town: null }, {})).toBe(false);
  expect(isOne({ state: "Oyo" }, {})).toBe(false);
  expect(isOne({ address: "Flat 1, 2 Allen Avenue" }, { address: "Flat 12, Allen Avenue" })).toBe(false);
  expect(isOne({ address: "Flat 1, 2 Allen Avenue" }, { address: "flat 1 / 2 allen avenue" })).toBe(true);
});

test("[TRIP-4] without an address only parcels of one phone are at one place", () => {
  for (const address of ["", " - ", NOT_STORED]) {
    expect(isOne({ address }, { address })).toBe(true);
    expect(isOne({ address }, { address, phone: "+2348093334444" })).toBe(false);
    expect(isOne({ address }, {})).toBe(false);
  }
});

test("[TRIP-4] a receiver is a phone number at a place; people who share it are named apart", () => {
  const all = [
    at(),
    at({ name: "ada obi " }),
    at({ name: "Bola Obi" }),
    at({ phone: "+2348093334444" }),
    at({ address: "88 Bode Thomas Street" }),
  ];
  expect(byReceiver(all, (one) => one).map(({ length }) => length)).toEqual([3, 1, 1]);
  expect(byPerson(all, (one) => one).map(({ length }) => length)).toEqual([2, 1, 1, 1]);
});

test("[TRIP-4] each stop says where else its people have pieces, by name if it has several receivers", () => {
  const bode = at({ address: "88 Bode Thomas Street", town: "Surulere" });
  const kano = at({ address: "", town: null, state: "Kano" });
  const tunde = at({ name: "Tunde Ade", phone: "+2348093334444" });
  expect(alsoAt([at()], [at(), bode, { ...bode, address: "88, BODE THOMAS street" }])).toEqual([
    "also at 88 Bode Thomas Street, Surulere",
  ]);
  expect(alsoAt([bode], [at(), bode, kano])).toEqual(["also at 12 Allen Avenue, Ikeja; Kano"]);
  expect(alsoAt([at(), tunde], [at(), tunde, bode])).toEqual([
    "Ada Obi: also at 88 Bode Thomas Street, Surulere",
  ]);
  expect(alsoAt([tunde], [at(), tunde, bode])).toEqual([]);
  // Erased receivers all have the same text in place of a phone number. They must not count as one person.
  const erased = { phone: NOT_STORED, name: NOT_STORED };
  expect(alsoAt([at(erased)], [at(erased), { ...bode, ...erased }])).toEqual([]);
});

test("[TRIP-20] a place in a line has its town once", () => {
  expect(placeLine(at())).toBe("12 Allen Avenue, Ikeja");
  expect(placeLine(at({ address: "12 Allen Avenue, IKEJA." }))).toBe("12 Allen Avenue, IKEJA.");
  expect(placeLine(at({ address: "12 Ikejades Close" }))).toBe("12 Ikejades Close, Ikeja");
  expect(placeLine(at({ address: " ", town: null }))).toBe("Lagos");
});
