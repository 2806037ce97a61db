/**
 * `npm run screenshots -- readme-pictures`: takes the pictures of README and manual, with the demo's data at a fixed
 * time.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import sharp from "sharp";
import { test } from "vitest";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import {
  hashOfScreen,
  HASHES_FILE,
  openDemo,
  openReadmeScreen,
  PICTURES,
  README_SCREENS,
} from "../fixtures/readme-screens.ts";

const product = await closedAfterAll(openDemo());

test("the pictures of README and manual", async () => {
  mkdirSync(PICTURES, { recursive: true });
  const hashes: Record<string, string> = {};
  for (const name of Object.keys(README_SCREENS)) {
    const page = await openReadmeScreen(product, name);
    hashes[name] = (await hashOfScreen(page)).hash;
    await sharp(await page.screenshot())
      .webp({ quality: 82, effort: 6 })
      .toFile(`${PICTURES}/${name}.webp`);
    await page.context().close();
  }
  writeFileSync(HASHES_FILE, `${JSON.stringify(hashes, null, 2)}\n`);
});
