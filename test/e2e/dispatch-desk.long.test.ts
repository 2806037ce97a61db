/**
 * The keys of the dispatch desk, and the rows and fields that must stay in their place. ten-tasks.long.test.ts counts
 * the interactions of the desk's tasks.
 */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { bookings, cashOnDelivery, payees } from "../../app/platform/db/schema.ts";
import { changeStatus } from "../../app/parcels/bookings/change-status.server.ts";
import { countSteps } from "../fixtures/count-steps.ts";
import { bookOne, makeAdmin } from "../fixtures/bookings.ts";
import { expectAccessible, openProduct, PHONE, type RunningProduct } from "../fixtures/browser.ts";
import { ONLY_LONG, testWhere } from "../fixtures/test-where.ts";

let product: RunningProduct;
const codes: string[] = [];
const DESK = { width: 1280, height: 800 };
beforeAll(async () => {
  product = await openProduct();
  for (let n = 0; n < 12; n++)
    codes.push((await bookOne(product, { receiverName: `Desk ${n}` })).trackingCode);
});
afterAll(() => product.close());

const read = async (code: string) =>
  (await product.services.db.select().from(bookings).where(eq(bookings.trackingCode, code)))[0]!;

/** Waits until an element of this kind has the focus, and its text or name contains `text`. */
const focused = (page: Page, tag: string, text: string) =>
  page.waitForFunction(
    ([wanted, part]) => {
      const at = document.activeElement;
      const named = at?.closest("[aria-label]")?.getAttribute("aria-label") ?? "";
      return at?.matches(wanted!) && `${at.textContent} ${named}`.includes(part!);
    },
    [tag, text],
  );

/** Opens the desk, and waits until its scripts run. */
async function openDesk(path = "/admin/bookings", size = DESK): Promise<Page> {
  const page = await product.admin({ size });
  const live = page.waitForResponse(/\/live\/admin/);
  await page.goto(path);
  await live;
  return page;
}

