import { expect, test } from "vitest";
import { resultsPage } from "./fixtures/results-page.ts";

const kills = { fault: "a. Killed", figures: { kills: 20, lost: 0 }, on: "2026-11-22" };
const clock = { fault: "k. Clock", figures: { wrong: 0 }, on: "2026-11-20" };

test("a run of some faults replaces their sections and leaves the others", () => {
  const before = resultsPage(["# Title"], "", [clock, { ...kills, figures: { kills: 3 } }]);
  const page = resultsPage(["# Title", "More."], before, [kills]);
  expect(page).toBe(
    "# Title\n\nMore.\n\n## a. Killed\n\n- tried on: 2026-11-22\n- kills: 20\n- lost: 0\n\n## k. Clock\n\n- tried on: 2026-11-20\n- wrong: 0\n",
  );
});
