/** The bytes that a first visit transfers before any file of the next page is fetched. */
import { expect, test } from "vitest";
import { seedSampleStores } from "../../server/demo/seed.server.ts";
import { openProduct } from "../fixtures/browser.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";

const product = await closedAfterAll(openProduct({ serviceWorker: true }));

/** The requests by which React Router asks for the routes of the links on a page. */
const ROUTES = /__manifest/;

/**
 * All responses of a first visit together must have at least LEAST and at most MOST bytes. The test counts the
 * transferred bytes: compressed, with headers, and with the pictures of the sample stores.
 */
const MOST = 200_000;
const LEAST = 100_000;
test.each(["/stores", "/book", "/quote", "/track", "/"])(
  "the first visit of %s moves at most 200 KB before anything is fetched ahead",
  async (path) => {
    const { db, files } = product.services;
    await seedSampleStores(db, files, new Date());
    const page = await product.person();
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Network.enable");
    await devtools.send("Page.enable");
    const needed = new Set<string>();
    let [moved, loaded] = [0, false];
    devtools.on("Page.loadEventFired", () => (loaded = true));
    devtools.on("Network.requestWillBeSent", ({ requestId, request }) => {
      if (!loaded && !ROUTES.test(request.url)) needed.add(requestId);
    });
    devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      if (needed.has(requestId)) moved += encodedDataLength;
    });
    await page.goto(path, { waitUntil: "networkidle" });
    expect(moved).toBeGreaterThan(LEAST);
    expect(moved).toBeLessThan(MOST);
  },
);
