/**
 * A page that the service worker neither caches nor answers is requested only once, even while the worker controls the
 * page.
 */
import { expect, test } from "vitest";
import type { Page } from "playwright-core";
import { ADMIN, LAPTOP, openProduct } from "../fixtures/browser.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { cached } from "../fixtures/offline.ts";

const product = await closedAfterAll(openProduct({ serviceWorker: true }));

/** The number of requests that the product gets when the browser navigates to each of these paths. */
async function countAsked(page: Page, paths: readonly string[]) {
  const from = product.asked.length;
  for (const path of paths) await page.goto(path);
  const asked = product.asked.slice(from);
  return paths.map((path) => [path, asked.filter((line) => line === `GET ${path}`).length]);
}

async function underControl(page: Page): Promise<void> {
  await page.goto("/about");
  await cached(page);
  await page.reload();
  expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
}

const once = (paths: readonly string[]) => paths.map((path) => [path, 1]);

test("[WEB-7] with the worker in control each page is asked for once, behind a sign-in and before it", async () => {
  const staff = await product.admin();
  await underControl(staff);
  const office = ["/admin/dashboard", "/admin/bookings", "/admin/customers", "/admin/system"];
  expect(await countAsked(staff, office)).toEqual(once(office));
  const visitor = await product.person();
  await underControl(visitor);
  const open = ["/store/login", "/profile", "/auth-callback?token=none", "/", "/book", "/stores", "/quote"];
  expect(await countAsked(visitor, open)).toEqual(once(open));
});

test("with the worker in control a message that is shown once is shown", async () => {
  const page = await product.person({ size: LAPTOP });
  await underControl(page);
  for (let round = 0; round < 3; round++) {
    await page.goto("/admin/login");
    await page.getByLabel("Email").fill(ADMIN.email);
    await page.getByRole("textbox", { name: "Password" }).fill(ADMIN.password);
    await page.getByRole("button", { name: "Sign In" }).click();
    await page.locator("aside summary").click();
    await page.getByRole("button", { name: "Log Out" }).click();
    await page.getByText("Logout Successful").waitFor();
  }
});
