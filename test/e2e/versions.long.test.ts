/**
 * WEB-12: a new version of the service worker takes over only when all its files are cached and no page of the old
 * version is open.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { openProduct, type RunningProduct } from "../fixtures/browser.ts";
import { workerActive } from "../fixtures/rider-page.ts";

let product: RunningProduct;
let files: string;
let script: string;
beforeAll(async () => {
  files = await mkdtemp(join(tmpdir(), "ona-client-"));
  await cp("build/client", files, { recursive: true });
  for (const packed of ["sw.js.br", "sw.js.gz"]) await rm(join(files, packed), { force: true });
  script = await readFile(join(files, "sw.js"), "utf8");
  product = await openProduct({ clientFiles: files, serviceWorker: true });
});
afterAll(async () => {
  await product.close();
  await rm(files, { recursive: true, force: true });
});

async function release(version: string, manifest?: string): Promise<void> {
  await writeFile(
    join(files, "sw.js"),
    script
      .replace(/"version":"\w+"/, `"version":"${version}"`)
      .replace(/"manifest":"[^"]+"/, (own) => (manifest ? `"manifest":"${manifest}"` : own)),
  );
  product.restart();
}
const cachedVersions = (page: Page) => page.evaluate(() => caches.keys());

/** Makes the page look for a new service worker, and returns the last state of that worker. */
const update = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    // The page gets the event of a new worker a moment after the update, even if the worker cannot be installed.
    const found = new Promise<ServiceWorker | null>((done) =>
      registration.addEventListener(
        "updatefound",
        () => done(registration.installing ?? registration.waiting),
        { once: true },
      ),
    );
    await registration.update().catch(() => {});
    const fresh = await found;
    // If there is no new worker, the installation had failed before the event reached the page.
    if (!fresh) return "redundant";
    while (fresh.state === "installing") await new Promise((done) => setTimeout(done, 20));
    return fresh.state;
  });

test("[WEB-12] old and new files never meet", async () => {
  await release("1a1a");
  const page = await product.person();
  await page.goto("/book");
  await workerActive(page);
  expect(await cachedVersions(page)).toEqual(["ona-1a1a"]);

  // A service worker of a new build is refused while the server still answers with pages of another build.
  await release("2b2b", "/assets/manifest-gone.js");
  expect(await update(page)).toBe("redundant");
  expect(await cachedVersions(page)).toEqual(["ona-1a1a"]);

  // A complete new version is installed, and waits while a page of the old version is open.
  await release("3c3c");
  expect(await update(page)).toBe("installed");
  expect((await cachedVersions(page)).sort()).toEqual(["ona-1a1a", "ona-3c3c"]);
  product.network = "down";
  await page.reload();
  await page.getByRole("heading", { name: "Book a Delivery" }).waitFor();
  product.network = "up";

  // The new version's cache has every file to which its cached pages refer.
  const missing = await page.evaluate(async () => {
    const cache = await caches.open("ona-3c3c");
    const lost: string[] = [];
    for (const path of ["/book", "/track", "/offline"]) {
      const html = await (await cache.match(path))!.text();
      for (const file of html.match(/\/assets\/[\w.-]+\.(js|woff2)/g) ?? [])
        if (!(await cache.match(file))) lost.push(file);
    }
    return lost;
  });
  expect(missing).toEqual([]);

  // Going to about:blank closes the last page of the old version.
  const context = page.context();
  await page.goto("about:blank");
  const next = await context.newPage();
  await page.close();
  // The browser may count the closed page as open for a moment. A page that is opened in that moment gets the old
  // version, so the test opens pages until one gets the new version.
  const versionsOfNext = async () => {
    await next.goto("about:blank");
    await next.goto("/robots.txt");
    return cachedVersions(next);
  };
  await expect.poll(versionsOfNext, { timeout: 20_000, interval: 500 }).toEqual(["ona-3c3c"]);
});
