/**
 * When a dialog that has a URL closes, the focus returns to the link that opens the dialog, even if the person opened
 * it in another way.
 */
import { expect, test } from "vitest";
import type { Page } from "playwright-core";
import { profiles } from "../../app/platform/db/schema.ts";
import { hydrated, LAPTOP, openProduct } from "../fixtures/browser.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { sessionCookie } from "../fixtures/session-cookie.ts";

const product = await closedAfterAll(openProduct());

async function customer(): Promise<Page> {
  const email = `dialog-${crypto.randomUUID()}@ona.test`;
  const person = {
    email,
    firstName: "Ada",
    lastName: "Obi",
    phone: "+2348031234567",
    emailVerifiedAt: new Date(),
  };
  const [row] = await product.services.db.insert(profiles).values(person).returning();
  return product.person({ size: LAPTOP, cookie: await sessionCookie(product, row!.id, "customer") });
}

const focused = (page: Page) =>
  page.waitForFunction(() => document.activeElement?.textContent === "Edit Profile");

test("'Edit Profile' gives the focus back to its button: closed, left by Escape, saved, and after a reload", async () => {
  const page = await customer();
  await page.goto("/profile");
  await hydrated(page);
  const link = page.getByRole("link", { name: "Edit Profile" });
  const dialog = page.getByRole("dialog", { name: "Edit Profile" });
  const leave = {
    Escape: () => page.keyboard.press("Escape"),
    Close: () => dialog.getByRole("button", { name: "Close" }).click(),
    Cancel: () => dialog.getByRole("link", { name: "Cancel" }).click(),
    Save: () => dialog.getByRole("button", { name: "Save" }).click(),
  };
  for (const [how, close] of Object.entries(leave))
    for (const reached of ["by click", "by key", "by its address"]) {
      if (reached === "by click") await link.click();
      else if (reached === "by key") await link.press("Enter");
      else await page.goto("/profile?edit=1");
      await dialog.waitFor();
      await close();
      await dialog.waitFor({ state: "detached" });
      await focused(page).catch(() => expect.fail(`${how}, ${reached}`));
      expect(new URL(page.url()).search).toBe("");
    }
});
