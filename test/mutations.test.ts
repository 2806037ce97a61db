/** The list of `npm run mutations` fits the code: otherwise a moved line would only be noticed before a release. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { MUTATIONS } from "./mutations/list.ts";

const read = (path: string) => readFileSync(path, "utf8");

test("each mutation changes a text that its file has once, and a test of its rule judges it", () => {
  const wrong = MUTATIONS.filter(
    ({ rule, file, find, test: judge }) =>
      read(file).split(find).length !== 2 || !read(judge).includes(`[${rule}]`),
  );
  expect(wrong.map(({ rule, file, find }) => `${rule} ${file}: ${find}`)).toEqual([]);
});

test("the list has a mutation for each rule that it once had", () => {
  expect(new Set(MUTATIONS.map(({ rule }) => rule)).size).toBeGreaterThanOrEqual(80);
});
