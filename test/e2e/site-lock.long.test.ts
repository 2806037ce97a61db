/** Locking the site while people have it open, and managing the team by keyboard. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible, LAPTOP, openProduct } from "../fixtures/browser.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { findLost } from "../fixtures/screen-faults.ts";
import { ONLY_LONG, testWhere } from "../fixtures/test-where.ts";

const product = await closedAfterAll(openProduct({ serviceWorker: true }));

test("[LOCK-5] an open page of the back office turns into the lock screen; a guest unlocks and goes on", async () => {
  const boss = await product.admin({ size: LAPTOP });
  const watcher = await product.admin({ size: LAPTOP });
  await Promise.all([watcher.waitForResponse(/live\/admin/), watcher.goto("/admin/bookings")]);
  const guest = await product.person();
  await guest.goto("/");

  await boss.goto("/admin/site-lock");
  await expectAccessible(boss);
  await boss.getByLabel("Lock Password", { exact: true }).fill("open-sesame");
  await boss.getByLabel("Confirm Password", { exact: true }).fill("open-sesame");
  await boss.getByRole("button", { name: "Activate Site Lock" }).click();
  await boss.getByText("Close the whole site?").waitFor();
  await boss.getByRole("button", { name: "Close the site" }).click();
  await boss.getByText("Site Lock Activated").waitFor();

  await watcher.getByRole("heading", { name: "Site Access Required" }).waitFor();
  await guest.goto("/track");
  await expectAccessible(guest);
  await guest.getByLabel("Password").fill("wrong");
  await guest.getByRole("button", { name: "Unlock Site" }).click();
  await guest.getByText("Incorrect password. Please try again.").waitFor();
  expect(await guest.getByLabel("Password").inputValue()).toBe("");
  await guest.getByLabel("Password").fill("open-sesame");
  await guest.getByRole("button", { name: "Unlock Site" }).click();
  await guest.waitForURL(/\/track/);

  await boss.getByRole("button", { name: "Deactivate Site Lock" }).click();
  await boss.getByText("Site Lock Deactivated").waitFor();
});

test("[LOCK-5] an open public page notices the lock, when it is shown again and while it is open; its lock screen notices the end", async () => {
  const boss = await product.admin({ size: LAPTOP });
  const press = async (button: "Activate" | "Deactivate") => {
    await boss.goto("/admin/site-lock");
    if (button === "Activate")
      for (const label of ["Lock Password", "Confirm Password"])
        await boss.getByLabel(label, { exact: true }).fill("open-sesame");
    await boss.getByRole("button", { name: `${button} Site Lock` }).click();
    if (button === "Activate") await boss.getByRole("button", { name: "Close the site" }).click();
    await boss.getByText(`Site Lock ${button}d`).waitFor();
  };
  const [looker, waiter, latecomer] = await Promise.all([0, 1, 2].map(() => product.person()));
  await waiter!.clock.install();
  for (const page of [looker!, waiter!]) {
    await page.goto("/about");
    await page.getByRole("heading", { level: 1 }).waitFor();
  }
  await press("Activate");
  const lookAgain = (page: Page) =>
    page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  const halfAMinute = (page: Page) => page.clock.fastForward(36_000);
  // Repeats `nudge` until the page has the title. A page that was just loaded opens its live stream only a moment
  // later, and misses a change before that.
  const until = (page: Page, nudge: (page: Page) => Promise<unknown>, title: RegExp) =>
    expect
      .poll(
        async () =>
          nudge(page).then(
            () => page.title(),
            () => "",
          ),
        { timeout: 15_000, interval: 200 },
      )
      .toMatch(title);
  await until(looker!, lookAgain, /Site Access Required/);
  await until(waiter!, halfAMinute, /Site Access Required/);
  await waiter!.getByRole("button", { name: "Unlock Site" }).waitFor();
  await latecomer!.goto("/contact");
  await latecomer!.getByRole("heading", { name: "Site Access Required" }).waitFor();

  await press("Deactivate");
  await until(looker!, lookAgain, /About/);
  await until(waiter!, halfAMinute, /About/);
  await until(latecomer!, lookAgain, /Contact/);
});

testWhere(ONLY_LONG)("an admin user is added and deleted with the keyboard alone", async () => {
  const page = await product.admin({ size: LAPTOP });
  await page.goto("/admin/settings");
  await page.getByRole("link", { name: "Add Admin User" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Add New Admin User" });
  await dialog.waitFor();
  await expectAccessible(page);
  for (const [label, text] of [
    ["Name", "Ngozi Eze"],
    ["Email", "ngozi@ona.test"],
    ["Password", "walnut-river-3"],
  ] as const) {
    expect(
      await dialog.getByLabel(label, { exact: true }).evaluate((field) => field === document.activeElement),
    ).toBe(true);
    await page.keyboard.type(text);
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Enter");
  await dialog.getByLabel("Role").press("Tab");
  await dialog.getByRole("button", { name: "Add Admin User" }).press("Enter");
  await page.getByText("Admin Created").waitFor();

  const row = page.getByRole("row").filter({ hasText: "ngozi@ona.test" });
  await row.getByRole("link", { name: "Delete Ngozi Eze" }).press("Enter");
  await page.getByText("Are you sure you want to delete this admin user?").waitFor();
  await page.getByRole("button", { name: "Delete", exact: true }).press("Enter");
  await page.getByText("Admin Deleted").waitFor();
  expect(await row.count()).toBe(0);
});

test("without JavaScript the same dialogs are part of the page", async () => {
  const page = await product.admin({ javaScriptEnabled: false });
  await page.goto("/admin/settings?add=1");
  const form = page.getByRole("region", { name: "Add New Admin User" });
  await form.getByLabel("Name", { exact: true }).fill("No Script");
  await form.getByLabel("Email").fill("bad");
  await form.getByLabel("Password", { exact: true }).fill("walnut-river-3");
  await form.getByRole("button", { name: "Add Admin User" }).click();
  await form.getByText("Please enter a valid email address").first().waitFor();
  await form.getByLabel("Email").fill("noscript@ona.test");
  await form.getByLabel("Password", { exact: true }).fill("walnut-river-3");
  await form.getByRole("button", { name: "Add Admin User" }).click();
  await page.getByText("Admin Created").waitFor();
});

test("[WEB-5] with text twice as large nothing is lost while the lock is set or another page is fetched", async () => {
  const boss = await product.admin();
  await boss.goto("/admin/site-lock");
  await boss.evaluate(() => (document.documentElement.style.fontSize = "200%"));
  await boss.route(/\.data/, () => {});
  await boss.evaluate(() => document.querySelector<HTMLAnchorElement>("a[href='/admin/bookings']")!.click());
  await boss.getByRole("button", { name: "Activating..." }).waitFor();
  expect(await findLost(boss)).toEqual([]);
});
