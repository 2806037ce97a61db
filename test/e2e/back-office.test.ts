/** The back office by keyboard. */
import { expect, test } from "vitest";
import { profiles, sessions } from "../../app/platform/db/schema.ts";
import { eq } from "drizzle-orm";
import { ADMIN, expectAccessible, LAPTOP, openProduct } from "../fixtures/browser.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";

const product = await closedAfterAll(openProduct());

test("slash searches, g goes anywhere, the question mark helps, and a list opens as one left it", async () => {
  const page = await product.admin({ size: LAPTOP });
  await page.goto("/admin/bookings?status=failed");
  // A key has no effect before the page's script has loaded the shortcuts, so the test presses it repeatedly.
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  for (const until = Date.now() + 10_000; !(await help.isVisible()) && Date.now() < until;) {
    await page.keyboard.press("?");
    await page.waitForTimeout(250);
  }
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.keyboard.press("g");
  await page.getByRole("combobox", { name: "A screen, a name or a booking code" }).waitFor();
  await expectAccessible(page);
  await page.keyboard.type("contact");
  await page.keyboard.press("Enter");
  // The URL changes before the page is drawn. Until then the previous page is shown, whose link to the bookings has no
  // filter.
  await page.getByRole("heading", { level: 1, name: "Contact Messages" }).waitFor();
  await page.getByRole("link", { name: "Bookings", exact: true }).click();
  await page.waitForURL(/\/admin\/bookings\?status=failed/);
  // After a navigation without a reload, the focus is on the heading of the new page.
  await page.waitForFunction(() => document.activeElement?.tagName === "H1");
  await page.keyboard.press("/");
  await page.keyboard.type("nobody at all");
  await page.waitForURL(/q=nobody/);
  await page.getByText("No bookings found.").waitFor();
});

test("[STAFF-19] background requests of an open page keep nobody signed in; an idle page turns into the sign-in screen", async () => {
  const page = await product.admin({ size: LAPTOP });
  const { db, live } = product.services;
  const streaming = page.waitForResponse(/\/live\/admin/);
  await page.goto("/admin");
  await streaming;
  const [person] = await db.select({ id: profiles.id }).from(profiles).where(eq(profiles.email, ADMIN.email));
  const idleFor = async (minutes: number) => {
    const lastSeenAt = new Date(Date.now() - minutes * 60_000);
    await db.update(sessions).set({ lastSeenAt }).where(eq(sessions.userId, person!.id));
    const reloading = page.waitForResponse(/\/admin\.data/);
    live.publish("contacts");
    const request = (await reloading).request();
    expect((await request.allHeaders())["ona-background"]).toBe("1");
    return lastSeenAt;
  };
  const before = await idleFor(29);
  const [session] = await db.select().from(sessions).where(eq(sessions.userId, person!.id));
  expect(session!.lastSeenAt).toEqual(before);
  await idleFor(31);
  await page.waitForURL(/\/admin\/login\?next=%2Fadmin/);
  await page.getByRole("button", { name: "Sign In" }).waitFor();
});
