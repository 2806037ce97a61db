/** The network fails in the middle of each step: nothing is lost, and nothing is booked twice. Longer than 250 lines: every failure of the network is tried here, on the same few helpers. */
import { afterEach, expect, test } from "vitest";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Page } from "playwright-core";
import { deliveries, partners, products, profiles } from "../../app/platform/db/schema.ts";
import { fill } from "../fixtures/booking-form.ts";
import { expectAccessible, openProduct, PHONE } from "../fixtures/browser.ts";
import { CHROMIUM, CHROMIUM_ARGS } from "../fixtures/chromium.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";

const product = await closedAfterAll(openProduct({ serviceWorker: true }));
afterEach(() => {
  product.network = "up";
});

const CODE = /OD\d{8}NG/;
/** Longer than a page waits before it tries the network again. */
const ASKED_AGAIN_MS = 16_000;
const WAITS = "It will go once you have network. It will be booked only once.";

const bookings = () => product.services.db.select({ code: deliveries.trackingNumber }).from(deliveries);

/** The service worker has kept its pages. */
async function settled(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state), {
      timeout: 10_000,
    })
    .toBe("activated");
}

async function book(page: Page, what: string): Promise<void> {
  await fill(page);
  await page.getByLabel("What is in it?").fill(what);
  await page.getByRole("button", { name: "Book Delivery" }).click();
}

test("[WEB-7] the network fails while a booking is sent: it waits, the page says so, and it is made once when the network is back", async () => {
  const before = await bookings();
  const page = await product.person();
  await page.goto("/book");
  await settled(page);
  product.network = "down";
  await page.context().setOffline(true);
  await book(page, "Two books");
  await page.getByText(WAITS).waitFor();
  await page.waitForFunction(() => document.activeElement?.id === "waiting");
  expect(await page.locator("[name=receiverName]").inputValue()).toBe("");
  await expectAccessible(page);

  // A second visit without a network is a second booking, even from the same kept page.
  await page.reload();
  await page.getByText(WAITS).waitFor();
  await book(page, "Three books");
  await page.getByText("2 bookings not sent yet").waitFor();

  product.network = "up";
  await page.context().setOffline(false);
  const toast = page.getByRole("status").filter({ hasText: "Booking successful!" });
  await toast.waitFor();
  await page.getByText(WAITS).first().waitFor({ state: "detached" });
  const made = (await bookings()).slice(before.length);
  expect(made).toHaveLength(2);
  await page.goto("/track");
  for (const { code } of made) await page.locator(`a[href="/track?code=${code}"]`).first().waitFor();
});

test("the answer is lost after the product booked: sent again, it is still one booking", async () => {
  const before = await bookings();
  const page = await product.person();
  await page.clock.install();
  await page.goto("/book");
  await settled(page);
  product.network = "deaf";
  await book(page, "A lamp");
  await page.getByText(WAITS).waitFor();
  product.network = "up";
  await page.clock.fastForward(ASKED_AGAIN_MS);
  await page.getByText("Booking successful!").waitFor();
  expect(await bookings()).toHaveLength(before.length + 1);
});

test("the browser is closed while a booking waits: it is sent once at the next start", async () => {
  const before = await bookings();
  const folder = await mkdtemp(join(tmpdir(), "ona-browser-"));
  const start = () =>
    chromium.launchPersistentContext(folder, {
      executablePath: CHROMIUM,
      args: CHROMIUM_ARGS,
      viewport: PHONE,
      baseURL: product.origin,
    });
  const first = await start();
  const page = await first.newPage();
  await page.goto("/book");
  await settled(page);
  product.network = "down";
  await book(page, "A radio");
  await page.getByText(WAITS).waitFor();
  await first.close();

  product.network = "up";
  const second = await start();
  const again = await second.newPage();
  await again.goto("/");
  await again.getByText("Booking successful!").waitFor({ timeout: 20_000 });
  await again.reload();
  await again.goto("/track");
  await again.getByText("Your last parcels").waitFor();
  await second.close();
  await rm(folder, { recursive: true, force: true });
  expect(await bookings()).toHaveLength(before.length + 1);
});

