/**
 * The rules in docs/product/: each number occurs once and is used by a test. The code names no other numbers. The pages
 * stay short enough to read.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const MAX_WORDS_OF_A_PART = 60;
/**
 * The largest number of words in docs/product/ with 506 rules (FIRST_RULES). Each further rule raises this number by
 * MAX_WORDS_OF_A_PART.
 */
const MAX_WORDS = 21_000;
const FIRST_RULES = 506;

const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name));
const read = (paths: string[]) => paths.map((path) => ({ path, text: readFileSync(path, "utf8") }));

const INDEX = readFileSync("docs/product.md", "utf8");
const pages = read(filesBelow("docs/product"));
/** Each rule: its number, and its text up to the next rule or heading, including numbered parts and tables. */
const rules = pages.flatMap(({ path, text }) =>
  text
    .split(/^(?=- \*\*|#)/m)
    .flatMap((part) => (/^- \*\*([A-Z]+-\d+)\*\* ([\s\S]*)$/.exec(part) ? [part] : []))
    .map((part) => {
      const [, number = "", body = ""] = /^- \*\*([A-Z]+-\d+)\*\* ([\s\S]*)$/.exec(part) ?? [];
      return { path, number, body };
    }),
);
const numbers = new Set(rules.map(({ number }) => number));

/** Counts words, which contain a letter or digit. Numbers of rules and of list entries are not counted. */
const countWords = (text: string) =>
  text
    .replaceAll(/^- \*\*[A-Z]+-\d+\*\* /gm, "")
    .replaceAll(/^\s*\d+\. /gm, "")
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
/** Splits a rule into its parts: the text at the beginning, each numbered part, and each row of a table. */
const partsOf = (body: string) => body.split(/\n\s*(?=\d+\. |\|)/).map((part) => part.trim());

const sources = read(
  ["app", "server", "test"].flatMap(filesBelow).filter((path) => /\.(?:ts|tsx|mjs|css|sql)$/.test(path)),
);
/** The numbers of rules in the test titles of a file: one or more texts like `[RULE-1]` after a quotation mark. */
const proved = sources
  .filter(({ path }) => /\.test\.tsx?$/.test(path))
  .flatMap(({ path, text }) =>
    [...text.matchAll(/["'`]((?:\[[A-Z]+-\d+\] )+)/g)].flatMap(([, tags = ""]) =>
      [...tags.matchAll(/[A-Z]+-\d+/g)].map(([rule]) => ({ path, rule })),
    ),
  );

test("no rule has the number of another", () => {
  const all = rules.map(({ number }) => number);
  expect(all.filter((number, n) => all.indexOf(number) !== n)).toEqual([]);
  expect(all.length).toBeGreaterThan(500);
});

test("every rule is named by the title of a test", () => {
  const named = new Set(proved.map(({ rule }) => rule));
  expect([...numbers].filter((number) => !named.has(number))).toEqual([]);
});

test("every number in the title of a test is a rule", () => {
  const wrong = proved.filter(({ rule }) => !numbers.has(rule));
  expect(wrong.map(({ path, rule }) => `${path}: ${rule}`)).toEqual([]);
});

test("every number of a rule in code, tests and rules is a rule", () => {
  const areas = [...new Set(rules.map(({ number }) => number.split("-")[0]!))];
  const inText = new RegExp(`(?<![\\w-])(?:${areas.join("|")})-\\d+(?![\\w-])`, "g");
  const used = [...sources, ...pages].flatMap(({ path, text }) =>
    [...text.matchAll(inText)].map(([rule]) => ({ path, rule })),
  );
  expect(used.length).toBeGreaterThan(1000);
  expect(used.filter(({ rule }) => !numbers.has(rule))).toEqual([]);
});

test("the index names every page and every area of rules, beside the page that has it", () => {
  const rows = pages.map(({ path }) => {
    const areas = rules.filter((rule) => rule.path === path).map(({ number }) => number.split("-")[0]!);
    return { page: path.replace("docs/", ""), areas: [...new Set(areas)].join(", ") };
  });
  const listed = [...INDEX.matchAll(/^\| \[[^\]]+\]\(([^)]+)\) +\| (.+?) +\|$/gm)].map(([, page, areas]) => ({
    page,
    areas,
  }));
  expect(listed.toSorted((a, b) => a.page!.localeCompare(b.page!))).toEqual(
    rows.toSorted((a, b) => a.page.localeCompare(b.page)),
  );
});

test(`no rule, and no numbered part of one, has more than ${MAX_WORDS_OF_A_PART} words`, () => {
  const long = rules.flatMap(({ number, body }) =>
    partsOf(body)
      .map(countWords)
      .filter((words) => words > MAX_WORDS_OF_A_PART)
      .map((words) => `${number}: ${words} words`),
  );
  expect(long).toEqual([]);
});

test("the rules stay short together", () => {
  const words = [INDEX, ...pages.map(({ text }) => text)].map(countWords);
  const most = MAX_WORDS + Math.max(0, rules.length - FIRST_RULES) * MAX_WORDS_OF_A_PART;
  expect(words.reduce((sum, n) => sum + n, 0)).toBeLessThanOrEqual(most);
});
