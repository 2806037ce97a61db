/**
 * BUSINESS-1 to BUSINESS-9 in a browser: from the application to the paid invoice, on a phone and in the office, with
 * axe on every page and no page wider than its screen.
 */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { businesses, profiles } from "../../app/platform/db/schema.ts";
import { hydrated, LAPTOP, openProduct, PHONE } from "../fixtures/browser.ts";
import { APPLICATION } from "../fixtures/businesses.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { publishSamples } from "../fixtures/prices.ts";
import { sessionCookie } from "../fixtures/session-cookie.ts";
import { findViolations } from "../fixtures/violations.ts";
import { fill } from "../fixtures/booking-form.ts";

const PICTURES = process.env["PICTURES"];
const product = await closedAfterAll(openProduct());
await publishSamples(product);

/** Opens a page, and checks it at both widths. */
async function look(page: Page, path: string): Promise<void> {
  if (new URL(page.url(), product.origin).pathname !== path) await page.goto(path);
  for (const size of [PHONE, LAPTOP]) {
    await page.setViewportSize(size);
    await hydrated(page);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
      `${path} ${size.width}`,
    ).toBe(true);
    expect(await findViolations(page), `${path} ${size.width}`).toEqual([]);
    if (PICTURES)
      await page.screenshot({
        path: `${PICTURES}/${path.replaceAll("/", "_").replace(/[0-9a-f-]{36}/, "id")}-${size.width}.png`,
        fullPage: true,
      });
  }
  await page.setViewportSize(PHONE);
}

/** Books a parcel on account with a cost centre. */
async function book(owner: Page): Promise<void> {
  await owner.setViewportSize(LAPTOP);
  await owner.goto("/book");
  await hydrated(owner);
  await fill(owner);
  await owner.getByText("More about the parcel").waitFor();
  expect(await owner.getByLabel("Who pays for the delivery?").inputValue()).toBe("account");
  await owner.getByLabel("Cost centre").fill("Shop 3");
  if (PICTURES) await owner.screenshot({ path: `${PICTURES}/_book-360.png`, fullPage: true });
  await owner.locator("form[data-waits] button[type=submit]").last().click();
  await owner.waitForURL(/track\?code=/);
  if (PICTURES) await owner.screenshot({ path: `${PICTURES}/_track-360.png`, fullPage: true });
  await owner.getByText("goes on the account of your business").first().waitFor();
}

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

test("[BUSINESS-1] [BUSINESS-5] [BUSINESS-6] [BUSINESS-8] from the application to the paid invoice", async () => {
  const { db } = product.services;
  const [person] = await db
    .insert(profiles)
    .values({
      ...{ email: "ngozi@bright.test", firstName: "Ngozi", lastName: "Eze", phone: "+2348035550100" },
      emailVerifiedAt: new Date(),
    })
    .returning();
  const owner = await product.person({ cookie: await sessionCookie(product, person!.id, "customer") });
  await look(owner, "/business");
  await owner.getByLabel("Name of the business").fill(APPLICATION.name);
  await owner.getByLabel("TIN").fill(APPLICATION.tin);
  await owner.getByLabel("Address", { exact: true }).fill(APPLICATION.address);
  await owner.getByLabel("Phone number").fill(APPLICATION.phone);
  await owner.getByLabel("Email for invoices").fill(APPLICATION.email);
  await press(owner, "Apply");
  await owner.getByText("You applied for an account").waitFor();
  await look(owner, "/business");

  const staff = await product.admin({ size: LAPTOP });
  await look(staff, "/admin/businesses");
  await staff.getByRole("link", { name: APPLICATION.name }).click();
  await staff.waitForURL(/businesses\/[0-9a-f-]{36}$/);
  const here = new URL(staff.url()).pathname;
  await look(staff, here);
  await press(staff, "Approve the account");
  await staff.getByLabel("Limit (₦)").fill("50000");
  await press(staff, "Save terms");
  await staff.getByText("Terms saved").waitFor();
  await staff.getByLabel("Discount (%)").fill("10");
  await press(staff, "Save prices");
  await staff.getByText("Prices saved").waitFor();

  await book(owner);
  await look(owner, "/business");
  await owner.getByRole("table").getByText("Shop 3").waitFor();

  await staff.reload();
  await press(staff, "Write invoice");
  await staff.getByText(/INV-\d{4}-0001 is written/).waitFor();
  await look(staff, here);
  await staff.setViewportSize(LAPTOP);
  await owner.goto("/business/invoices");
  await look(owner, "/business/invoices");
  await owner.getByRole("navigation", { name: "Business" }).waitFor();
  await owner.getByRole("link", { name: /INV-/ }).click();
  await owner.waitForURL(/invoices\/INV-/);
  await look(owner, new URL(owner.url()).pathname);
  const [business] = await db.select().from(businesses);

  await staff.getByLabel("Amount (₦)").fill(String(business!.usedKobo / 100));
  await staff.getByLabel("Reference").fill("GTB/1");
  await press(staff, "Record payment");
  await staff.getByText("Payment recorded").waitFor();
  await owner.reload();
  await owner.getByText("Paid", { exact: true }).first().waitFor();
  for (const page of ["statement", "members", "log", "address-book", "reports", "developers"])
    await look(owner, `/business/${page}`);
  for (const page of ["", "/ageing"]) await look(staff, `/admin/businesses${page}`);
}, 240_000);
