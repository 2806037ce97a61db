/** The product's pages while there is no network, and after the network returns. */
import { afterEach, expect, test } from "vitest";
import { stores, products, profiles } from "../../app/platform/db/schema.ts";
import { expectAccessible, openProduct } from "../fixtures/browser.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { book, cached, TRIED_AGAIN_MS } from "../fixtures/offline.ts";
import { ONLY_LONG, testWhere } from "../fixtures/test-where.ts";

const product = await closedAfterAll(openProduct({ serviceWorker: true }));
afterEach(() => {
  product.network = "up";
});

const CODE = /OD\d{8}NG/;

test("[WEB-7] without a network: the last parcels, half-filled forms and a page for everything else are there", async () => {
  const page = await product.person();
  await page.goto("/book");
  await book(page, "Four books");
  await page.waitForURL(/\/track\?code=OD/);
  const code = CODE.exec(page.url())![0];
  await page.getByText("Updates appear here automatically.").waitFor();
  await page.goto("/book");
  await cached(page);
  await page.locator("[name=receiverName]").fill("Half Filled");

  for (const offline of [true, false]) {
    // The network fails in two ways: the browser knows that it is offline, or the network seems available but transfers
    // nothing.
    product.network = "down";
    await page.context().setOffline(offline);
    await page.reload();
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>("[name=receiverName]")?.value === "Half Filled",
    );
    await page.goto(`/track?code=${code}`);
    await page.getByRole("heading", { name: "Track Package" }).waitFor();
    await page.getByText("You are offline. This page opens").waitFor();
    await page.getByText("Your last parcels").waitFor();
    await page.locator(`a[href="/track?code=${code}"]`).waitFor();
    await expectAccessible(page);
    await page.goto("/track");
    await page.getByText("Your last parcels").waitFor();
    await page.goto("/about");
    await page.getByRole("heading", { name: "About Us" }).waitFor();
    await page.getByText("You are offline. This page opens when you have network again.").waitFor();
    expect(await page.title()).toBe("About Us, offline · Ona Delivery");
    if (offline) {
      await page.getByRole("link", { name: "Book a Delivery" }).first().click();
      await page.getByRole("heading", { name: "Book a Delivery" }).waitFor();
    }
    product.network = "up";
    await page.context().setOffline(false);
    await page.goto("/book");
  }
});

testWhere(ONLY_LONG)(
  "[WEB-7] the note stays in sight, says when the network is back, and a page that was not here opens by itself",
  async () => {
    const page = await product.person();
    await page.goto("/about");
    await cached(page);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    product.network = "down";
    await page.context().setOffline(true);
    const note = page.getByText("No internet. Keep going");
    await note.waitFor();
    expect((await note.boundingBox())!.y).toBe(0);
    product.network = "up";
    await page.context().setOffline(false);
    await page.getByText("You are back online.").waitFor();
    product.network = "down";
    await page.context().setOffline(true);
    await page.goto("/contact");
    await page.getByRole("heading", { name: "Contact Us" }).waitFor();
    product.network = "up";
    await page.context().setOffline(false);
    await page.waitForURL(/\/contact$/);
    await page.getByRole("heading", { name: "Write to us" }).waitFor();
  },
);

testWhere(ONLY_LONG)(
  "an open track page stays while the network is down and is true again when it is back",
  async () => {
    const page = await product.person();
    await page.clock.install();
    await page.goto("/book");
    await book(page, "Five books");
    await page.waitForURL(/\/track\?code=OD/);
    await page.getByText("Updates appear here automatically.").waitFor();
    product.network = "down";
    await page.context().setOffline(true);
    await page.getByText("Still checking for updates.").waitFor();
    const asked = page.waitForEvent("requestfailed", (request) => request.url().includes("/track.data"));
    await page.clock.fastForward(TRIED_AGAIN_MS);
    await asked;
    expect(await page.getByText("Estimated delivery").isVisible()).toBe(true);
    product.network = "up";
    await page.context().setOffline(false);
    await page.getByText("Updates appear here automatically.").waitFor();
  },
);

test("a page whose background request failed stays as it is; one that a person opened reloads when the network is back", async () => {
  const page = await product.person();
  await page.goto("/book");
  await book(page, "Six books");
  await page.waitForURL(/\/track\?code=OD/);
  await page.getByText("Updates appear here automatically.").waitFor();
  await page.context().route(/track\.data/, (route) => route.abort());
  const code = CODE.exec(page.url())![0];
  const lost = page.waitForEvent("requestfailed", (request) => request.url().includes("/track.data"));
  product.services.live.publish(`booking:${code}`);
  await lost;
  expect(await page.getByText("Estimated delivery").isVisible()).toBe(true);
  await page.getByRole("button", { name: "Track Package" }).click();
  await page.getByRole("heading", { name: "No internet" }).waitFor();
  // axe runs before the network returns, because the page would then reload and interrupt axe.
  await expectAccessible(page);
  await page.context().unroute(/track\.data/);
  await page.getByText("Updates appear here automatically.").waitFor();
});

test("the page of a store in which something was chosen is there without a network, with the selection", async () => {
  const { db } = product.services;
  const slug = `mama-ngozi-${crypto.randomUUID().slice(0, 8)}`;
  const [owner] = await db
    .insert(profiles)
    .values({ email: `owner-${crypto.randomUUID()}@ona.test`, emailVerifiedAt: new Date() })
    .returning();
  const [store] = await db
    .insert(stores)
    .values({
      userId: owner!.id,
      slug,
      businessName: "Mama Ngozi",
      email: "shop@ona.test",
      phone: "+2348031234567",
      address: "Balogun Market, Lagos",
      description: "Cloth",
      category: "Clothing",
    })
    .returning();
  await db.insert(products).values({ storeId: store!.id, name: "Ankara, 6 yards", priceKobo: 1_250_000 });
  const page = await product.person();
  await page.goto("/");
  await cached(page);
  await page.goto(`/stores/${slug}`);
  await page.getByRole("button", { name: /Add .*to Cart/ }).click();
  await expect
    .poll(() => page.evaluate(async (path) => (await caches.match(path)) !== undefined, `/stores/${slug}`), {
      timeout: 10_000,
    })
    .toBe(true);
  product.network = "down";
  await page.reload();
  await page.getByRole("heading", { name: "Mama Ngozi" }).waitFor();
  await page.getByText("₦12,500").first().waitFor();
  // The selection is stored in this browser, so the page shows it only once its script runs.
  await page.getByText("Your selection is empty").waitFor({ state: "hidden" });
  await page.context().setOffline(true);
  await page
    .getByRole("button", { name: /^One more/i })
    .first()
    .click();
  await page.getByText("₦25,000").first().waitFor();
  await page.goto("/about");
  await page.getByRole("link", { name: slug }).click();
  await page.waitForURL(`**/stores/${slug}`);
});

test("nothing of people at work or of one's own is kept", async () => {
  const page = await product.person();
  await page.goto("/");
  await cached(page);
  await page.goto("/admin/login");
  await page.goto("/");
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept.filter((path) => !/^\/(assets\/|map-nigeria|favicon)/.test(path)).sort()).toEqual([
    "/book",
    "/offline",
    "/track",
  ]);
});
