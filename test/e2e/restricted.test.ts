/** The page for staff who may not open a screen, whose scripts no other page carries. */
import { expect, test } from "vitest";
import { makeAdmin } from "../fixtures/bookings.ts";
import { expectAccessible, LAPTOP, openProduct, settled } from "../fixtures/browser.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { sessionCookie } from "../fixtures/session-cookie.ts";

const product = await closedAfterAll(openProduct());

test("[STAFF-17] it is whole before and after its scripts arrive, leads on without a reload, and back to itself", async () => {
  const { person } = await makeAdmin(product, "support");
  const page = await product.person({
    size: LAPTOP,
    cookie: await sessionCookie(product, person.id, "staff"),
  });
  const warnings: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().includes("403")) warnings.push(message.text());
  });
  let release = () => {};
  const held = new Promise<void>((done) => (release = done));
  await page.route(/\/assets\/restricted-/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/admin/settings");
  const title = page.getByRole("heading", { name: "Access Restricted" });
  const menu = page.getByRole("link", { name: "Bookings", exact: true });
  await title.waitFor();
  await menu.waitFor();
  release();
  await settled(page);
  await title.waitFor();
  await expectAccessible(page);

  const documents: string[] = [];
  page.on("request", (request) => request.isNavigationRequest() && documents.push(request.url()));
  await menu.click();
  await page.waitForURL(/\/admin\/bookings/);
  await page.goBack();
  await title.waitFor();
  expect(documents).toEqual([]);
  expect(warnings).toEqual([]);
});
