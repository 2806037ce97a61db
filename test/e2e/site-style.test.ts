/**
 * The CSS is sent once, inside the first page. Later pages link to a CSS file that the first page fetched in the
 * background, and look the same.
 */
import { expect, test } from "vitest";
import type { Page } from "playwright-core";
import { hydrated, openProduct, PHONE } from "../fixtures/browser.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";

const product = await closedAfterAll(openProduct());

const look = (page: Page) =>
  page.evaluate(() => {
    const style = document.getElementById("site-style");
    const { fontFamily, backgroundColor } = getComputedStyle(document.body);
    const heading = getComputedStyle(document.querySelector("h1") ?? document.body).fontSize;
    return { tag: style?.tagName, style: [fontFamily, backgroundColor, heading] };
  });

test("the second page links it, is hydrated and looks the same", async () => {
  const page = await product.person({ size: PHONE });
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  await page.goto("/about");
  const first = await look(page);
  expect(first.tag).toBe("STYLE");
  await page.waitForFunction(() => /(^|; )style=[\w-]{8}(;|$)/.test(document.cookie));
  await page.goto("/about");
  expect(await look(page)).toEqual({ ...first, tag: "LINK" });
  await page.goto("/contact");
  expect((await look(page)).tag).toBe("LINK");
  expect(complaints).toEqual([]);
});

test("without JavaScript every page carries it", async () => {
  const page = await product.person({ size: PHONE, javaScriptEnabled: false });
  for (const path of ["/about", "/contact"]) {
    await page.goto(path);
    expect(await page.locator("style#site-style").count()).toBe(1);
  }
});

test("a page that is reached from one with a smaller style looks as it does when opened first", async () => {
  const boxes = (page: Page) =>
    page.locator("main *").evaluateAll((all) =>
      all.map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return [element.tagName, getComputedStyle(element).color, ...[x, y, width, height].map(Math.round)];
      }),
    );
  const first = await product.person({ size: PHONE });
  await first.goto("/about");
  await hydrated(first);
  const page = await product.person({ size: PHONE });
  await page.goto("/track");
  await hydrated(page);
  expect(await page.locator("#site-style").getAttribute("data-of")).toBe("task");
  expect(await page.locator("link[rel=stylesheet]").count()).toBe(0);
  await page.getByRole("navigation", { name: "Quick links" }).getByRole("link", { name: "About Us" }).click();
  // The URL changes before the page is drawn, and the previous page has a heading too.
  await page.getByRole("heading", { level: 1, name: "About Us" }).waitFor();
  await page.evaluate(() => scrollTo(0, 0));
  await first.evaluate(() => scrollTo(0, 0));
  expect(await boxes(page)).toEqual(await boxes(first));
  expect(await page.locator("link[rel=stylesheet]").count()).toBe(1);
});
