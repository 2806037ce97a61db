/**
 * KEEP-3: public forms that are sent before the scripts of their page have loaded. The server answers with the page of
 * the form and its errors. The fields of that page must keep their values when its scripts load, and when the person
 * follows a line of the error summary or presses 'Next' or 'Back'.
 */
import { expect, test } from "vitest";
import type { Page } from "playwright-core";
import { fieldOf, fill } from "../fixtures/booking-form.ts";
import { expectAccessible, hydrated, LAPTOP, openProduct, PHONE } from "../fixtures/browser.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";

const product = await closedAfterAll(openProduct());
const SIZES = [
  ["a phone", PHONE],
  ["a laptop", LAPTOP],
] as const;

/** Holds back the scripts of all pages until `come` is called. */
async function withoutScripts(page: Page): Promise<{ come(): Promise<void> }> {
  let come = () => {};
  const waits = new Promise<void>((resolve) => (come = resolve));
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await waits;
    await route.fallback().catch(() => {});
  });
  return {
    async come() {
      come();
      await hydrated(page);
    },
  };
}

/** Returns the values of the main form's visible fields, by name. */
const valuesOf = (page: Page) =>
  page
    .locator("main form:has([name=idempotencyKey])")
    .evaluate((form: HTMLFormElement) =>
      Object.fromEntries(
        [...new FormData(form)].filter(
          ([name, value]) =>
            typeof value === "string" &&
            value !== "" &&
            form.querySelector(`[name="${CSS.escape(name)}"]:not([type=hidden])`),
        ),
      ),
    );
const summary = (page: Page) => page.locator("[data-form-errors]");

/** Sends the form as a browser without scripts does, and waits for the server's page. */
async function sendEarly(page: Page, button: RegExp): Promise<void> {
  const answered = page.waitForResponse((response) => response.request().method() === "POST");
  // The page's scripts are still loading, so there is no load event to wait for.
  await page.getByRole("button", { name: button }).first().click({ noWaitAfter: true });
  expect((await answered).status()).toBe(400);
  await summary(page).waitFor();
}

test.each(SIZES)("[KEEP-3] [BOOK-16] /book on %s, sent before its scripts came", async (_, size) => {
  const page = await product.person({ size });
  const scripts = await withoutScripts(page);
  await page.goto("/book", { waitUntil: "commit" });
  await fieldOf(page, "Package", "Weight (kg)").waitFor();
  await fill(page);
  await fieldOf(page, "Sender", "Email").fill("ngozi at example.com");
  await fieldOf(page, "Receiver", "Phone number").fill("0805 12");
  await fieldOf(page, "Package", "Weight (kg)").fill("two");
  await sendEarly(page, /^Book/);
  const typed = await valuesOf(page);
  expect(typed).toMatchObject({
    senderName: "Ngozi Eze",
    senderPhone: "0803 123 4567",
    senderEmail: "ngozi at example.com",
    receiverPhone: "0805 12",
    packageDescription: "Two books",
    packageWeight: "two",
  });
  const errors = await summary(page).innerText();
  const stays = async (now: Record<string, unknown> = typed) => {
    expect(await valuesOf(page)).toEqual(now);
    expect(await summary(page).innerText()).toBe(errors);
  };

  // Before the scripts load, the person follows a line of the summary and types into a field.
  await summary(page).locator("a").first().click({ noWaitAfter: true });
  await stays();
  await fieldOf(page, "Package", "What is in it?").fill("Three books");
  // Once the scripts have loaded, they read the states from the addresses.
  const states = { senderState: "Lagos", receiverState: "Kano" };
  const now = { ...typed, ...states, packageDescription: "Three books" };
  await scripts.come();
  await expect.poll(() => valuesOf(page)).toEqual(now);
  await stays(now);
  await expectAccessible(page);

  // After the scripts have loaded, the person follows each line of the summary, then 'Next' and 'Back'.
  for (let at = 0; at < (await summary(page).locator("a").count()); at++) {
    await summary(page).locator("a").nth(at).click();
    await stays(now);
  }
  await page.evaluate(() => (location.hash = "#sender"));
  await page.waitForTimeout(200);
  await stays(now);
  const next = page.getByRole("button", { name: "Next" });
  if (await next.isVisible()) {
    await fieldOf(page, "Sender", "Email").fill("ngozi@example.com");
    await next.click();
    await page.getByText("Step 2 of 3").waitFor();
    expect(await valuesOf(page)).toEqual({ ...now, senderEmail: "ngozi@example.com" });
    await page.goBack();
    await page.getByText("Step 1 of 3").waitFor();
    expect(await valuesOf(page)).toEqual({ ...now, senderEmail: "ngozi@example.com" });
  }
});

test.each(SIZES)("[KEEP-3] /contact on %s, sent before its scripts came", async (_, size) => {
  const page = await product.person({ size });
  const scripts = await withoutScripts(page);
  await page.goto("/contact", { waitUntil: "commit" });
  const field = (name: string) => page.locator(`main form [name=${name}]`);
  await field("message").waitFor();
  await field("name").fill("Ọláyínká Adé");
  await field("email").fill("ola at example.com");
  await field("message").fill("Where is it?\nIt was due on Monday.");
  await sendEarly(page, /Send/);
  const typed = await valuesOf(page);
  expect(typed).toMatchObject({ name: "Ọláyínká Adé", email: "ola at example.com" });
  const errors = await summary(page).innerText();
  const stays = async () => {
    expect(await valuesOf(page)).toEqual(typed);
    expect(await summary(page).innerText()).toBe(errors);
  };
  await summary(page).locator("a").first().click({ noWaitAfter: true });
  await stays();
  await scripts.come();
  await stays();
  for (let at = 0; at < (await summary(page).locator("a").count()); at++) {
    await summary(page).locator("a").nth(at).click();
    await stays();
  }
  await page.goBack();
  await stays();
  await expectAccessible(page);
});
