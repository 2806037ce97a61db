/**
 * `npm run gallery`: a picture of every screen in every state, at three widths, light and dark, in .cache/gallery, to be looked at.
 * GALLERY, a pattern, takes only the screens whose names match.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { openProduct, type RunningProduct } from "../support/browser.ts";
import {
  dashboardScreens,
  emptyScreens,
  lockedScreens,
  officeScreens,
  publicScreens,
  type Screen,
  type Who,
} from "./screens.ts";
import { fillTown, person, signedIn, staff, type Town } from "./town.ts";

const FOLDER = ".cache/gallery";
const SIZES = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
];
const only = process.env["GALLERY"] ? new RegExp(process.env["GALLERY"]) : /./;

async function opened(product: RunningProduct, cookie: string | null): Promise<Page> {
  const page = await product.person({ size: SIZES[0]! });
  const pair = cookie && /^([^=]+)=([^;]*)/.exec(cookie);
  if (pair) await page.context().addCookies([{ name: pair[1]!, value: pair[2]!, url: product.origin }]);
  return page;
}

/** One picture each of the page as it stands; what was opened in it stays open. */
async function takeAll(page: Page, name: string): Promise<void> {
  const folder = join(FOLDER, name);
  mkdirSync(folder, { recursive: true });
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await page.waitForTimeout(80);
      const dialog = await page.getByRole("dialog").count();
      const path = join(folder, `${size.width}-${colorScheme}.png`);
      await page.screenshot({ path, fullPage: dialog === 0 });
    }
  }
}

async function walk(product: RunningProduct, screens: Screen[], cookies: Partial<Record<Who, string>>) {
  const missed: string[] = [];
  for (const { name, who, path, act } of screens.filter((screen) => only.test(screen.name))) {
    const page = await opened(product, cookies[who] ?? null);
    try {
      await page.goto(path);
      await page.waitForTimeout(500);
      await act?.(page);
      await page.waitForTimeout(400);
      await takeAll(page, name);
    } catch (error) {
      missed.push(`${name}: ${String(error).split("\n").slice(0, 12).join(" | ")}`);
    }
    await page.context().close();
  }
  expect(missed).toEqual([]);
}

async function cookiesOf(product: RunningProduct, town: Town) {
  const support = await staff(product, "support");
  return {
    boss: await signedIn(product, town.boss.id, "staff"),
    support: await signedIn(product, support.id, "staff"),
    customer: await signedIn(product, town.customer.id, "customer"),
    half: await signedIn(product, town.half.id, "customer"),
    owner: await signedIn(product, town.owner.id, "customer"),
    newOwner: await signedIn(product, town.fresh.id, "customer"),
    fresh: await signedIn(
      product,
      (
        await person(product, "nobody@ona.test", {
          firstName: "Kemi",
          lastName: "Ojo",
          phone: "+2348031230000",
        })
      ).id,
      "customer",
    ),
  };
}

test("a house with people in it, open and locked", async () => {
  rmSync(FOLDER, { recursive: true, force: true });
  const product = await openProduct();
  const town = await fillTown(product);
  const cookies = await cookiesOf(product, town);
  await walk(product, [...publicScreens(town), ...dashboardScreens, ...officeScreens(town)], cookies);
  const page = await opened(product, cookies.boss);
  await page.goto("/admin/site-lock");
  await page.getByLabel("Lock Password", { exact: true }).fill("open-sesame");
  await page.getByLabel("Confirm Password", { exact: true }).fill("open-sesame");
  await page.getByRole("button", { name: "Activate Site Lock" }).click();
  await page.getByText("Site Lock Activated").waitFor();
  await walk(product, lockedScreens, cookies);
  await product.close();
});

test("a house where nothing has happened yet", async () => {
  const product = await openProduct();
  await walk(product, emptyScreens, {
    boss: await signedIn(product, (await staff(product, "super_admin")).id, "staff"),
  });
  await product.close();
});

afterAll(() => {
  const row = (name: string) =>
    `<h2>${name}</h2>${["light", "dark"]
      .flatMap((scheme) =>
        SIZES.map(({ width }) => `<img loading=lazy src="${name}/${width}-${scheme}.png">`),
      )
      .join("")}`;
  const names = readdirSync(FOLDER, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const style = "<style>img{width:15%;vertical-align:top;border:1px solid}</style>";
  const page = `<!doctype html><meta charset=utf-8><title>Gallery</title>${style}`;
  writeFileSync(join(FOLDER, "index.html"), page + names.map(({ name }) => row(name)).join("\n"));
});
