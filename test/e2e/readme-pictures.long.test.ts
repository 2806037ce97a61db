/** The pictures of the README show the screens as they are: after a change `npm run screenshots` takes them again. */
import { readFileSync } from "node:fs";
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

test.each(Object.keys(README_SCREENS))(
  "the README's picture of %s is not older than the screen",
  async (name) => {
    const page = await openReadmeScreen(product, name);
    expect(await hashOfScreen(page), "run `npm run screenshots` and look at the pictures").toBe(hashes[name]);
    await page.context().close();
  },
);
