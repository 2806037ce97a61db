/** HUB-2: reading and writing the areas of a hub as text. */
import { expect, test } from "vitest";
import { areaLines, readAreas, tiedAreas } from "./hub-areas.ts";

test.each([
  ["Ogun", [["Ogun", ""]]],
  ["ogun state", [["Ogun", ""]]],
  ["Abuja", [["FCT", ""]]],
  ["FCT (Abuja)", [["FCT", ""]]],
  [
    "Lagos: ikeja,  Victoria Island",
    [
      ["Lagos", "Ikeja"],
      ["Lagos", "Victoria Island"],
    ],
  ],
  ["Lagos: VI", [["Lagos", "Victoria Island"]]],
  ["Lagos: Lagos", [["Lagos", "Lagos"]]],
  ["Ikeja, Lagos", [["Lagos", "Ikeja"]]],
  ["Kano: Kano", [["Kano", "Kano"]]],
  ["Akwa Ibom: Uyo", [["Akwa Ibom", "Uyo"]]],
])("[HUB-2] %s", (line, areas) => {
  expect(readAreas(line)).toEqual(areas.map(([state, town]) => ({ state, town })));
});

test.each([
  ["Lagos: Xanadu", "we know no Xanadu in Lagos"],
  ["Kano: Ikeja", "we know no Ikeja in Kano"],
  ["Lagoss: Ikeja", "we know no state Lagoss"],
  ["Ikeja", "begin with the state, e.g. Lagos: Ikeja"],
  ["Lagos:", "name a town of Lagos, or leave out the colon"],
])("[HUB-4] %s is refused: %s", (line, wrong) => {
  expect(readAreas(line)).toEqual({ wrong });
});

test("[HUB-2] what is written is read again", () => {
  const lines = ["FCT", "Lagos: Agege, Ikeja", "Ogun", "Ogun: Ota"];
  const areas = lines.flatMap(
    (line) => readAreas(line) as ReturnType<typeof readAreas> & { state: "Lagos"; town: string }[],
  );
  expect(areaLines(areas)).toEqual(lines);
});

test("[HUB-4] two hubs with the same area tie there, and only there", () => {
  const ikeja = { state: "Lagos", town: "Ikeja" } as const;
  const lagos = { state: "Lagos", town: "" } as const;
  const hubs = [
    { name: "One", areas: [ikeja, lagos] },
    { name: "Two", areas: [lagos] },
    { name: "Three", areas: [{ state: "Lagos", town: "Agege" } as const] },
  ];
  expect(tiedAreas(hubs)).toEqual([{ area: lagos, hubs: ["One", "Two"] }]);
});
