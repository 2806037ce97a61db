/** KEEP-4: what signed-in people type is stored encrypted in their browser until the server has accepted it. */
import { expect, test } from "vitest";
import type { Page } from "playwright-core";
import { bookOne } from "../fixtures/bookings.ts";
import { ADMIN, hydrated, openProduct } from "../fixtures/browser.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { bookingCharges, sessions } from "../../app/platform/db/schema.ts";

const product = await closedAfterAll(openProduct());
const { services } = product;
const TYPED = "Gate code is with the guard, ask for Iya Bisi";

const stored = (page: Page) => page.evaluate(() => JSON.stringify(localStorage));
const drafts = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("draft:")).length);
const noteOf = (page: Page) => page.getByLabel("Note for the team");
const line = (page: Page) => page.getByRole("status").filter({ hasText: "This is what you typed" });

async function typedNote(text: string): Promise<{ page: Page; path: string }> {
  const { trackingCode } = await bookOne(product, {});
  const page = await product.admin();
  const path = `/admin/bookings/${trackingCode}`;
  await page.goto(path);
  await hydrated(page);
  await noteOf(page).fill(text);
  await expect.poll(() => drafts(page)).toBe(1);
  return { page, path };
}

test("[KEEP-4] a note outlives a lost network, a busy server and a reload; it goes once it is saved", async () => {
  const { page } = await typedNote(TYPED);
  expect(await stored(page)).not.toMatch(/guard|Bisi|admin\/bookings|staffNote/);
  const save = () => page.getByRole("button", { name: "Save note" }).click();
  product.network = "down";
  await save();
  await page.waitForTimeout(300);
  product.network = "up";
  await page.reload();
  await hydrated(page);
  await line(page).waitFor();
  expect(await noteOf(page).inputValue()).toBe(TYPED);

  await page.route(
    (url) => url.pathname.endsWith(".data"),
    (route) => (route.request().method() === "POST" ? route.fulfill({ status: 503 }) : route.fallback()),
    { times: 1 },
  );
  await save();
  await page.waitForTimeout(300);
  await page.reload();
  await hydrated(page);
  await line(page).waitFor();
  expect(await noteOf(page).inputValue()).toBe(TYPED);

  await save();
  await expect.poll(() => drafts(page)).toBe(0);
  await page.reload();
  await hydrated(page);
  expect(await noteOf(page).inputValue()).toBe(TYPED);
  expect(await line(page).count()).toBe(0);
});

test("[KEEP-4] what was typed into a folded part of the page is seen again", async () => {
  const { page, path } = await typedNote("In the open");
  await page.getByText("Set a new day", { exact: true }).click();
  await page.locator("[name=newDayNote]").fill(TYPED);
  await expect.poll(() => drafts(page)).toBe(2);
  await page.goto(path);
  await hydrated(page);
  await expect.poll(() => page.locator("[name=newDayNote]").isVisible()).toBe(true);
  expect(await page.locator("[name=newDayNote]").inputValue()).toBe(TYPED);
  expect(await line(page).count()).toBe(2);
  for (const _ of [1, 2]) await page.getByRole("button", { name: "Discard" }).first().click();
  await expect.poll(() => drafts(page)).toBe(0);
});

test("[KEEP-4] what a refused form gave back is kept with what is typed after it", async () => {
  const { id, trackingCode } = await bookOne(product, {});
  const lines = [{ kind: "carriage" as const, label: "Delivery", kobo: 645_000 }];
  await services.db
    .insert(bookingCharges)
    .values({ bookingId: id, kind: "set", lines, totalKobo: 645_000, at: services.now() });
  const page = await product.admin();
  const form = page.locator("form").filter({ has: page.locator("[name=reference]") });
  const valueOf = (name: string) => form.locator(`[name=${name}]`).inputValue();
  await page.goto(`/admin/bookings/${trackingCode}/money`);
  await hydrated(page);
  await form.locator("[name=reference]").fill("SLIP-77");
  await form.locator("[name=amount]").fill("x");
  await expect.poll(() => drafts(page)).toBe(1);
  await form.getByRole("button", { name: /^Record/ }).click();
  await page.getByText("One field below needs your attention").waitFor();
  const before = await stored(page);
  await form.locator("[name=amount]").fill("1200");
  await expect.poll(() => stored(page)).not.toBe(before);
  await page.reload();
  await hydrated(page);
  await line(page).waitFor();
  expect([await valueOf("reference"), await valueOf("amount")]).toEqual(["SLIP-77", "1200"]);
  expect(await line(page).innerText()).not.toContain("Somebody has changed");
  await page.getByRole("button", { name: "Discard" }).click();
  await expect.poll(() => drafts(page)).toBe(0);
});

test("[KEEP-4] a link of a newer version loads the app anew; what was typed is there on the way back", async () => {
  const { page, path } = await typedNote("Half a sentence");
  // The server no longer has the files of the version that the browser has loaded.
  await page.route(/\/assets\/.*\.js$/, (route) => route.fulfill({ status: 404 }), { times: 1 });
  const reloaded = page.waitForEvent("load");
  await page.evaluate(() => {
    document.querySelector<HTMLAnchorElement>('a[href="/admin/hubs"]')!.click();
  });
  await reloaded;
  await page.goto(path);
  await hydrated(page);
  await line(page).waitFor();
  expect(await noteOf(page).inputValue()).toBe("Half a sentence");
  await page.getByRole("button", { name: "Discard" }).click();
  expect(await noteOf(page).inputValue()).toBe("");
  await expect.poll(() => drafts(page)).toBe(0);
});

test("[KEEP-4] after the end of the session it waits for its own person, and is not another's", async () => {
  const { page, path } = await typedNote(TYPED);
  await services.db.delete(sessions);
  // The page may reload and go to the sign-in page before the form is sent.
  const send = page.getByRole("button", { name: "Save note" }).click({ timeout: 2000 });
  await Promise.all([send.catch(() => {}), page.waitForURL(/\/admin\/login/)]);
  // A visitor on the same machine sees no draft, and the page has no key to decrypt one.
  expect(await stored(page)).not.toMatch(/guard|Bisi/);
  expect((await page.content()).includes("draftKey")).toBe(false);
  expect((await page.content()).includes(TYPED)).toBe(false);
  await page.getByLabel("Email").fill(ADMIN.email);
  await page.getByLabel("Password", { exact: true }).fill(ADMIN.password);
  await page.getByRole("button", { name: /Sign in|Log in/i }).click();
  await page.waitForURL((url) => url.pathname === path);
  await hydrated(page);
  expect(await noteOf(page).inputValue()).toBe(TYPED);
});
