/** Every test that docs/security-criteria.md names exists. */
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const PAGE = readFileSync("docs/security-criteria.md", "utf8");
/** Each criterion with the names of its tests. */
const criteria = PAGE.split(/^- (?=\*\*)/m)
  .slice(1)
  .map((text) => ({
    name: /^\*\*(\w+)\.\*\*/.exec(text)?.[1] ?? text,
    tests: [...text.matchAll(/^ {2}- `([^`]+)`: (.+)$/gm)].map(([, file = "", title = ""]) => ({
      file,
      title,
    })),
  }));

test("the criteria of sign-in to availability and the faults are all there, in order", () => {
  const numbers = Array.from({ length: 27 }, (_, n) => String(n + 1));
  expect(criteria.map(({ name }) => name)).toEqual([...numbers, ..."abcdefghijklmno".split("")]);
});

test("every criterion has a test", () => {
  expect(criteria.filter(({ tests }) => tests.length === 0).map(({ name }) => name)).toEqual([]);
});

test("every test that a criterion names is there", () => {
  const missing = criteria.flatMap(({ name, tests }) =>
    tests
      .filter(({ file, title }) => !existsSync(file) || !readFileSync(file, "utf8").includes(title))
      .map(({ file, title }) => `${name}: ${file}: ${title}`),
  );
  expect(missing).toEqual([]);
});
