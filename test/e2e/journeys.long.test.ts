/** A stranger becomes a customer with a friend's referral code. */
import { expect, test } from "vitest";
import type { Page } from "playwright-core";
import { profiles } from "../../app/platform/db/schema.ts";
import { expectAccessible, LAPTOP, openProduct, PHONE } from "../fixtures/browser.ts";
import { enter } from "../fixtures/journeys.ts";
import { onEach } from "../fixtures/long.ts";
import { mailedLink } from "../fixtures/mailed-link.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";

const product = await closedAfterAll(openProduct({ serviceWorker: true }));

async function bookAsGuest(page: Page, email: string): Promise<string> {
  await page.goto("/book");
  const values = {
    senderName: "Chi Obi",
    senderPhone: "0803 123 4567",
    senderEmail: email,
    senderAddress: "Ogui Road, Enugu",
    receiverName: "Musa Bello",
    receiverPhone: "0805 123 4567",
    receiverAddress: "12 Bompai Road, Kano",
    packageDescription: "Books",
    packageWeight: "0.5",
  };
  for (const [name, value] of Object.entries(values)) await enter(page, name, value);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/track\?code=OD/);
  return /OD\d{8}NG/.exec(page.url())![0];
}

test.each(
  onEach<[string, boolean]>([
    ["with JavaScript", true],
    ["without JavaScript", false],
  ]),
)(
  "by the keyboard alone a stranger signs up with a friend's code, finds an earlier booking, and the friend sees it, %s",
  async (_name, javaScriptEnabled) => {
    const { db } = product.services;
    const mark = javaScriptEnabled ? "a" : "b";
    const code = `FRND${mark.toUpperCase()}2`;
    await db.insert(profiles).values({
      email: `friend-${mark}@example.com`,
      firstName: "Friend",
      lastName: "Obi",
      phone: "+2348031234567",
      referralCode: code,
    });
    const email = `chi-${mark}@example.com`;
    const page = await product.person({ size: PHONE, javaScriptEnabled });
    await page.context().route("https://wa.me/**", (route) => route.fulfill({ body: "chat" }));
    const booked = await bookAsGuest(page, email.toUpperCase());

    await page.goto("/signup");
    if (javaScriptEnabled) await expectAccessible(page);
    const rawValues = { firstName: "Chi", lastName: "Obi", email, referralCode: code };
    for (const [name, value] of Object.entries(rawValues)) await enter(page, name, value);
    await page.keyboard.press("Enter");
    await page.getByText("Check your email").first().waitFor();
    if (javaScriptEnabled) await expectAccessible(page);

    await page.goto(await mailedLink(product.origin, email, /auth-callback/));
    if (!javaScriptEnabled) await page.getByRole("button", { name: /^Continue as / }).click();
    await page.waitForURL(/\/complete-profile/);
    expect(await page.getByLabel("First name").inputValue()).toBe("Chi");
    expect(await page.getByLabel("Referral code").inputValue()).toBe(code);
    await enter(page, "phone", "0803 765 4321");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/profile/);
    await page.locator(`main a[href*="${booked}"]`).first().waitFor();
    if (javaScriptEnabled) await expectAccessible(page);

    await page.goto("/book");
    expect(await page.locator("[name=senderName]").inputValue()).toBe("Chi Obi");
    expect(await page.locator("[name=senderPhone]").inputValue()).toContain("803");

    // In another browser, the friend who gave the referral code signs in.
    const friend = await product.person({ size: LAPTOP });
    await friend.goto("/login");
    await friend.getByLabel("Email").fill(`friend-${mark}@example.com`);
    await friend.getByRole("button", { name: "Send Magic Link" }).click();
    await friend.getByText("Check your email").first().waitFor();
    await friend.goto(await mailedLink(product.origin, `friend-${mark}@example.com`, /auth-callback/));
    await friend.waitForURL(/\/profile/);
    await friend.getByRole("region", { name: "My Referrals" }).getByText("Chi").waitFor();
  },
);
