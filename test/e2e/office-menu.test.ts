/** The back office's menu and lists on a phone, and the numbers in the menu while a page is open. */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { asGuest } from "../../app/access/actors.server.ts";
import { lagosDay } from "../../app/domain/dates.ts";
import { sendNotice } from "../../app/money/payments/transfer-notices.server.ts";
import { setPrice } from "../../app/money/prices/set-price.server.ts";
import { bookOne, makeAdmin } from "../fixtures/bookings.ts";
import { expectAccessible, LAPTOP, openProduct, PHONE } from "../fixtures/browser.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { ONLY_LONG, testWhere } from "../fixtures/test-where.ts";

const product = await closedAfterAll(openProduct());
const { trackingCode: code } = await bookOne(product, { senderEmail: "ngozi@example.com" });

test("[STAFF-29] on a phone the fifth entry opens the whole menu, which a page closes", async () => {
  const page = await product.admin({ size: PHONE });
  await page.goto("/admin");
  const bar = page.getByRole("navigation", { name: "Back office, bottom" });
  const customers = page.getByRole("link", { name: "Customers", exact: true });
  await customers.waitFor({ state: "hidden" });
  await bar.getByText("Menu").click();
  await expectAccessible(page);
  expect(await page.getByRole("button", { name: "Log Out" }).isVisible()).toBe(true);
  await customers.click();
  await page.getByRole("heading", { name: "Customers" }).waitFor();
  // The page also has a tab 'Customers', so the test waits until the menu's last button is hidden.
  await page.getByRole("button", { name: "Log Out" }).waitFor({ state: "hidden" });
});

testWhere(ONLY_LONG)(
  "[STAFF-9] on a phone a customer is a low row without what is missing, and nothing else is left out",
  async () => {
    const page = await product.admin({ size: PHONE });
    await page.goto("/admin/customers");
    const row = page.locator("tbody tr");
    expect((await row.boundingBox())!.height).toBeLessThan(110);
    const text = await row.innerText();
    for (const part of ["Ngozi Eze", "ngozi@example.com", "0803 123 4567"]) expect(text).toContain(part);
    expect(text).not.toContain("N/A");
    await page.setViewportSize(LAPTOP);
    expect(await row.innerText()).toContain("N/A");
  },
);

test("[STAFF-29] a sender who says that they paid is counted on an open page", async () => {
  const { services } = product;
  const page = await product.admin({ size: LAPTOP });
  const streaming = page.waitForResponse(/\/live\/admin/);
  await page.goto("/admin/prices");
  await streaming;
  const moderator = await makeAdmin(product, "moderator");
  await setPrice(services, moderator, { code, price: 1000, note: "", seen: 0 }, randomUUID());
  const notice = { code, amount: 1000, paidOn: lagosDay(services.now()), reference: "" };
  expect(await sendNotice(services, asGuest("127.0.0.1"), notice, randomUUID())).toEqual({ ok: true });
  await page.getByRole("link", { name: "Money 1 to check" }).waitFor();
});
