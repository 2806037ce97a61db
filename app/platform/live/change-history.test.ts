import { expect, test } from "vitest";
import { createChangeHistory } from "./change-history.ts";

test("says what changed since an instant, and admits what it cannot know", () => {
  let now = 1000;
  const history = createChangeHistory(() => now, 3);
  expect(history.changedSince(["a"], 999)).toBe(true);
  expect(history.changedSince(["a"], 1000)).toBe(false);
  expect(history.changedSince(["a"], Number.NaN)).toBe(true);
  now = 2000;
  history.record(["a", "b"]);
  expect(history.changedSince(["a"], 1500)).toBe(true);
  expect(history.changedSince(["c"], 1500)).toBe(false);
  expect(history.changedSince(["c", "b"], 2001)).toBe(false);
  now = 3000;
  history.record(["c", "d"]);
  // "a" was dropped from the history. A page from before the change of "a" must therefore reload, whichever topics it
  // shows.
  expect(history.changedSince(["never"], 2000)).toBe(true);
  expect(history.changedSince(["never"], 2001)).toBe(false);
  now = 4000;
  history.reset();
  expect(history.changedSince(["never"], 3999)).toBe(true);
  expect(history.changedSince(["never"], 4000)).toBe(false);
});
