/**
 * The six demo doors in a browser. A door is a button that signs the visitor in as one of the demo's people. The test
 * also counts the presses from the home page to each person's work.
 */
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { and, desc, eq } from "drizzle-orm";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { DEMO_DOOR_NAMES, DEMO_DOORS, DEMO_SHIFT_PIN, type DemoDoor } from "../../app/domain/demo-doors.ts";
import { DEMO_PHONES } from "../../app/domain/demo-people.ts";
import { bookings } from "../../app/platform/db/schema.ts";
import { seedSampleStores } from "../../server/demo/seed.server.ts";
import { expectAccessible, hydrated, LAPTOP, openProduct, PHONE } from "../fixtures/browser.ts";
import { fieldOf, TYPED } from "../fixtures/booking-form.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { countSteps, expectSteps } from "../fixtures/count-steps.ts";
import { button, typeDigits } from "../fixtures/rider-page.ts";
import { findLost } from "../fixtures/screen-faults.ts";

const product = await closedAfterAll(openProduct());
const { services } = product;

beforeAll(async () => {
  await seedSampleStores(services.db, services.files, services.now());
  const { tellStory } = (await import(
    pathToFileURL(resolve("build/server/index.js")).href
  )) as typeof import("../../server/app.ts");
  expect(await tellStory(services)).toBe(true);
}, 400_000);

/** Opens a browser and goes through a door, by two presses from the home page. */
async function through(door: DemoDoor, size = PHONE) {
  const page = await product.person({ size });
  const steps = countSteps(page);
  await page.goto("/");
  await steps.click(page.getByRole("link", { name: "Look around as one of its people" }));
  await steps.click(page.getByRole("button", { name: `Be ${DEMO_DOORS[door].name}` }));
  return { page, steps };
}

test(
  "[DEMO-1] from the home page two presses lead to the rider's screen, and to the receiver's",
  { timeout: 120_000 },
  async () => {
    const rider = await through("rider");
    await rider.page.getByText(`Shift PIN ${DEMO_SHIFT_PIN}`).waitFor();
    expectSteps("see a rider's screen of the demo", rider.steps);
    const receiver = await through("receiver");
    await receiver.page.getByText("₦24,000").first().waitFor();
    expectSteps("see a receiver's screen of the demo", receiver.steps);
  },
);

test(
  "[DEMO-2] each door opens a page without faults, on phone and laptop",
  { timeout: 240_000 },
  async () => {
    for (const door of DEMO_DOOR_NAMES.filter((one) => one !== "rider")) {
      const { page } = await through(door);
      await page.getByText(`You are ${DEMO_DOORS[door].name}, ${DEMO_DOORS[door].who}`).waitFor();
      await expectAccessible(page);
      for (const size of [{ width: 320, height: 640 }, LAPTOP]) {
        await page.setViewportSize(size);
        expect(await findLost(page), `${door} at ${size.width} px`).toEqual([]);
      }
    }
  },
);

/**
 * Waits until the back office's keyboard shortcuts work, because their script loads after the page's. Leaves the page
 * unchanged.
 */
async function keysWork(page: Page): Promise<void> {
  await hydrated(page);
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  for (const until = Date.now() + 15_000; !(await help.isVisible()) && Date.now() < until;) {
    await page.keyboard.press("?");
    await page.waitForTimeout(250);
  }
  await page.keyboard.press("Escape");
  await help.waitFor({ state: "detached" });
}

test(
  "[STAFF-40] the worst exception is solved, and a booking found by phone, from the dashboard",
  { timeout: 120_000 },
  async () => {
    const { page } = await through("dispatcher", LAPTOP);
    await page.getByRole("heading", { name: "To do now" }).waitFor();
    await hydrated(page);
    const steps = countSteps(page);
    await steps.click(page.getByRole("link", { name: "Open the worst" }));
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Found or lost?").waitFor();
    await steps.select(dialog.getByLabel("Hub"), "Ikeja");
    await steps.click(dialog.getByRole("button", { name: "Found here" }));
    await dialog.waitFor({ state: "hidden" });
    expectSteps("solve the worst exception", steps);
    await page.goto("/admin");
    await keysWork(page);
    await steps.press("Control+k");
    const phone = DEMO_PHONES.receiver.replace("+234", "0");
    await steps.type(page.getByRole("combobox"), phone);
    await page
      .getByRole("option", { name: /Hajara Usman/ })
      .first()
      .waitFor();
    expectSteps("find a booking by phone from anywhere", steps);
  },
);

