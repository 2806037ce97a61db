/** Each rule of docs/product.md has a test that carries its number in the title. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SPEC_MESSAGES } from "./fixtures/spec-messages.ts";

const PAGE = readFileSync("docs/product.md", "utf8");
const rules = [...PAGE.matchAll(/^- \*\*([A-Z]+-\d+)\*\* /gm)].map(([, rule = ""]) => rule);

const tests = ["app", "server", "test"]
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  )
  .filter((path) => /\.test\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(path, "utf8") }));
/** The numbers of rules in the titles of a file: after a quotation mark, one or more texts like `[RULE-1]`. */
const proved = tests.flatMap(({ path, text }) =>
  [...text.matchAll(/["'`]((?:\[[A-Z]+-\d+\] )+)/g)].flatMap(([, tags = ""]) =>
    [...tags.matchAll(/[A-Z]+-\d+/g)].map(([rule]) => ({ path, rule })),
  ),
);

test("no rule has the number of another", () => {
  expect(rules.filter((rule, n) => rules.indexOf(rule) !== n)).toEqual([]);
  expect(rules.length).toBeGreaterThan(100);
});

test("every rule is named by the title of a test", () => {
  const named = new Set(proved.map(({ rule }) => rule));
  expect(rules.filter((rule) => !named.has(rule))).toEqual([]);
});

test("every number in the title of a test is a rule", () => {
  const wrong = proved.filter(({ rule }) => !rules.includes(rule));
  expect(wrong.map(({ path, rule }) => `${path}: ${rule}`)).toEqual([]);
});

test("every message of test/fixtures/spec-messages.ts is in section 14, and no other", () => {
  const section = PAGE.slice(PAGE.indexOf("## 14. Messages"));
  const rows = [...section.matchAll(/^\| (.+?) +\| (.+?) +\|/gm)].map(
    ([, area, words]) => `${area}: ${words}`,
  );
  const [, , ...listed] = rows;
  expect(new Set(listed)).toEqual(new Set(SPEC_MESSAGES.map(({ area, words }) => `${area}: ${words}`)));
});
