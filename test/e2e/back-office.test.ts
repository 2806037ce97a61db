/** The back office by keyboard. */
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  expectAccessible,
  LAPTOP,
  openProduct,
  signInAsAdmin,
  type RunningProduct,
} from "../support/browser.ts";

let product: RunningProduct;
beforeAll(async () => {
  product = await openProduct();
});
afterAll(() => product.close());

test("slash searches, g goes anywhere, the question mark helps, and a list opens as one left it", async () => {
  const page = await product.person({ size: LAPTOP });
  await signInAsAdmin(page);
  await page.goto("/admin/bookings?status=failed");
  // The keys are fetched once the page runs; until then nothing listens.
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  for (const until = Date.now() + 10_000; !(await help.isVisible()) && Date.now() < until;) {
    await page.keyboard.press("?");
    await page.waitForTimeout(250);
  }
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.keyboard.press("g");
  await page.getByRole("combobox", { name: "A screen, a name or a booking code" }).waitFor();
  await expectAccessible(page);
  await page.keyboard.type("contact");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/admin\/contacts/);
  await page.getByRole("link", { name: "Bookings", exact: true }).click();
  await page.waitForURL(/\/admin\/bookings\?status=failed/);
  // A page opened without a reload takes the focus to its heading.
  await page.waitForFunction(() => document.activeElement?.tagName === "H1");
  await page.keyboard.press("/");
  await page.keyboard.type("nobody at all");
  await page.waitForURL(/q=nobody/);
  expect(await page.getByText("No bookings found.").isVisible()).toBe(true);
});
