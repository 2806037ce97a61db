/**
 * The pictures of README and manual: each exists, is used and is small. The links of the README lead to files.
 * test/e2e/readme-pictures.long.test.ts compares the pictures with their screens.
 */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { expect, test } from "vitest";

const FOLDER = "docs/pictures";
const MAX_BYTES = 100 * 1024;
const README = readFileSync("README.md", "utf8");
const MANUAL = readdirSync("docs/manual").map((name) => readFileSync(`docs/manual/${name}`, "utf8"));
const pictures = readdirSync(FOLDER).filter((name) => name.endsWith(".webp"));

test("every picture is shown by the README or the manual, and has its screen's hash", () => {
  const shown = [README, ...MANUAL].join("\n");
  expect(pictures.filter((name) => !shown.includes(`pictures/${name}`))).toEqual([]);
  const hashes = JSON.parse(readFileSync(`${FOLDER}/screens.json`, "utf8")) as Record<string, string>;
  expect(
    Object.keys(hashes)
      .map((name) => `${name}.webp`)
      .toSorted(),
  ).toEqual(pictures.toSorted());
});

test("a picture has at most 100 KB, and the README at most seven", () => {
  expect(pictures.filter((name) => statSync(`${FOLDER}/${name}`).size > MAX_BYTES)).toEqual([]);
  const shown = pictures.filter((name) => README.includes(`docs/pictures/${name}`));
  expect(shown.length).toBeGreaterThanOrEqual(4);
  expect(shown.length).toBeLessThanOrEqual(7);
});

test("every file that the README names is there", () => {
  const named = [...README.matchAll(/\]\((?!https?:|#)([^)#]+)|src="([^"]+)"/g)].map(
    ([, link, src]) => link ?? src!,
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
});
