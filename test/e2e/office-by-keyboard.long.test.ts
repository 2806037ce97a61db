/**
 * A day in the back office by the keyboard alone: sign in, find a booking, change it, answer a message, lock the site.
 */
import { expect, test } from "vitest";
import type { Page } from "playwright-core";
import { bookOne } from "../fixtures/bookings.ts";
import { ADMIN, LAPTOP, openProduct } from "../fixtures/browser.ts";
import { tabToName } from "../fixtures/journeys.ts";
import { contactMessages } from "../../app/platform/db/schema.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";

const product = await closedAfterAll(openProduct());

/**
 * Presses the key again and again until `there` is true, because no key works before the page's script has loaded the
 * shortcuts.
 */
async function pressUntil(page: Page, key: string, there: () => Promise<boolean>): Promise<void> {
  for (const until = Date.now() + 10_000; Date.now() < until;) {
    await page.keyboard.press(key);
    await page.waitForTimeout(250);
    if (await there()) return;
  }
  throw new Error(`'${key}' does nothing`);
}

const focusedOn = (page: Page, selector: string) =>
  page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);

async function signIn(page: Page): Promise<void> {
  await page.goto("/admin/login");
  await tabToName(page, /^Email$/);
  await page.keyboard.type(ADMIN.email);
  await tabToName(page, /^Password$/);
  await page.keyboard.type(ADMIN.password);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/admin$/);
}

/** The key g opens the palette, which leads to the bookings. The key / moves to the search, j and k along the rows. */
async function findByKeys(page: Page, older: string, newer: string): Promise<void> {
  const palette = page.getByRole("combobox", { name: "A screen, a name or a booking code" });
  await pressUntil(page, "g", () => palette.isVisible());
  await page.keyboard.type("bookings");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/admin\/bookings/);
  await pressUntil(page, "/", () => focusedOn(page, "[name=q]"));
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("ngozi");
  await page.waitForURL(/q=ngozi/);
  await page.getByText(newer).first().waitFor();
  // Escape leaves the search field, in which letters are text and not shortcuts.
  await page.keyboard.press("Escape");
  const rowInFocus = () =>
    page.evaluate(() => document.activeElement?.closest("tr")?.textContent?.match(/OD\d{8}NG/)?.[0] ?? null);
  expect(await rowInFocus()).toBe(newer);
  await page.keyboard.press("j");
  expect(await rowInFocus()).toBe(older);
  await page.keyboard.press("k");
  expect(await rowInFocus()).toBe(newer);
}

/** Enter opens the row's panel, in which the status is changed and saved; the page announces the change. */
async function changeStatus(page: Page, code: string): Promise<void> {
  await page.keyboard.press("Enter");
  await page.getByRole("region", { name: `Booking ${code}` }).waitFor();
  const form = page.getByRole("form", { name: `Status of ${code}` });
  await form.waitFor();
  await form.getByRole("combobox").focus();
  await page.keyboard.press("ArrowDown");
  await form.getByRole("button", { name: "Save" }).waitFor();
  await tabToName(page, /^Save/);
  await page.keyboard.press("Enter");
  await page.getByRole("status").getByText("Booking status changed").waitFor();
}

async function answerMessage(page: Page): Promise<void> {
  await page.goto("/admin/contacts");
  await tabToName(page, /^View/);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  // The dialog opens with the focus on the message, and the field for the reply is next.
  await expect.poll(() => focusedOn(page, "p[data-start]")).toBe(true);
  await page.keyboard.press("Tab");
  expect(await focusedOn(page, "[name=body]")).toBe(true);
  await page.keyboard.type("Yes, well packed.");
  await tabToName(page, /^Send/);
  await page.keyboard.press("Enter");
  await page.getByRole("status").getByText(/sent/i).first().waitFor();
}

/** The site is locked, a stranger sees that it is locked, and the site is opened again. */
async function lockAndOpen(page: Page): Promise<void> {
  await page.goto("/admin/site-lock");
  await tabToName(page, /^Lock Password/);
  await page.keyboard.type("market-day-1");
  await tabToName(page, /^Confirm Password/);
  await page.keyboard.type("market-day-1");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByText("Close the whole site?").waitFor();
  await tabToName(page, /^Close the site/);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Deactivate Site Lock" }).waitFor();
  const stranger = await product.person();
  expect((await stranger.goto("/"))!.status()).toBe(423);
  await tabToName(page, /^Deactivate Site Lock/);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Activate Site Lock", exact: true }).waitFor();
  expect((await stranger.goto("/"))!.status()).toBe(200);
}

test("[STAFF-16] staff do their day without a mouse", async () => {
  const first = await bookOne(product, { senderName: "Ngozi Eze" });
  const second = await bookOne(product, { senderName: "Ngozi Obi" });
  await product.services.db.insert(contactMessages).values({
    formKey: crypto.randomUUID(),
    name: "Bola Ade",
    email: "bola@example.com",
    subject: "General Inquiry",
    message: "Do you carry glass to Jos?",
  });
  const page = await product.person({ size: LAPTOP });
  await signIn(page);
  await findByKeys(page, first.trackingCode, second.trackingCode);
  await changeStatus(page, second.trackingCode);
  await answerMessage(page);
  await lockAndOpen(page);
});
