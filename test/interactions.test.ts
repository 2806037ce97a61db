/** docs/interactions.md states the same numbers of interactions and keys as the browser tests count. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { TASKS } from "./fixtures/count-steps.ts";

test("the page has a line for each task that is counted, with its interactions and keys", () => {
  const lines = readFileSync("docs/interactions.md", "utf8").replaceAll(/ +/g, " ").split("\n");
  const missing = Object.entries(TASKS).filter(
    ([task, [interactions, keys]]) =>
      !lines.some((line) => line.startsWith(`| ${task} |`) && line.endsWith(`| ${interactions} | ${keys} |`)),
  );
  expect(missing).toEqual([]);
});
