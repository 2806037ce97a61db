/** The style is sent once: later pages link the file that the first page fetched, and look as they did inline. */
import { expect, test } from "vitest";
import type { Page } from "playwright-core";
import { openProduct, PHONE } from "../fixtures/browser.ts";
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
