/**
 * PICKUP-1: the form of a regular pickup in a browser, with and without JavaScript, does not lose what was ticked and
 * typed.
 */
import { expect, test } from "vitest";
import type { Page } from "playwright-core";
import { profiles, sessions } from "../../app/platform/db/schema.ts";
import { expectAccessible, hydrated, LAPTOP, openProduct, PHONE } from "../fixtures/browser.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { makeHubs } from "../fixtures/road.ts";
import { sessionCookie } from "../fixtures/session-cookie.ts";

const product = await closedAfterAll(openProduct());
await makeHubs(product, "IKJ");
const HERE = "/profile/pickups";
const PICTURES = process.env["PICTURES"];
const picture = async (page: Page, name: string) => {
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/form-${name}.png`, fullPage: true });
};

async function sender(email: string): Promise<string> {
  const [person] = await product.services.db
    .insert(profiles)
    .values({
      email,
      firstName: "Ngozi",
      lastName: "Eze",
      phone: "+2348035550100",
      emailVerifiedAt: new Date(),
    })
    .returning();
  return sessionCookie(product, person!.id, "customer");
}

async function fill(page: Page): Promise<void> {
  await page.getByLabel("Who is there").fill("Ngozi Eze");
  await page.getByLabel("Phone number").fill("0803 555 0100");
  await page.getByLabel("Pickup address").fill("4 Allen Avenue, Ikeja, Lagos");
}
const ask = (page: Page) => page.getByRole("button", { name: "Ask for it" });
const ticked = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLInputElement>("[name^=day]:checked")].map(({ name }) => name),
  );

test("[PICKUP-1] without JavaScript a refused form comes back with the days as they were ticked", async () => {
  const page = await product.person({ cookie: await sender("plain@ona.test"), javaScriptEnabled: false });
  await page.goto(HERE);
  for (const day of ["Mon", "Tue", "Wed", "Thu", "Fri"]) await page.getByLabel(day).uncheck();
  await fill(page);
  await ask(page).click();
  await page.getByText("Tick at least one day").first().waitFor();
  await picture(page, "plain-refused");
  expect(await page.getByLabel("Who is there").inputValue()).toBe("Ngozi Eze");
  await page.getByLabel("Sat").check();
  await page.getByLabel("Until").selectOption("15:30");
  await ask(page).click();
  await page.getByText("Leave at least an hour between the two times").first().waitFor();
  expect(await page.locator("[name=day5]").isChecked()).toBe(true);
  expect(await page.locator("[name=day0]").isChecked()).toBe(false);
  await page.getByLabel("Until").selectOption("18:00");
  await ask(page).click();
  await page.getByRole("heading", { name: "Sat, 15:00 to 18:00" }).waitFor();
  await page.getByText("End it for good").click();
  await picture(page, "plain-end");
  await page.getByRole("button", { name: "End it: Sat, 15:00 to 18:00" }).click();
  await page.getByText("Ended", { exact: true }).first().waitFor();
});

test("[PICKUP-1] a form without a day says so beside the days and moves the focus there", async () => {
  const page = await product.person({ cookie: await sender("days@ona.test"), size: PHONE });
  await page.goto(HERE);
  await hydrated(page);
  for (const day of ["Mon", "Tue", "Wed", "Thu", "Fri"]) await page.getByLabel(day).uncheck();
  await fill(page);
  // The form's schema is loaded once the page is idle.
  await page.waitForLoadState("networkidle");
  await ask(page).click();
  await page.getByText("Tick at least one day").first().waitFor();
  expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe("day0");
  await expectAccessible(page);
  await picture(page, "no-day");
  await page.getByLabel("Wed").focus();
  await page.keyboard.press("Space");
  await page.getByText("Tick at least one day").first().waitFor({ state: "hidden" });
  expect(await ticked(page)).toEqual(["day2"]);
  await ask(page).click();
  await page.getByRole("heading", { name: "Wed, 15:00 to 17:00" }).waitFor();
});

test("[PICKUP-1] what a second tab typed stays after the first asked, and after the session has ended", async () => {
  const cookie = await sender("tabs@ona.test");
  const first = await product.person({ cookie, size: LAPTOP });
  await first.goto(HERE);
  await hydrated(first);
  const second = await first.context().newPage();
  await second.goto(HERE);
  await hydrated(second);
  await fill(first);
  await ask(first).click();
  await first.getByText("Waits for approval").waitFor();
  await fill(second);
  await second.getByLabel("Pickup address").fill("12 Toyin Street");
  await second.waitForLoadState("networkidle");
  await ask(second).click();
  await second.getByText(/state/i).first().waitFor();
  expect(await second.getByLabel("Pickup address").inputValue()).toBe("12 Toyin Street");
  await expectAccessible(second);
  await picture(second, "second-tab");
  await second.getByLabel("Pickup address").fill("12 Toyin Street, Ikeja, Lagos");
  await product.services.db.delete(sessions);
  await ask(second).click();
  await second.waitForURL(/\/login/);
  await picture(second, "signed-out");
});
