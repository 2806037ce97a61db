/**
 * Each mutation of `npm run mutations` still fits the code. Without this test, a changed line would be noticed only
 * before a release.
 */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { MUTATIONS } from "./mutations/list.ts";
import { needsBuild } from "./mutations/mutation.ts";
import { switched } from "./mutations/switched.ts";

const read = (path: string) => readFileSync(path, "utf8");

test("each mutation changes a text that its file has once, and a test of its rule judges it", () => {
  const wrong = MUTATIONS.filter(
    ({ rule, file, find, test: judge }) =>
      read(file).split(find).length !== 2 || !read(judge).includes(`[${rule}]`),
  );
  expect(wrong.map(({ rule, file, find }) => `${rule} ${file}: ${find}`)).toEqual([]);
});

test("one build can have all mutations whose tests use the build, each beside the original", () => {
  const built = MUTATIONS.filter(needsBuild).map((mutation, n) => ({ ...mutation, n }));
  const wrong = [...Map.groupBy(built, ({ file }) => file)].flatMap(([file, mutations]) => {
    try {
      const text = switched(file, read(file), mutations);
      return mutations.filter(({ n }) => !text.includes(`MUTATION) == ${n}`)).map(() => file);
    } catch (error) {
      return [String(error)];
    }
  });
  expect(wrong).toEqual([]);
});

/** Rules without a mutation. docs/mutations.md gives the reasons. */
const WITHOUT = [
  ...["BOOK-15", "RUN-23", "WEB-6", "WEB-11"],
  ...["DEMO-2", "MSG-1", "OWNER-9", "PHONE-10", "PHONE-11", "PHONE-14", "PHONE-15", "PROFILE-7"],
  ...["RUN-4", "RUN-9", "STAFF-16", "STAFF-20", "WEB-5", "WEB-12"],
];

test("each rule of docs/product has a mutation, but for those that the page of mutations sets aside", () => {
  const rules = readdirSync("docs/product").flatMap((page) =>
    [...read(`docs/product/${page}`).matchAll(/^- \*\*([A-Z]+-\d+)\*\*/gm)].map(([, rule]) => rule!),
  );
  expect(rules.length).toBeGreaterThan(500);
  const mutated = new Set(MUTATIONS.map(({ rule }) => rule));
  expect(rules.filter((rule) => !mutated.has(rule)).toSorted()).toEqual(WITHOUT.toSorted());
  const said = read("docs/mutations.md");
  expect(WITHOUT.filter((rule) => !said.includes(rule))).toEqual([]);
});
