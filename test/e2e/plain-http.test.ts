/**
 * Over plain HTTP, except on localhost, a browser disables the features that need a secure origin. The product works
 * without these features.
 */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookings } from "../../app/platform/db/schema.ts";
import { bookOne } from "../fixtures/bookings.ts";
import { hydrated, LAPTOP, openProduct } from "../fixtures/browser.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { book } from "../fixtures/offline.ts";

const product = await closedAfterAll(openProduct({ host: "ona.test" }));
const statusOf = async (code: string) =>
  (await product.services.db.select().from(bookings).where(eq(bookings.trackingCode, code)))[0]?.status;

test("without a secure origin staff set statuses, scan and copy", async () => {
  const { trackingCode: code } = await bookOne(product);
  const page = await product.admin({ size: LAPTOP });
  await page.goto(`/admin/bookings?q=${code}`);
  await hydrated(page);
  expect(
    await page.evaluate(() => [isSecureContext, "randomUUID" in crypto, "clipboard" in navigator]),
  ).toEqual([false, false, false]);
  await page.getByRole("button", { name: `Status of ${code}: Pending` }).click();
  await page.getByRole("menuitemradio", { name: "In Transit" }).click();
  await page.getByText("Booking status changed to In Transit").waitFor();
  expect(await statusOf(code)).toBe("in_transit");

  await page.goto("/admin/scan");
  await hydrated(page);
  await page.getByLabel("Delivered").check();
  await page.getByLabel("Tracking code").fill(code);
  await page.getByLabel("Tracking code").press("Enter");
  await page.getByText("It was In Transit.").first().waitFor();
  expect(await statusOf(code)).toBe("delivered");
  await page.getByRole("button", { name: "Use camera" }).click();
  await page.getByText("We cannot use the camera.").waitFor();

  await page.goto(`/track?code=${code}`);
  await hydrated(page);
  await page.getByRole("button", { name: "Copy code" }).click();
  await page.getByText(`Select this and copy it: ${code}`).waitFor();
});

test("without a secure origin a booking waits for the network and goes once", async () => {
  const page = await product.person();
  await page.goto("/book");
  await hydrated(page);
  product.network = "down";
  await page.context().setOffline(true);
  await book(page, "Two books");
  await page.getByText("We send this booking once you have network").waitFor();
  // After a booking is queued, the form is empty and has a new idempotency key.
  await book(page, "Three books");
  await page.getByText("2 bookings not sent yet").waitFor();
  product.network = "up";
  await page.context().setOffline(false);
  await page.getByRole("status").filter({ hasText: "Booking successful!" }).waitFor();
  await expect
    .poll(async () => (await product.services.db.select().from(bookings)).length, { timeout: 20_000 })
    .toBe(3);
});
