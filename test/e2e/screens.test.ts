/**
 * Every screen in every state: axe finds nothing, light and dark; nothing is lost at 320 px or with text twice as large.
 * The long run looks at each size in both colours.
 */
import { expect, test } from "vitest";
import type { Page } from "playwright-core";
import { findViolations, LAPTOP, openProduct, PHONE } from "../fixtures/browser.ts";
import { LONG } from "../fixtures/long.ts";
import { populate, type Role } from "../fixtures/populated.ts";
import { LOCKED, lockSite, openScreen, type Screen, screensOf } from "../fixtures/screens.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";

const product = await closedAfterAll(openProduct());
const house = await populate(product);

const NARROW = { width: 320, height: 640 };
/** A laptop at 200 %. */
const ZOOMED = { width: 640, height: 450 };

async function look(page: Page, screen: Screen): Promise<string[]> {
  const found: string[] = [];
  const note = (how: string, faults: string[]) =>
    found.push(...faults.map((fault) => `${screen.name}, ${how}: ${fault}`));
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ colorScheme: "light" });
  await openScreen(page, screen);
  note("phone, light", await findViolations(page));
  if (LONG) {
    await page.emulateMedia({ colorScheme: "dark" });
    note("phone, dark", await findViolations(page));
  }
  await page.setViewportSize(LAPTOP);
  if (LONG) {
    await page.emulateMedia({ colorScheme: "light" });
    note("laptop, light", await findViolations(page));
  }
  await page.emulateMedia({ colorScheme: "dark" });
  note("laptop, dark", await findViolations(page, LONG ? "all" : "colours"));
  await page.setViewportSize(ZOOMED);
  note("laptop at 200 %", await findLost(page));
  await page.setViewportSize(NARROW);
  note("320 px", await findLost(page));
  await page.setViewportSize(PHONE);
  await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
  note("text at 200 %", await findLost(page));
  return found;
}

/** What runs over the edge sideways, and texts of which a part is cut off. */
function findLost(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const lost: string[] = [];
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) {
      const runsOver = (element: Element) => element.getBoundingClientRect().right > clientWidth + 1;
      const widest = [...document.body.querySelectorAll("*")].filter(
        (element) => runsOver(element) && ![...element.children].some(runsOver),
      );
      lost.push(
        `${scrollWidth} wide on ${clientWidth}: ${widest.map(({ className, textContent }) => `${className} '${textContent.slice(0, 20)}'`).join("; ")}`,
      );
    }
    for (const element of document.body.querySelectorAll<HTMLElement>("*")) {
      const style = getComputedStyle(element);
      const ownText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
      // What is there for screen readers alone is one pixel small, and a description in a list may end with an ellipsis.
      const meant = element.clientWidth <= 1 || style.webkitLineClamp !== "none";
      if (!ownText || meant || !/hidden|clip/.test(style.overflowX + style.overflowY)) continue;
      if (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1)
        lost.push(`'${element.textContent?.slice(0, 40)}' is cut`);
    }
    return lost;
  });
}

const ROLES: Role[] = ["guest", "newcomer", "customer", "beginner", "owner", "support", "super_admin"];

test.each(ROLES)("[WEB-5] %s", { timeout: 180_000 }, async (role) => {
  const page = await product.person({ cookie: house.cookies[role] });
  const found: string[] = [];
  for (const screen of screensOf(house).filter(({ as }) => as === role))
    found.push(...(await look(page, screen)));
  expect(found).toEqual([]);
});

test("while the site is locked", async () => {
  await lockSite(product.origin, house);
  for (const screen of LOCKED) {
    const page = await product.person({ cookie: house.cookies[screen.as] });
    expect(await look(page, screen)).toEqual([]);
  }
});
