/** On a laptop, each staff role sees its whole menu without scrolling. The company has a hub. */
import { expect, test } from "vitest";
import { ADMIN_ROLES } from "../../app/domain/admin-roles.ts";
import { hubs } from "../../app/platform/db/schema.ts";
import { makeAdmin } from "../fixtures/bookings.ts";
import { openProduct } from "../fixtures/browser.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { sessionCookie } from "../fixtures/session-cookie.ts";

const product = await closedAfterAll(openProduct());
const LAPTOP_800 = { width: 1280, height: 800 };
await product.services.db.insert(hubs).values({
  ...{ name: "Ikeja", code: "IKJ", phone: "+2348031112233" },
  ...{ address: "1 Allen Avenue, Ikeja", state: "Lagos" },
});

test.each(ADMIN_ROLES)(
  "[STAFF-29] at 1280 × 800 the whole menu of a %s is in sight, without scrolling",
  { timeout: 60_000 },
  async (role) => {
    const { person } = await makeAdmin(product, role);
    const page = await product.person({
      size: LAPTOP_800,
      cookie: await sessionCookie(product, person.id, "staff"),
    });
    await page.goto("/admin");
    const menu = page.getByRole("navigation", { name: "Back office", exact: true });
    await menu.waitFor();
    const entries = await menu.getByRole("link").all();
    expect(entries.length).toBeGreaterThanOrEqual(3);
    expect(entries.length).toBeLessThanOrEqual(14);
    for (const entry of entries) {
      const box = (await entry.boundingBox())!;
      expect(box.y, await entry.innerText()).toBeGreaterThanOrEqual(0);
      expect(box.y + box.height, await entry.innerText()).toBeLessThanOrEqual(LAPTOP_800.height);
    }
    // The menu for phones, which is hidden here, has the same name.
    const foot = page.getByRole("complementary", { name: "Menu" }).locator("summary");
    const box = (await foot.boundingBox())!;
    expect(await foot.innerText()).toContain(person.firstName);
    expect(box.y + box.height).toBeLessThanOrEqual(LAPTOP_800.height);
    const scrolls = await menu.evaluate((nav) => {
      const tall = [nav, ...(nav.parentElement ? [nav.parentElement] : [])];
      return tall.some(
        (one) => one.scrollHeight > one.clientHeight + 1 && getComputedStyle(one).overflowY !== "visible",
      );
    });
    expect(scrolls).toBe(false);
  },
);