test("[STAFF-20] a parcel is found and set by three keys after its code, and the focus stays for the next", async () => {
  const page = await openDesk();
  const code = codes[6]!;
  await page.getByLabel("Search bookings").fill(code);
  const steps = countSteps(page);
  await steps.press("Enter");
  await page.getByRole("region", { name: `Booking ${code}` }).waitFor();
  await page.waitForFunction((wanted) => document.activeElement?.textContent === wanted, code);
  await steps.press("s");
  await page.getByRole("menu", { name: `Status of ${code}` }).waitFor();
  await steps.press("i");
  await page.getByText("Booking status changed to In Transit").waitFor();
  expect(steps.done()).toEqual({ interactions: 3, keys: 3 });
  expect(await read(code)).toMatchObject({ status: "in_transit" });
  await expectAccessible(page);
  // After the panel has saved a change, x selects the row whose panel is open, and Escape closes the panel.
  await page.keyboard.press("x");
  await page.getByText("1 selected", { exact: true }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("region", { name: `Booking ${code}` }).waitFor({ state: "detached" });

  // On a small phone with text of double size, the bar for the selected rows covers less than half of the screen, and
  // does not cover the row with the focus.
  await page.getByLabel("Search bookings").fill("");
  await page.locator("tr[data-id]").nth(1).waitFor();
  await page.setViewportSize({ width: 320, height: 568 });
  await page.addStyleTag({ content: "html { font-size: 200% }" });
  const bar = page.getByRole("region", { name: "Selected bookings" });
  expect((await bar.boundingBox())!.height).toBeLessThanOrEqual(568 * 0.45 + 1);
  await page.locator("tr[data-id] a.code").first().focus();
  for (let n = 0; n < 5; n++) {
    await page.keyboard.press("j");
    const focusEnds = await page.evaluate(() => document.activeElement!.getBoundingClientRect().bottom);
    expect(focusEnds).toBeLessThanOrEqual((await bar.boundingBox())!.y + 1);
  }
});

test("[STATUS-6] Failed asks why in the menu's place, and the reason is saved", async () => {
  const page = await openDesk(`/admin/bookings?q=${codes[5]!}`);
  await page.getByRole("button", { name: `Status of ${codes[5]!}: Pending` }).click();
  await page.getByRole("menuitemradio", { name: /Failed/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Why did it fail?").selectOption("Nobody home");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Set to Failed" }).click();
  await page.getByText("Booking status changed to Failed").waitFor();
  expect(await read(codes[5]!)).toMatchObject({ status: "failed" });
  await focused(page, "a", codes[5]!);
});

test("[STAFF-16] the focus stays near what was done: a question left, a save in the panel, ticks changed, a correction", async () => {
  const page = await openDesk("/admin/bookings");
  const row = page.locator("tr[data-id]", { hasText: codes[1]! });
  await row.locator("a.code").focus();
  await page.keyboard.press("s");
  await page.getByRole("menu").waitFor();
  await page.keyboard.press("f");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await focused(page, "a", codes[1]!);

  await row.locator("a.code").click();
  const panel = page.getByRole("region", { name: `Booking ${codes[1]!}` });
  await panel.waitFor();
  // The panel covers no button in the head of the page.
  await page.getByRole("link", { name: "Export CSV" }).click({ trial: true });
  await panel.getByRole("combobox", { name: /^Status/ }).selectOption("In Transit");
  await panel.getByRole("button", { name: "Save", exact: true }).press("Enter");
  await page.getByText("Booking status changed to In Transit").waitFor();
  await focused(page, "select", codes[1]!);
  await page.keyboard.press("Escape");
  await focused(page, "a", codes[1]!);

  await row.getByRole("checkbox").press("Space");
  await page.getByText("1 selected", { exact: true }).waitFor();
  // The menu of statuses opens with the focus on the usual next status.
  await page.keyboard.press("c");
  await focused(page, "button", "Delivered");
  await page.keyboard.press("Enter");
  await page.getByText("1 booking changed: OD").waitFor();
  await focused(page, "input", codes[1]!);
  expect(await read(codes[1]!)).toMatchObject({ status: "delivered" });
  await page.keyboard.press("u");
  await page.getByText("1 booking changed back: OD").waitFor();
  await focused(page, "input", codes[1]!);
  // After the undo, the row stays selected with its new version, so that a second change meets no conflict.
  await page.getByText("1 selected", { exact: true }).waitFor();
  await page.keyboard.press("c");
  await page.keyboard.press("d");
  await page.getByText("1 booking changed: OD").waitFor();
  expect(await read(codes[1]!)).toMatchObject({ status: "delivered" });

  await page.goto(`/admin/bookings/${codes[2]!}`);
  const summary = page.getByText("Correct an address, a phone or the weight");
  await summary.click();
  await page.getByLabel("Weight (kg)").fill("7");
  await page.getByRole("button", { name: "Save corrections" }).press("Enter");
  await page.getByText("Booking corrected").waitFor();
  await focused(page, "summary", "Correct an address");
});

test("[STAFF-7] [STAFF-21] ticks survive a search, Shift ticks a range, and no row moves when others work", async () => {
  const page = await openDesk("/admin/bookings?status=pending");
  const boxes = page.locator("tr[data-id] input");
  await boxes.nth(1).click();
  await boxes.nth(4).click({ modifiers: ["Shift"] });
  await page.getByText("4 selected", { exact: true }).waitFor();
  // The URL changes before the list is drawn, so the test waits for the list's links.
  const links = page.locator("main a[href*='q=Desk']");
  await page.getByLabel("Search bookings").fill("Desk 5");
  await links.first().waitFor();
  await page.getByText("4 selected", { exact: true }).waitFor();
  await page.getByLabel("Search bookings").fill("");
  await links.first().waitFor({ state: "detached" });

  const first = page.locator("tr[data-id]").first();
  const code = (await first.locator("a.code").textContent())!;
  const top = (await first.boundingBox())!.y;
  const made = await bookOne(product, { receiverName: "Just now" });
  product.services.live.publish("bookings");
  const show = page.getByRole("button", { name: "1 new booking: show" });
  await show.waitFor();
  expect((await first.boundingBox())!.y).toBe(top);
  expect(await first.locator("a.code").textContent()).toBe(code);

  // A colleague changes the booking first. Its row shows the new status in the same place, even if it no longer matches
  // the filter, and stays selected.
  await page.getByRole("button", { name: `Status of ${code}: Pending` }).click();
  const colleague = await makeAdmin(product, "moderator");
  const { id, version } = await read(code);
  const change = { id, version, status: "in_transit", note: "" } as const;
  await changeStatus(product.services, colleague, change, crypto.randomUUID());
  await page.getByRole("menu").getByText("Someone else changed it to In Transit.").waitFor();
  await page.keyboard.press("d");
  await page.getByText("Booking status changed to Delivered").waitFor();
  await show.click();
  await page.getByRole("link", { name: made.trackingCode }).waitFor();
});

testWhere(ONLY_LONG)(
  "[STAFF-31] bookings appear in the palette while one types, are counted aloud, and open by the keyboard",
  async () => {
    const { trackingCode } = await bookOne(product, { receiverAddress: "3 Zungeru Lane, Kano" });
    const page = await openDesk("/admin");
    const palette = page.getByRole("combobox", { name: "A screen, a name or a booking code" });
    while (!(await palette.isVisible())) {
      await page.keyboard.press("ControlOrMeta+k");
      await page.waitForTimeout(100);
    }
    await page.keyboard.type("zungeru");
    await page.getByRole("option", { name: trackingCode }).waitFor();
    await page.getByRole("status").getByText("1 booking found.").waitFor({ state: "attached" });
    await expectAccessible(page);
    // Above the found booking, the palette shows two entries that search in lists. Two presses of the arrow key pass
    // them.
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/admin/bookings/${trackingCode}`);
  },
);

testWhere(ONLY_LONG)("[STAFF-6] on a phone a booking takes 88 px and nothing is lost", async () => {
  const [of] = await product.services.db.select().from(bookings).limit(1);
  const [payee] = await product.services.db.insert(payees).values({}).returning();
  const terms = { codFeePerMille: 15, codFeeMinimumKobo: 30_000, amountKobo: 430_000 };
  await product.services.db
    .insert(cashOnDelivery)
    .values({ bookingId: of!.id, payeeId: payee!.id, ...terms });
  const page = await openDesk("/admin/bookings", PHONE);
  await page.getByText("Collect ₦4,300").waitFor();
  await expectAccessible(page);
  const heights = await page
    .locator("tr[data-id]")
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
  expect(Math.max(...heights)).toBeLessThanOrEqual(88);
  for (const cell of ["created", "sender", "receiver", "type", "due", "status"])
    expect(await page.locator(`tr[data-id] .c-${cell}`).first().isVisible(), cell).toBe(true);
  // A receiver's long name ends with dots before the column of the due day, and the buttons in the page's head fit in
  // two lines.
  const seen = await page.evaluate(() => {
    const name = document.querySelector<HTMLElement>("tr[data-id] .c-receiver")!;
    const end = name.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(name).paddingRight);
    const top = (text: string) =>
      [...document.querySelectorAll("main a, main summary")]
        .find(({ textContent }) => textContent === text)!
        .getBoundingClientRect().top;
    const day = document.querySelector("tr[data-id] .c-due")!.getBoundingClientRect().left;
    return { gap: day - end, oneLine: top("Export CSV") === top("Filters") };
  });
  expect(seen.gap).toBeGreaterThan(0);
  expect(seen.oneLine).toBe(true);
  // On a screen that is too narrow for a panel, the link of a tracking code opens the booking's page.
  await page.locator("a.code").first().click();
  await page.waitForURL(/\/admin\/bookings\/OD/);
});
