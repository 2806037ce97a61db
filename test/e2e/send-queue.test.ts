/** The network fails while a booking is sent: nothing is lost, and nothing is booked twice. */
import { afterEach, expect, test } from "vitest";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { bookings } from "../../app/platform/db/schema.ts";
import { fill } from "../fixtures/booking-form.ts";
import { expectAccessible, openProduct, PHONE } from "../fixtures/browser.ts";
import { CHROMIUM, CHROMIUM_ARGS } from "../fixtures/chromium.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { book, cached, TRIED_AGAIN_MS } from "../fixtures/offline.ts";
import { ONLY_LONG, testWhere } from "../fixtures/test-where.ts";

const product = await closedAfterAll(openProduct({ serviceWorker: true }));
afterEach(() => {
  product.network = "up";
});

const WAITS = "We send this booking once you have network, and book it only once.";

const booked = () => product.services.db.select({ code: bookings.trackingCode }).from(bookings);

test("[WEB-7] the network fails while a booking is sent: it waits, the page says so, and it is made once when the network is back", async () => {
  const before = await booked();
  const page = await product.person();
  await page.goto("/book");
  await cached(page);
  product.network = "down";
  await page.context().setOffline(true);
  await book(page, "Two books");
  await page.getByText(WAITS).waitFor();
  await page.waitForFunction(() => document.activeElement?.id === "waiting");
  expect(await page.locator("[name=receiverName]").inputValue()).toBe("");
  await expectAccessible(page);

  // A reload without a network opens the same cached page. Its form makes a second booking, not a repeat of the
  // first one.
  await page.reload();
  await page.getByText(WAITS).waitFor();
  await book(page, "Three books");
  await page.getByText("2 bookings not sent yet").waitFor();

  product.network = "up";
  await page.context().setOffline(false);
  const toast = page.getByRole("status").filter({ hasText: "Booking successful!" });
  await toast.waitFor();
  await page.getByText(WAITS).first().waitFor({ state: "detached" });
  const made = (await booked()).slice(before.length);
  expect(made).toHaveLength(2);
  await page.goto("/track");
  for (const { code } of made) await page.locator(`a[href="/track?code=${code}"]`).first().waitFor();
});

test("the answer is lost after the product booked: sent again, it is still one booking", async () => {
  const before = await booked();
  const page = await product.person();
  await page.clock.install();
  await page.goto("/book");
  await cached(page);
  product.network = "deaf";
  await book(page, "A lamp");
  await page.getByText(WAITS).waitFor();
  product.network = "up";
  await page.clock.fastForward(TRIED_AGAIN_MS);
  await page.getByText("Booking successful!").waitFor();
  expect(await booked()).toHaveLength(before.length + 1);
});

test("the browser is closed while a booking waits: it is sent once at the next start", async () => {
  const before = await booked();
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
  await cached(page);
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
  expect(await booked()).toHaveLength(before.length + 1);
});

testWhere(ONLY_LONG)("a booking that waits can be taken back into the form with every word", async () => {
  const before = await booked();
  const page = await product.person();
  await page.goto("/book");
  await cached(page);
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
  expect(await booked()).toHaveLength(before.length + 1);
});

test("a booking that the product refuses stays, is shown with the reason, and goes back into the form", async () => {
  const page = await product.person();
  await page.clock.install();
  await page.goto("/book");
  await cached(page);
  product.network = "down";
  await fill(page);
  await page.getByLabel("Referral code").fill("NOBODY99");
  await page.getByRole("button", { name: "Book Delivery" }).click();
  await page.getByText(WAITS).waitFor();
  product.network = "up";
  await page.clock.fastForward(TRIED_AGAIN_MS);
  await page.getByRole("button", { name: "Open in the form" }).click();
  await page.waitForFunction(
    () => document.querySelector<HTMLInputElement>("[name=referralCode]")?.value === "NOBODY99",
  );
  await page.getByRole("button", { name: "Book Delivery" }).click();
  await page.getByText("We do not know this referral code").first().waitFor();
});
