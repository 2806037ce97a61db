/** The rider's page without a network: the service worker that opens it, and a new release of that worker. */
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Page } from "playwright-core";
import { openProduct, type RunningProduct } from "../fixtures/browser.ts";
import { beginShift, button, doneText, notDelivered, workerActive } from "../fixtures/rider-page.ts";
import { riderDay } from "../fixtures/rider-days.ts";
import { riderServer } from "../fixtures/rider-server.ts";

const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>';

let product: RunningProduct;
let files: string;
beforeAll(async () => {
  files = await mkdtemp(join(tmpdir(), "ona-rider-"));
  await cp("build/client", files, { recursive: true });
  for (const packed of ["rider-worker.js.br", "rider-worker.js.gz"])
    await rm(join(files, packed), { force: true });
  product = await openProduct({ clientFiles: files, serviceWorker: true });
});
afterAll(async () => {
  await product.close();
  await rm(files, { recursive: true, force: true });
});

const pagesKept = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith("rider-page-")));

test("[PHONE-10] the page is installed as an app of its own and opens without network, with the day and what was done", async () => {
  const server = riderServer(riderDay(5));
  const page = await product.person();
  await beginShift(page, server);
  const manifest = await page.evaluate(
    async () => (await fetch("/rider.webmanifest")).json() as Promise<object>,
  );
  expect(manifest).toMatchObject({ start_url: "/rider", scope: "/rider", display: "standalone" });
  await workerActive(page);
  product.network = "down";
  server.network = "none";
  await notDelivered(page, "Nobody home");
  // The screen shows the next stop only after the deed is stored, so a reload after that loses nothing.
  await vi.waitFor(async () => expect(await doneText(page)).toMatch(/^1 of/));
  await page.reload();
  await vi.waitFor(async () => expect(await doneText(page)).toMatch(/^1 of/));
  await page.getByText("1 not sent yet").waitFor();
  product.network = "up";
});

test("[PHONE-15] the day is asked for when the page is loaded anew, comes to the front or meets a network, at once", async () => {
  const server = riderServer(riderDay(2));
  const page = await product.person();
  await beginShift(page, server);
  const asks = async (act: () => Promise<unknown>) => {
    const before = server.daysSent;
    await act();
    // The page requests the day every 30 seconds in any case. The limit of 10 seconds shows that `act` caused the
    // request.
    await vi.waitFor(() => expect(server.daysSent).toBeGreaterThan(before), 10_000);
  };
  const { runs } = server.day;
  server.day = { ...server.day, runs: runs.map((run) => ({ ...run, stops: run.stops.slice(1) })) };
  await asks(() => page.reload());
  await vi.waitFor(async () => expect(await doneText(page)).toBe("0 of 1 piece done"), 10_000);
  await asks(() => page.evaluate(() => document.dispatchEvent(new Event("visibilitychange"))));
  await asks(() => page.evaluate(() => window.dispatchEvent(new Event("online"))));
  // A request that failed without a network is sent again as soon as the network returns.
  server.network = "none";
  await page.reload();
  await page.getByText("No network").waitFor();
  server.network = "good";
  await asks(() => page.evaluate(() => window.dispatchEvent(new Event("online"))));
});

test("[PHONE-15] [DEVICE-8] the papers come with the day, are there without network, and go with it", async () => {
  const paper = (id: string) => ({
    id,
    kind: "licence",
    name: `Licence ${id}`,
    addedAt: 0,
    url: `/rider/papers/${id}`,
  });
  const server = riderServer(riderDay(1, { papers: [paper("old"), paper("new")] }));
  const page = await product.person();
  await page
    .context()
    .route("**/rider/papers/**", (route) =>
      server.network === "good"
        ? route.fulfill({ contentType: "image/svg+xml", body: PICTURE })
        : route.abort("internetdisconnected"),
    );
  await beginShift(page, server);
  await workerActive(page);
  const kept = () =>
    page.evaluate(async () => {
      if (!(await caches.has("rider-papers"))) return null;
      const requests = await (await caches.open("rider-papers")).keys();
      return requests.map(({ url }) => new URL(url).pathname).toSorted();
    });
  await vi.waitFor(async () => expect(await kept()).toEqual(["/rider/papers/new", "/rider/papers/old"]));
  server.day = { ...server.day, papers: [paper("new")] };
  await page.reload();
  await vi.waitFor(async () => expect(await kept()).toEqual(["/rider/papers/new"]));
  server.network = "none";
  product.network = "down";
  await page.reload();
  await button(page, "More").click();
  await button(page, "My papers").click();
  const picture = page.getByRole("img", { name: "Licence new" });
  await picture.waitFor();
  expect(
    await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
  ).toBe(8);
  product.network = "up";
  server.network = "good";
  await page.goBack();
  await button(page, "End shift").click();
  await button(page, "End shift").click();
  await page.getByRole("heading", { name: "Begin your shift" }).waitFor();
  await vi.waitFor(async () => expect(await kept()).toBeNull());
});

test("[PHONE-10] a release that cannot be kept whole is not installed; a whole one takes over", async () => {
  const page = await product.person();
  const server = riderServer(riderDay(5));
  await beginShift(page, server);
  await workerActive(page);
  const before = await pagesKept(page);
  const path = join(files, "rider-worker.js");
  const script = await readFile(path, "utf8");
  // The worker's file gets a different version than the pages that the server sends, as in the middle of a deployment.
  await writeFile(path, script.replace(/"version":"\w+"/, '"version":"another"'));
  product.restart();
  const update = async () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration("/rider");
      await registration?.update().catch(() => {});
    });
  await update();
  await vi.waitFor(async () => expect(await pagesKept(page)).toEqual(before), 10_000);
  await writeFile(path, `${script}\n// the same release again\n`);
  product.restart();
  await update();
  await page.waitForFunction(
    async () => (await navigator.serviceWorker.getRegistration("/rider"))?.waiting === null,
  );
  await page.reload();
  await page.getByText(/of \d+ pieces? done/).waitFor();
});
