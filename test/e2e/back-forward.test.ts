/**
 * A public page may come back from the browser's own cache of pages. A whole Chromium restores it; the headless shell has no
 * such cache, but says all the same what of the page forbids it.
 */
import { expect, test } from "vitest";
import { type Browser, chromium } from "playwright-core";
import { bookOne } from "../fixtures/bookings.ts";
import { hydrated, openProduct } from "../fixtures/browser.ts";
import { CHROMIUM, CHROMIUM_ARGS } from "../fixtures/chromium.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";

const product = await closedAfterAll(openProduct());
const browser = await closedAfterAll(
  chromium.launch({
    executablePath: CHROMIUM,
    args: CHROMIUM_ARGS,
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
  }),
);

/** Of the browser, whatever the page is. */
const SHELL = ["BackForwardCacheDisabledForDelegate", "BrowsingInstanceNotSwapped"];

/** Why a page was not restored when somebody went back to it; nothing where it was. */
async function whyNot(on: Browser, path: string, before = () => {}): Promise<string[]> {
  const context = await on.newContext({ baseURL: product.origin, serviceWorkers: "block" });
  try {
    await context.addInitScript(before);
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send("Page.enable");
    const told = new Promise<string[]>((done) =>
      devtools
        .on("Page.backForwardCacheNotUsed", ({ notRestoredExplanations }) =>
          done(notRestoredExplanations.map(({ reason }) => reason)),
        )
        .on("Page.frameNavigated", ({ type }) => type === "BackForwardCacheRestore" && done([])),
    );
    await page.goto(path);
    await hydrated(page);
    // Its live stream is open.
    if (path.startsWith("/track?")) await page.getByText("Updates appear here automatically.").waitFor();
    await page.goto("/favicon.svg");
    await page.evaluate(() => void setTimeout(() => history.back()));
    return (await told).filter((reason) => !SHELL.includes(reason));
  } finally {
    await context.close();
  }
}

test("nothing of a public page keeps it from coming back at once, as a listener to unload would", async () => {
  const { trackingCode } = await bookOne(product);
  for (const path of ["/", "/book", "/stores", "/contact", `/track?code=${trackingCode}`])
    expect(await whyNot(browser, path), path).toEqual([]);
  const listens = () => window.addEventListener("unload", () => {});
  expect(await whyNot(browser, "/contact", listens)).toEqual([expect.stringMatching(/^Unload/)]);
});