/** Signs in as another person of the demo, on the page that lists the doors. */
async function become(page: Page, door: DemoDoor): Promise<void> {
  await page.goto("/demo");
  // The bar at the top of the page has the doors, too. Its buttons also name the role, so only the exact name finds
  // this button.
  await page.getByRole("button", { name: `Be ${DEMO_DOORS[door].name}`, exact: true }).click();
}

/** The sender books a parcel on a wide screen; returns its code. */
async function bookParcel(page: Page): Promise<string> {
  await page.goto("/book");
  await hydrated(page);
  for (const [group, label, value] of TYPED) await fieldOf(page, group, label).fill(value);
  await page.getByRole("button", { name: "Book Delivery" }).click();
  await page.waitForURL(/\/track\?code=OD/);
  return new URL(page.url()).searchParams.get("code")!;
}

/** The rider begins the shift, and collects the cash and the PIN at the receiver's gate. */
async function deliverToHajara(page: Page, pin: string): Promise<void> {
  await page.getByRole("heading", { name: "Begin your shift" }).waitFor();
  await typeDigits(page, DEMO_SHIFT_PIN);
  // The phone counts pieces: one of the eleven parcels has two.
  await page.getByText("1 of 12 pieces done").waitFor();
  await page.getByLabel("Find a stop").fill("Hajara");
  await page.getByRole("button", { name: /Hajara Usman/ }).click();
  await button(page, "Delivered").click();
  await button(page, /₦24,000 cash taken/).click();
  await typeDigits(page, pin);
  await page.getByText("The PIN is right.").waitFor();
  await button(page, "Delivered").click();
  await page.getByText("2 of 12 pieces done").waitFor();
  await page.getByText("All sent").waitFor();
}

test(
  "[DEMO-2] one story through six doors: what one person does, the others see, from the booking to the money",
  { timeout: 240_000 },
  async () => {
    const page = await product.person({ size: LAPTOP });
    await become(page, "sender");
    await page.getByRole("heading", { name: "Hello, Adaeze" }).waitFor();
    const code = await bookParcel(page);

    await become(page, "dispatcher");
    await page.getByRole("heading", { name: "To do now" }).waitFor();
    await page.goto(`/admin/bookings/${code}`);
    await page.getByText("Musa Bello").first().waitFor();

    await become(page, "receiver");
    const plate = page.getByText(/^PIN \d{4}$/);
    await plate.waitFor();
    const pin = (await plate.innerText()).slice(-4);

    await become(page, "rider");
    await deliverToHajara(page, pin);

    await become(page, "receiver");
    await page.getByText("Delivered").first().waitFor();
    expect(await page.getByText(/^PIN \d{4}$/).count()).toBe(0);

    await become(page, "owner");
    await page.goto("/admin/cash");
    await page.getByRole("link", { name: /Yusuf/ }).first().click();
    await page.getByRole("heading", { name: "Pay in" }).waitFor();
    await hydrated(page);
    const form = page.getByRole("form", { name: "Pay in" });
    await form.getByLabel("₦1,000", { exact: true }).fill("24");
    await form.getByLabel("Hub").selectOption({ label: "Abuja (ABJ)" });
    await form.getByRole("button", { name: "Pay in" }).click();
    await page.getByText("₦24,000 paid in").waitFor();
    await page.getByText("It is in the account of the hub.").waitFor();

    await become(page, "shop");
    await page.goto("/store/dashboard/settlements");
    const [given] = await services.db
      .select({ code: bookings.trackingCode })
      .from(bookings)
      .where(and(eq(bookings.receiverName, "Hajara Usman"), eq(bookings.status, "delivered")))
      .orderBy(desc(bookings.deliveredAt))
      .limit(1);
    await page.locator("tr", { hasText: given!.code }).getByText("₦24,000").first().waitFor();
  },
);

test(
  "[DEMO-4] the owner sees whose invoice is overdue, and the fifty parcels that a shop sent by a file",
  { timeout: 120_000 },
  async () => {
    const page = await product.person({ size: LAPTOP });
    await become(page, "owner");
    await page.getByRole("heading", { name: "To do now" }).waitFor();
    await page.goto("/admin/businesses/ageing");
    await page.getByRole("link", { name: "Kainji Pharmacy" }).click();
    await page.waitForURL(/businesses\/[0-9a-f-]{36}$/);
    await page.getByText("Overdue", { exact: true }).waitFor();
    await page.getByText("Paid", { exact: true }).first().waitFor();
    await expectAccessible(page);
    await page.goto(`/admin/bookings?${new URLSearchParams({ q: "Shea & Sheen" })}`);
    await page.getByRole("heading", { name: "Bookings", level: 1 }).waitFor();
    const found = await page.getByText(/^\d+ found$/).innerText();
    expect(Number.parseInt(found, 10)).toBeGreaterThanOrEqual(50);
  },
);
