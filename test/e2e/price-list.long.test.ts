/** A price list is changed and published in a browser. docs/interactions.md has the number of interactions. */
import { expect, test } from "vitest";
import { expectAccessible, hydrated, openProduct } from "../fixtures/browser.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { countSteps, expectSteps } from "../fixtures/count-steps.ts";
import { makePriceLists } from "../fixtures/prices.ts";

const product = await closedAfterAll(openProduct());
const { services } = product;
const DESK = { width: 1280, height: 800 };

test("[PRICE-9] [PRICE-12] a price is changed and published in what docs/interactions.md says, within two screens", async () => {
  await makePriceLists(services, () => ({ createdAt: services.now() }));
  const page = await product.admin({ size: DESK });
  const steps = countSteps(page);
  await page.goto("/admin/prices");
  await hydrated(page);
  await steps.click(page.getByRole("button", { name: "New draft" }));
  await page.getByRole("heading", { name: "Draft price list" }).waitFor();
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  expect(await height()).toBeLessThanOrEqual(2 * DESK.height);
  await expectAccessible(page);
  await steps.click(page.getByRole("link", { name: /^Zone B, Standard/ }));
  await steps.type(page.getByLabel("First price (₦)"), "3500");
  await expect.poll(() => page.getByLabel("Weight bands").isVisible()).toBe(false);
  await steps.click(page.getByRole("button", { name: "Save", exact: true }));
  await page.getByText("₦3,500 up to 2 kg").waitFor();
  await steps.click(page.getByRole("link", { name: "Publish", exact: true }));
  await page.getByText(/price rises? by|prices rise by/).waitFor();
  await steps.click(page.getByRole("button", { name: /^Publish as version/ }));
  await page.getByText("It can no longer be edited").waitFor();
  expectSteps("change a price and publish it", steps);
  expect(await height()).toBeLessThanOrEqual(2 * DESK.height);
});
