/**
 * The messages that only a script shows: network errors while a form is sent, and the few toasts that need no server.
 * test/http/messages-*.test.ts has all other messages.
 */
import { expect, test } from "vitest";
import type { Page } from "playwright-core";
import { makeOwner, makeProduct, makeStore } from "../fixtures/stores.ts";
import { hydrated, LAPTOP, openProduct } from "../fixtures/browser.ts";
import { askForLink } from "../fixtures/links.ts";
import { SPEC_MESSAGES } from "../fixtures/spec-messages.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { STORE_FORM } from "../fixtures/store-form.ts";

const product = await closedAfterAll(openProduct());

let count = 0;

/** A person who signed in by link and has a profile. */
async function customer(email = `person-${++count}@example.com`): Promise<Page> {
  const page = await product.person();
  const token = await askForLink(product, { email });
  await page.goto(`/auth-callback?code=${token}`);
  await page.getByRole("button", { name: /^Continue as / }).click();
  await page.waitForURL(/complete-profile/);
  for (const [label, text] of [
    ["First name", "Ada"],
    ["Last name", "Obi"],
    ["Phone number", "0803 123 4567"],
  ] as const)
    await page.getByLabel(label).fill(text);
  await page.getByRole("button", { name: "Complete Profile" }).click();
  await page.waitForURL(/\/profile$/);
  return page;
}

const fill = async (page: Page, fields: Record<string, string>) => {
  for (const [name, text] of Object.entries(fields))
    await page.locator(`main [name=${name}], [role=dialog] [name=${name}]`).first().fill(text);
};

/**
 * Presses the button while offline, and waits until the page shows these messages, which it did not show before. Then
 * the network returns.
 */
async function pressOffline(page: Page, button: string, says: string[]): Promise<void> {
  await hydrated(page);
  const messages = says.map((words) => page.getByText(new RegExp(words.replaceAll(/[.?]/g, "\\$&"))));
  for (const message of messages) expect(await message.count()).toBe(0);
  product.network = "down";
  try {
    await page.getByRole("button", { name: button, exact: true }).click();
    for (const message of messages) await message.first().waitFor();
  } finally {
    product.network = "up";
  }
}

const UNEXPECTED = "An unexpected error occurred. Please try again.";