test("a booking that waits can be taken back into the form with every word", async () => {
  const before = await bookings();
  const page = await product.person();
  await page.goto("/book");
  await settled(page);
  await page.context().setOffline(true);
  product.network = "down";
  await book(page, "A kettle");
  await page.getByRole("button", { name: "Edit or cancel this booking" }).click();
  await page.waitForFunction(
    () => document.querySelector<HTMLInputElement>("[name=packageDescription]")?.value === "A kettle",
  );
  expect(await page.getByText(WAITS).count()).toBe(0);
  expect(await page.locator("[name=receiverName]").inputValue()).toBe("Musa Bello");
  product.network = "up";
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Book Delivery" }).click();
  await page.waitForURL(/\/track\?code=OD/);
  expect(await bookings()).toHaveLength(before.length + 1);
});

test("a booking that the product refuses stays, is shown with the reason, and goes back into the form", async () => {
  const page = await product.person();
  await page.clock.install();
  await page.goto("/book");
  await settled(page);
  product.network = "down";
  await fill(page);
  await page.getByLabel("Referral code").fill("NOBODY99");
  await page.getByRole("button", { name: "Book Delivery" }).click();
  await page.getByText(WAITS).waitFor();
  product.network = "up";
  await page.clock.fastForward(ASKED_AGAIN_MS);
  await page.getByRole("button", { name: "Open in the form" }).click();
  await page.waitForFunction(
    () => document.querySelector<HTMLInputElement>("[name=referralCode]")?.value === "NOBODY99",
  );
  await page.getByRole("button", { name: "Book Delivery" }).click();
  await page.getByText("We do not know this referral code").first().waitFor();
});

test("[WEB-7] without a network: the last parcels, half-filled forms and a page for everything else are there", async () => {
  const page = await product.person();
  await page.goto("/book");
  await book(page, "Four books");
  await page.waitForURL(/\/track\?code=OD/);
  const code = CODE.exec(page.url())![0];
  await page.getByText("Updates appear here automatically.").waitFor();
  await page.goto("/book");
  await settled(page);
  await page.locator("[name=receiverName]").fill("Half Filled");

  for (const offline of [true, false]) {
    // Once with the browser offline, once with a network that only looks available.
    product.network = "down";
    await page.context().setOffline(offline);
    await page.reload();
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>("[name=receiverName]")?.value === "Half Filled",
    );
    await page.goto(`/track?code=${code}`);
    await page.getByRole("heading", { name: "You are offline" }).waitFor();
    await page.getByText("Your last parcels").waitFor();
    await page.locator(`a[href="/track?code=${code}"]`).waitFor();
    await expectAccessible(page);
    await page.goto("/track");
    await page.getByText("Your last parcels").waitFor();
    await page.goto("/about");
    await page.getByRole("heading", { name: "You are offline" }).waitFor();
    if (offline) {
      await page.getByRole("link", { name: "Book a Delivery" }).first().click();
      await page.getByRole("heading", { name: "Book a Delivery" }).waitFor();
    }
    product.network = "up";
    await page.context().setOffline(false);
    await page.goto("/book");
  }
});

test("an open track page stays while the network is down and is true again when it is back", async () => {
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
  await page.clock.fastForward(ASKED_AGAIN_MS);
  await asked;
  expect(await page.getByText("Estimated delivery").isVisible()).toBe(true);
  product.network = "up";
  await page.context().setOffline(false);
  await page.getByText("Updates appear here automatically.").waitFor();
});

test("a page whose background request failed stays as it is; one that a person opened reloads when the network is back", async () => {
  const page = await product.person();
  await page.goto("/book");
  await book(page, "Six books");
  await page.waitForURL(/\/track\?code=OD/);
  await page.getByText("Updates appear here automatically.").waitFor();
  await page.context().route(/track\.data/, (route) => route.abort());
  const code = CODE.exec(page.url())![0];
  const lost = page.waitForEvent("requestfailed", (request) => request.url().includes("/track.data"));
  product.services.live.publish(`delivery:${code}`);
  await lost;
  expect(await page.getByText("Estimated delivery").isVisible()).toBe(true);
  await page.getByRole("button", { name: "Track Package" }).click();
  await page.getByRole("heading", { name: "No internet" }).waitFor();
  // Before the page can come back: axe would lose it half-way.
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
    .insert(partners)
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
  await db.insert(products).values({ partnerId: store!.id, name: "Ankara, 6 yards", priceKobo: 1_250_000 });
  const page = await product.person();
  await page.goto("/");
  await settled(page);
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
  // The selection is this browser's: it appears with the script.
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
  await settled(page);
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
