/**
 * The browser may restore a public page from its back/forward cache. Only a full Chromium has that cache. The headless
 * shell has none, but still reports why a page would not be restored.
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

/** The reasons that the headless shell reports for every page, because this shell has no such cache. */
const SHELL = ["BackForwardCacheDisabledForDelegate", "BrowsingInstanceNotSwapped"];

/** The reasons for which the browser did not restore the page at `path` on 'back'; an empty list if it was restored. */
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
    // The track page has a live stream: this text appears once the stream is open.
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
