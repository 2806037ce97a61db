/** `npm run screenshots`: the pictures of the README, of the demo's story at a fixed moment. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import sharp from "sharp";
import { test } from "vitest";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import {
  hashOfScreen,
  HASHES_FILE,
  openDemo,
  openReadmeScreen,
  README_SCREENS,
} from "../fixtures/readme-screens.ts";

const PAPER = "#EFE9DB";
const GAP = 24;
/** The pictures, each of some screens side by side, with their height. */
const PICTURES = {
  "phone.png": { names: ["home", "receiver", "rider"], height: 900 },
  "desk-and-run.png": { names: ["desk", "run"], height: 560 },
  "exceptions-and-money.png": { names: ["exceptions", "money"], height: 560 },
};

const product = await closedAfterAll(openDemo());

async function compose(file: string, shots: Buffer[], height: number): Promise<void> {
  const scaled = await Promise.all(shots.map((shot) => sharp(shot).resize({ height }).toBuffer()));
  const widths = await Promise.all(scaled.map(async (shot) => (await sharp(shot).metadata()).width));
  const placed = scaled.map((input, at) => ({
    input,
    top: GAP,
    left: widths.slice(0, at).reduce((left, width) => left + width + GAP, GAP),
  }));
  const width = widths.reduce((sum, one) => sum + one + GAP, GAP);
  await sharp({ create: { width, height: height + 2 * GAP, channels: 3, background: PAPER } })
    .composite(placed)
    .png({ palette: true, quality: 90 })
    .toFile(file);
}

test("the pictures of the README", async () => {
  const folder = dirname(HASHES_FILE);
  mkdirSync(folder, { recursive: true });
  const shots = new Map<string, Buffer>();
  const hashes: Record<string, string> = {};
  for (const name of Object.keys(README_SCREENS)) {
    const page = await openReadmeScreen(product, name);
    hashes[name] = await hashOfScreen(page);
    shots.set(name, await page.screenshot());
    await page.context().close();
  }
  for (const [file, { names, height }] of Object.entries(PICTURES))
    await compose(
      `${folder}/${file}`,
      names.map((name) => shots.get(name)!),
      height,
    );
  writeFileSync(HASHES_FILE, `${JSON.stringify(hashes, null, 2)}\n`);
});
