/**
 * A first visit fetches only files that the page needs. Files for the next page are fetched later, and not at all on a
 * slow connection.
 */
import { expect, test } from "vitest";
import type { Page } from "playwright-core";
import { hydrated, openProduct } from "../fixtures/browser.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { onEach } from "../fixtures/long.ts";

const product = await closedAfterAll(openProduct({ serviceWorker: true }));

const STYLE = /\/assets\/site-/;
const SCHEMA = /\/assets\/(booking-form-schema|schemas)-/;
/** The script that recognises places in postal addresses. */
const PLACES = /\/assets\/prepare-places-/;
const AHEAD = new RegExp(`${STYLE.source}|${SCHEMA.source}|${PLACES.source}|/sw\\.js`);

/** The paths that a page requests from now on. The requests of its service worker are left out. */
function requestsOf(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  return asked;
}

test("nothing is fetched ahead before the page has loaded", async () => {
  const page = await product.person();
  const asked = requestsOf(page);
  let release = () => {};
  const held = new Promise<void>((done) => (release = done));
  await page.route(/woff2$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/book", { waitUntil: "domcontentloaded" });
  await hydrated(page);
  await page.waitForTimeout(1500);
  expect(asked.filter((path) => AHEAD.test(path))).toEqual([]);
  release();
  for (const ahead of [STYLE, SCHEMA, PLACES, /sw\.js/])
    await expect
      .poll(() => [...asked, ...product.asked].some((path) => ahead.test(path)), { timeout: 20_000 })
      .toBe(true);
});

test.each(
  onEach([
    ["a slow line", { effectiveType: "3g", saveData: false }],
    ["Save-Data", { effectiveType: "4g", saveData: true }],
  ]),
)(
  "on %s the rules come with the first field, places with the first letter of an address",
  async (_, line) => {
    const page = await product.person();
    await page.addInitScript(
      (value) => Object.defineProperty(Navigator.prototype, "connection", { value }),
      line,
    );
    const asked = requestsOf(page);
    await page.goto("/book", { waitUntil: "load" });
    await hydrated(page);
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 1000 })));
    await page.waitForTimeout(1500);
    expect(asked.filter((path) => AHEAD.test(path))).toEqual([]);
    await page.locator("[name=receiverName]").pressSequentially("Ada");
    await expect.poll(() => asked.some((path) => SCHEMA.test(path))).toBe(true);
    await page.waitForLoadState("networkidle");
    expect(asked.filter((path) => STYLE.test(path) || PLACES.test(path))).toEqual([]);
    await page.locator("[name=senderAddress]").pressSequentially("3 Aba Road, Uyo");
    await expect.poll(() => asked.some((path) => PLACES.test(path))).toBe(true);
    await expect.poll(() => page.getByText("We read: Uyo, Akwa Ibom").count()).toBe(1);
  },
);
