/**
 * The back office in a browser without JavaScript: sign in, the list, a status, a message, a colleague, the site lock,
 * sign out.
 */
import { expect, test } from "vitest";
import type { Page } from "playwright-core";
import { bookOne } from "../fixtures/bookings.ts";
import { ADMIN, LAPTOP, openProduct, PHONE } from "../fixtures/browser.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";

const product = await closedAfterAll(openProduct());

const SCREENS = [["a phone", PHONE] as const, ["a laptop", LAPTOP] as const];

async function writeMessage(guest: Page, code: string): Promise<void> {
  await guest.goto("/contact");
  for (const [name, text] of [
    ["name", "Bola Ade"],
    ["email", "bola@example.com"],
    ["message", `Where is ${code}?`],
  ] as const)
    await guest.locator(`main [name=${name}]`).fill(text);
  await guest.locator("main [name=subject]").selectOption("Tracking Issue");
  await guest.getByRole("button", { name: /Send/ }).click();
  await guest.getByText("Message sent!").waitFor();
}

/** Signs in, after a wrong password. */
async function signIn(page: Page): Promise<void> {
  await page.goto("/admin");
  expect(page.url()).toContain("/admin/login");
  await page.getByLabel("Email").fill(ADMIN.email);
  await page.getByLabel("Password", { exact: true }).fill("wrong-password");
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.getByText("Login failed. Please check your credentials and try again.").waitFor();
  await page.getByLabel("Password", { exact: true }).fill(ADMIN.password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.getByText("Welcome back to the admin panel.").waitFor();
  await page.getByRole("heading", { name: "Dashboard" }).waitFor();
}

/** Finds a booking in the list and sets it to In Transit. */
async function changeStatus(page: Page, code: string): Promise<void> {
  await page.goto("/admin/bookings");
  await page.getByLabel("Search bookings").fill(code);
  await page.getByLabel("Search bookings").press("Enter");
  await page.waitForURL(/q=OD/);
  const form = page.locator(`form[aria-label="Status of ${code}"]`).locator("visible=true").first();
  await form.locator("select[name=status]").selectOption("in_transit");
  await form.getByRole("button", { name: "Save" }).click();
  await page.getByText("Booking status changed to In Transit").first().waitFor();
  await page.getByRole("link", { name: code }).locator("visible=true").first().click();
  await page.getByText("In Transit").locator("visible=true").first().waitFor();
}

async function readMessage(page: Page, code: string): Promise<void> {
  await page.goto("/admin/contacts?tab=unread");
  await page.getByRole("link", { name: /View/ }).locator("visible=true").first().click();
  await page.getByText(`Where is ${code}?`).waitFor();
  await page
    .getByRole("button", { name: /Mark Read/ })
    .locator("visible=true")
    .first()
    .click();
  await page.getByText("Contact message marked as read.").waitFor();
}

/** Locks the site, unlocks it for a guest with the password, and deactivates the lock. */
async function lockAndOpen(page: Page, guest: Page): Promise<void> {
  await page.goto("/admin/site-lock");
  for (const label of ["Lock Password", "Confirm Password"])
    await page.getByLabel(label, { exact: true }).fill("open-sesame");
  await page.getByRole("button", { name: "Activate Site Lock" }).click();
  await page.getByText("Site Lock Activated").waitFor();
  await guest.goto("/about");
  await guest.getByLabel("Password").fill("open-sesame");
  await guest.getByRole("button", { name: "Unlock Site" }).click();
  await guest.waitForURL(/\/about/);
  await page.getByRole("button", { name: "Deactivate Site Lock" }).click();
  await page.getByText("Site Lock Deactivated").waitFor();
}

async function signOut(page: Page): Promise<void> {
  // The button 'Sign out' is in a <details> element under the person's name. On a phone, this element is inside the
  // menu. Both open without a script.
  await page.locator("aside summary, nav summary").locator("visible=true").click();
  await page.getByRole("link", { name: "Personal Settings" }).click();
  await page.getByRole("heading", { name: "Personal Settings" }).waitFor();
  await page.locator("aside summary, nav summary").locator("visible=true").click();
  await page.getByRole("button", { name: "Log Out" }).click();
  await page.getByText("You have been logged out successfully.").waitFor();
  await page.goto("/admin/bookings");
  expect(page.url()).toContain("/admin/login");
}

test.each(SCREENS)("a working day without JavaScript, on %s", { timeout: 60_000 }, async (_name, size) => {
  const { trackingCode: code } = await bookOne(product);
  const guest = await product.person({ size, javaScriptEnabled: false });
  await writeMessage(guest, code);

  const page = await product.person({ size, javaScriptEnabled: false });
  await signIn(page);
  await changeStatus(page, code);
  await readMessage(page, code);
  await lockAndOpen(page, guest);
  for (const path of [
    "/admin/customers",
    "/admin/settings",
    "/admin/activity-logs",
    "/admin/personal-settings",
  ]) {
    await page.goto(path);
    await page.getByRole("heading", { level: 1 }).waitFor();
  }
  await signOut(page);
});
