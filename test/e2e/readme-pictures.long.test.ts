/**
 * The pictures of README and manual show the present screens: after a change of a screen, its picture must be taken
 * again.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import {
  hashOfScreen,
  HASHES_FILE,
  openDemo,
  openReadmeScreen,
  README_SCREENS,
} from "../fixtures/readme-screens.ts";

const product = await closedAfterAll(openDemo());
const hashes = JSON.parse(readFileSync(HASHES_FILE, "utf8")) as Record<string, string>;
/** The folder for the present text of each screen, so that a developer can see what changed. */
const FOLDER = ".cache/readme-screens";

test.each(Object.keys(README_SCREENS))("the picture '%s' is not older than its screen", async (name) => {
  const page = await openReadmeScreen(product, name);
  const { says, hash } = await hashOfScreen(page);
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(`${FOLDER}/${name}.txt`, says);
  expect(
    hash,
    `run \`npm run screenshots -- readme-pictures\` and look at the picture; ${FOLDER}/${name}.txt has what the screen says`,
  ).toBe(hashes[name]);
  await page.context().close();
});