const ROWS: [says: string[], provoke: (says: string[]) => Promise<void>][] = [
  [
    ["Authentication error", UNEXPECTED],
    async (says) => {
      const page = await product.person();
      await page.goto("/login");
      await fill(page, { email: "ada@example.com" });
      await pressOffline(page, "Send Magic Link", says);
    },
  ],
  [
    ["Signup error"],
    async (says) => {
      const page = await product.person();
      await page.goto("/signup");
      await fill(page, { firstName: "Ada", lastName: "Obi", email: "ada@example.com" });
      await pressOffline(page, "Sign Up", says);
    },
  ],
  [
    ["Copied!", "Referral code copied to clipboard.", "Update error"],
    async ([title, text, lost]) => {
      const page = await customer();
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await page.getByRole("button", { name: "Copy code", exact: true }).click();
      await page.getByText(title!, { exact: true }).first().waitFor();
      await page.getByText(text!, { exact: true }).first().waitFor();
      await page.goto("/profile?edit=1");
      await fill(page, { firstName: "Adaeze" });
      await pressOffline(page, "Save Changes", [lost!]);
    },
  ],
  [
    ["Submission failed", "There was a problem sending your message. Please try again."],
    async (says) => {
      const page = await product.person();
      await page.goto("/contact");
      await fill(page, { name: "Bola", email: "bola@example.com", message: "Where is it?" });
      await page.locator("main [name=subject]").selectOption("Complaint");
      await pressOffline(page, "Send Message", says);
    },
  ],
  [
    ["Booking failed", "There was a problem with your submission. Please try again."],
    async (says) => {
      const page = await product.person();
      // Without the browser's storage, the booking cannot go into the send queue, and the form shows the network error.
      await page.addInitScript(() => Object.defineProperty(window, "indexedDB", { value: undefined }));
      await page.goto("/book");
      await fill(page, {
        senderName: "Ngozi Eze",
        senderPhone: "0803 123 4567",
        senderEmail: "ngozi@example.com",
        senderAddress: "4 Allen Avenue, Ikeja, Lagos",
        receiverName: "Musa Bello",
        receiverPhone: "0805 123 4567",
        receiverAddress: "12 Bompai Road, Kano",
        packageDescription: "Two books",
        packageWeight: "2.5",
      });
      await pressOffline(page, "Book Delivery", says);
    },
  ],
  [
    ["Login Error"],
    async (says) => {
      const page = await product.person();
      await page.goto("/admin/login");
      await page.getByLabel("Email").fill("admin@ona.test");
      await page.getByLabel("Password", { exact: true }).fill("whatever-it-is");
      await pressOffline(page, "Sign In", says);
    },
  ],
  [
    ["Logout Error"],
    async (says) => {
      const page = await product.admin({ size: LAPTOP });
      await page.goto("/admin");
      await page.locator("aside summary").click();
      await pressOffline(page, "Log Out", says);
      // After the network error, the page is unchanged and the person is still signed in.
      await page.getByRole("heading", { name: "Dashboard" }).waitFor();
      await page.reload();
      expect(page.url()).toMatch(/\/admin$/);
    },
  ],
  [
    ["Registration error"],
    async (says) => {
      const page = await product.person();
      await page.goto("/store/signup");
      await fill(page, STORE_FORM);
      await page.locator("main [name=category]").selectOption("Food");
      await pressOffline(page, "Register Store", says);
    },
  ],
  [
    ["Login error", "Demo Mode"],
    async ([lost, demo]) => {
      const page = await product.person();
      await page.goto("/store/login");
      await fill(page, { email: "shop@example.com" });
      await pressOffline(page, "Send Login Link", [lost!]);
      await page.getByRole("button", { name: "Send Login Link" }).click();
      await page.getByText(demo!).first().waitFor();
    },
  ],
];

test.each(ROWS.map(([says, provoke]) => ({ says, provoke })))("[MSG-1] $says", ({ says, provoke }) =>
  provoke(says),
);

/** Stops the browser's clock half a second from now: after that, time passes only when the test says so. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 500);
}

test("[WEB-6] 'Product added' of a selection stays for 2 seconds", async () => {
  const owner = await makeOwner(product.services);
  const store = await makeStore(product.services, owner.person.id);
  await makeProduct(product.services, store.id, { name: "Ofada rice" });
  const page = await product.person();
  await page.clock.install();
  await page.goto(`/stores/${store.slug}`);
  await hydrated(page);
  await page
    .getByRole("button", { name: /Add to Cart/ })
    .first()
    .click();
  const toast = page.locator("[data-toast]");
  await toast.getByText("Product added").waitFor();
  await stopClock(page);
  await page.clock.fastForward(2000);
  await toast.waitFor({ state: "detached" });
});

test("[WEB-6] any other toast stays for 5 seconds, and is alone", async () => {
  const page = await product.person();
  await page.clock.install();
  await page.goto("/login");
  await fill(page, { email: "five@example.com" });
  await page.getByRole("button", { name: "Send Magic Link" }).click();
  const toast = page.locator("[data-toast]");
  await toast.getByText("Magic link sent!").waitFor();
  await stopClock(page);
  await page.clock.fastForward(3000);
  expect(await toast.count()).toBe(1);
  await page.clock.fastForward(2000);
  await toast.waitFor({ state: "detached" });
});

test("every message that only a script shows has a row", () => {
  const listed = SPEC_MESSAGES.filter(({ proof }) => proof === "browser").map(({ words }) => words);
  expect(new Set(ROWS.flatMap(([says]) => says))).toEqual(new Set(listed));
});
