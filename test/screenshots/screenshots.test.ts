/**
 * `npm run screenshots`: a picture of every screen in every state, at four widths, light and dark, in
 * .cache/screenshots. SCREENSHOTS=PATTERN takes pictures only of screens whose names match the pattern.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seedSampleStores } from "../../server/demo/seed.server.ts";
import { bookOne } from "../fixtures/bookings.ts";
import { openProduct, type RunningProduct } from "../fixtures/browser.ts";
import { populate, type Role } from "../fixtures/populated.ts";
import { LOCKED, lockSite, openScreen, type Screen, screensOf } from "../fixtures/screens.ts";
import { AMONG_SAMPLES, type Done, doneIn } from "./more-screens.ts";

const FOLDER = ".cache/screenshots";
const SIZES = [
  { width: 320, height: 640 },
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
];
const only = new RegExp(process.env["SCREENSHOTS"] ?? ".");
const MANY = 200;

/**
 * Takes a picture of the page at each size and in each colour scheme, without loading the page again: dialogs stay
 * open.
 */
async function takeAll(page: Page, name: string): Promise<void> {
  const folder = join(FOLDER, name.replace(/[^\w…]+/g, "-").replace(/-$/, ""));
  mkdirSync(folder, { recursive: true });
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await page.waitForTimeout(80);
      const fullPage = (await page.getByRole("dialog").count()) === 0;
      await page.screenshot({ path: join(folder, `${size.width}-${colorScheme}.png`), fullPage });
    }
  }
}

/** Goes through the screens, each in a browser of its own, and reports those that could not be shown. */
async function walk(
  product: RunningProduct,
  screens: readonly (Screen | Done)[],
  visitor: (role: Role) => Promise<Page>,
): Promise<void> {
  const missed: string[] = [];
  for (const screen of screens.filter(({ name }) => only.test(name))) {
    const page = await visitor(screen.as);
    try {
      await openScreen(page, screen);
      if ("act" in screen) await screen.act?.(page);
      await page.waitForTimeout(500);
      await takeAll(page, screen.name);
    } catch (error) {
      missed.push(`${screen.name}: ${String(error)}`);
    }
    await page.context().close();
  }
  expect(missed).toEqual([]);
}

beforeAll(() => {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
});

test("a product with data, then with 200 parcels, then locked", async () => {
  const product = await openProduct();
  const data = await populate(product);
  const visitor = (role: Role) => product.person({ size: SIZES[0]!, cookie: data.cookies[role] });
  await walk(product, [...screensOf(data), ...doneIn(data)], visitor);
  for (let at = 0; at < MANY; at++) await bookOne(product, { senderEmail: `sender-${at % 60}@example.com` });
  const many: Done[] = ["/admin", "/admin/bookings", "/admin/customers"].map((path) => ({
    name: `many: ${path}`,
    as: "super_admin",
    path,
  }));
  await walk(product, many, visitor);
  await lockSite(product.origin, data);
  await walk(
    product,
    LOCKED.map((screen) => ({ ...screen, name: `locked, ${screen.name}` })),
    visitor,
  );
  await product.close();
});

test("the sample stores before anything has happened", async () => {
  const product = await openProduct();
  // The product lets sharp read no SVG, but the sample pictures are drawn from SVG.
  sharp.unblock({ operation: ["VipsForeignLoadSvgBuffer"] });
  await seedSampleStores(product.services.db, product.services.files, new Date());
  await walk(product, AMONG_SAMPLES, async (role) => {
    const size = SIZES[0]!;
    return role === "super_admin" ? product.admin({ size }) : product.person({ size });
  });
  await product.close();
});

afterAll(() => {
  const pictures = (name: string) =>
    ["light", "dark"].flatMap((scheme) =>
      SIZES.map(({ width }) => `<img loading=lazy src="${name}/${width}-${scheme}.png">`),
    );
  const names = readdirSync(FOLDER, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  if (names.length === 0) throw new Error(`No screen has a name that matches ${only}.`);
  const style = "<style>img{width:11%;vertical-align:top;border:1px solid}</style>";
  writeFileSync(
    join(FOLDER, "index.html"),
    `<!doctype html><meta charset=utf-8><title>Gallery</title>${style}` +
      names.map(({ name }) => `<h2>${name}</h2>${pictures(name).join("")}`).join("\n"),
  );
});
