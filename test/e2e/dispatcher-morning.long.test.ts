/** A dispatcher's morning by the keyboard alone. docs/interactions.md has the number of keys. */
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { bookings } from "../../app/platform/db/schema.ts";
import { bookOne } from "../fixtures/bookings.ts";
import { openProduct } from "../fixtures/browser.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { countSteps, expectSteps, type Steps } from "../fixtures/count-steps.ts";

const product = await closedAfterAll(openProduct());
const PARCELS = 38;
const codes: string[] = [];
beforeAll(async () => {
  for (let n = 0; n < PARCELS; n++)
    codes.unshift((await bookOne(product, { receiverName: `Morning ${n}` })).trackingCode);
});

const rowOf = (page: Page, code: string) => page.locator("tr[data-id]", { hasText: code });
const inFocus = (page: Page, text: string) =>
  page.waitForFunction(
    (wanted) => document.activeElement?.closest("tr")?.textContent?.includes(wanted),
    text,
  );
const read = async (code: string) =>
  (await product.services.db.select().from(bookings).where(eq(bookings.trackingCode, code)))[0]!;

/** The scroll position of the page, and the position of a booking's row on the screen. */
async function placeOf(page: Page, code: string) {
  const top = await rowOf(page, code).evaluate((row) => row.getBoundingClientRect().top);
  return { top, scrolled: await page.evaluate(() => window.scrollY) };
}

/**
 * Returns a function that checks that neither the row's place on the screen nor the scroll position has changed since.
 */
async function standsStill(page: Page, code: string) {
  const here = await placeOf(page, code);
  return async () => expect(await placeOf(page, code)).toEqual(here);
}

/** Corrects the weight of the booking in focus: its page opens at the form, and Escape leads back to the row. */
async function correctWeight(page: Page, { press, type }: Steps, code: string) {
  await press("e");
  await page.waitForURL(/#correct$/);
  await page.waitForFunction(() => document.activeElement?.matches("textarea"));
  for (let n = 0; n < 20; n++) {
    await press("Tab");
    if (await page.evaluate(() => document.activeElement?.matches("[name=packageWeight]"))) break;
  }
  await type(page.locator(":focus"), "7");
  await press("Enter");
  await page.getByText("Booking corrected").waitFor();
  await page.waitForFunction(() => document.activeElement?.matches("summary"));
  await press("Escape");
  await inFocus(page, code);
  expect((await read(code)).packageWeight).toBe(7);
}

/** Sets a booking to a failed delivery, because the receiver was not at home, and undoes it. */
async function failAndUndo(page: Page, { press }: Steps, code: string) {
  const still = await standsStill(page, code);
  await press("s");
  await page.getByRole("menu").waitFor();
  await still();
  await press("f");
  await page.getByRole("dialog").waitFor();
  await page.waitForFunction(() => document.activeElement?.matches("select"));
  await still();
  await press("n");
  await press("Tab");
  await press("Enter");
  await page.getByText(/Booking status changed to Failed/).waitFor();
  await inFocus(page, code);
  await still();
  await press("u");
  await page.getByText(/1 booking changed back/).waitFor();
  await inFocus(page, code);
  await still();
}

/** Selects five more bookings, prints all six, sets their status, and undoes the change. The bookings stay selected. */
async function printAndChangeSix(page: Page, { press }: Steps) {
  for (let n = 0; n < 5; n++) await press("Shift+J");
  await page.getByText("6 selected", { exact: true }).waitFor();
  const sixth = codes[34]!;
  await inFocus(page, sixth);
  const still = await standsStill(page, sixth);
  await press("w");
  await page.getByRole("heading", { name: "Waybills" }).waitFor();
  await press("Escape");
  await inFocus(page, sixth);
  await page.getByText("6 selected", { exact: true }).waitFor();
  await still();
  await press("c");
  await page.waitForFunction(() => document.activeElement?.textContent?.startsWith("In Transit"));
  await press("Enter");
  await page.getByText("6 bookings changed.").waitFor();
  await inFocus(page, sixth);
  await still();
  expect(await read(sixth)).toMatchObject({ status: "in_transit" });
  await press("u");
  await page.getByText("6 bookings changed back.").waitFor();
  await page.getByText("6 selected", { exact: true }).waitFor();
  await still();
  expect(await read(sixth)).toMatchObject({ status: "pending" });
  return still;
}

/** Sets the status of all bookings of the page. A dialog asks first, because they are many, and Enter confirms. */
async function changeAll(page: Page, { press }: Steps, still: () => Promise<void>) {
  await press("a");
  await page.getByText(`${PARCELS} selected`, { exact: true }).waitFor();
  await press("c");
  await page.getByRole("menu").waitFor();
  await press("i");
  await page.getByRole("dialog").waitFor();
  await page.waitForFunction(() => document.activeElement?.textContent === "Change status");
  await press("Enter");
  await page.getByText(`${PARCELS} bookings changed.`).waitFor();
  await still();
  await press("u");
  await page.getByText(`${PARCELS} bookings changed back.`).waitFor();
  await still();
  await press("Escape");
  await page.getByText(`${PARCELS} selected`, { exact: true }).waitFor({ state: "detached" });
  await still();
}

/** A caller asks about one booking: five digits of the code find it, and its panel opens beside the list. */
async function findByDigits(page: Page, { press, type }: Steps, asked: string) {
  await press("/");
  await type(page.locator(":focus"), asked.slice(5, 10));
  await page.waitForURL(/q=\d{5}$/);
  // The row was also in the unfiltered list, so the test waits until the list is filtered.
  await expect.poll(() => page.locator("tr[data-id]").count()).toBeLessThan(PARCELS);
  await rowOf(page, asked).waitFor();
  await press("Escape");
  await inFocus(page, asked);
  await press("Enter");
  await page.getByRole("region", { name: `Booking ${asked}` }).waitFor();
}

test("[STAFF-16] find, correct, fail, print, change and undo 38 parcels by keys, and no row moves under the eye", async () => {
  const page = await product.admin({ size: { width: 1280, height: 800 } });
  const live = page.waitForResponse(/\/live\/admin/);
  await page.goto("/admin/bookings");
  await live;
  const steps = countSteps(page);
  const { press } = steps;

  // The list is longer than the screen. The first row is visible, so it gets the focus without scrolling.
  const first = codes[0]!;
  const begin = await placeOf(page, first);
  for (let n = 0; n < 4; n++) await press("j");
  await inFocus(page, codes[3]!);
  expect(await placeOf(page, first)).toEqual(begin);

  await correctWeight(page, steps, codes[3]!);
  expect(await placeOf(page, first)).toEqual(begin);

  // The dispatcher moves to the thirtieth booking, for which the list has to scroll.
  for (let n = 0; n < 26; n++) await press("j");
  const low = codes[29]!;
  await inFocus(page, low);
  expect((await placeOf(page, low)).scrolled).toBeGreaterThan(0);
  await failAndUndo(page, steps, low);

  const still = await printAndChangeSix(page, steps);
  await changeAll(page, steps, still);
  await findByDigits(page, steps, codes[20]!);
  expectSteps("a dispatcher's morning, 38 parcels", steps);
});
