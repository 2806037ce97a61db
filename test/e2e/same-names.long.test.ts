/**
 * No two buttons, `<summary>` elements or links of a page have the same name. The test opens every `<details>` element
 * first. For some roles test/fixtures/screens.ts lists only few pages, so these roles also open the pages of others.
 */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { hydrated, openProduct } from "../fixtures/browser.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { populate, type Role } from "../fixtures/populated.ts";
import { findTwins } from "../fixtures/screen-faults.ts";
import { screensOf } from "../fixtures/screens.ts";

const product = await closedAfterAll(openProduct());
const data = await populate(product);
const screens = screensOf(data).filter(({ form }) => !form);

/** Opens a page. False if the person may not see it, or is sent to another page. */
async function opens(page: Page, path: string): Promise<boolean> {
  const answer = await page.goto(path);
  await hydrated(page);
  return answer?.status() === 200 && new URL(page.url()).pathname === path.split("?", 1)[0];
}

/** `role` opens the pages that screens.ts lists for the roles in `like`. At least `least` of these pages must open. */
const CASES: [role: Role, like: Role[], least: number][] = [
  ["support", ["super_admin"], 40],
  ["newcomer", ["customer", "owner"], 5],
  ["beginner", ["customer", "owner"], 10],
  ["super_admin", ["super_admin"], 70],
];

test.each(CASES)(
  "the names on all pages that a %s may open",
  { timeout: 240_000 },
  async (role, like, least) => {
    const page = await product.person({ cookie: data.cookies[role] });
    const found: string[] = [];
    let opened = 0;
    for (const path of new Set(screens.filter(({ as }) => like.includes(as)).map((screen) => screen.path))) {
      if (!(await opens(page, path))) continue;
      opened++;
      await page.evaluate(() => document.querySelectorAll("details").forEach((fold) => (fold.open = true)));
      found.push(...(await findTwins(page)).map((twins) => `${path}: ${twins}`));
    }
    expect(found).toEqual([]);
    expect(opened).toBeGreaterThanOrEqual(least);
  },
);
