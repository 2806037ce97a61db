/** Two whole lives of a stranger: as a customer with a friend's code, and as a shopkeeper from first product to delivery. */
import { afterAll, beforeAll, expect, test } from "vitest";
import sharp from "sharp";
import type { Page } from "playwright-core";
import { profiles } from "../../app/db/schema.ts";
import { expectAccessible, LAPTOP, openProduct, PHONE, type RunningProduct } from "../support/browser.ts";

let product: RunningProduct;
beforeAll(async () => {
  product = await openProduct();
});
afterAll(() => product.close());

/** The newest link in the mailbox for an address, as its owner would find it. */
async function mailedLink(email: string, pattern: RegExp): Promise<string> {
  for (const until = Date.now() + 10_000; ;) {
    const mails = (await (await fetch(`${product.origin}/mailbox.json`)).json()) as {
      to: string;
      links: string[];
    }[];
    const link = mails
      .filter((mail) => mail.to === email)
      .flatMap((mail) => mail.links)
      .find((address) => pattern.test(address));
    if (link) return link;
    if (Date.now() > until) throw new Error(`no link for ${email}`);
    await new Promise((done) => setTimeout(done, 100));
  }
}

/** As a keyboard goes: Tab until the field has the focus, then its text in place of what stood there. */
async function enter(page: Page, name: string, value: string): Promise<void> {
  const field = page.locator(`[name=${name}]`);
  for (let steps = 0; steps < 80; steps++) {
    if (await field.evaluate((element) => element === document.activeElement)) {
      await page.keyboard.press("ControlOrMeta+a");
      await page.keyboard.type(value);
      return;
    }
    await page.keyboard.press("Tab");
  }
  throw new Error(`the keyboard never reaches ${name}`);
}

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
    packageWeight: "2",
  };
  for (const [name, value] of Object.entries(values)) await enter(page, name, value);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/track\?code=OD/);
  return /OD\d{8}NG/.exec(page.url())![0];
}

test.each([
  ["with JavaScript", true],
  ["without JavaScript", false],
])(
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
    const typed = { firstName: "Chi", lastName: "Obi", email, referralCode: code };
    for (const [name, value] of Object.entries(typed)) await enter(page, name, value);
    await page.keyboard.press("Enter");
    await page.getByText("Check your email").first().waitFor();
    if (javaScriptEnabled) await expectAccessible(page);

    await page.goto(await mailedLink(email, /auth-callback/));
    if (!javaScriptEnabled) await page.getByRole("main").getByRole("button").first().click();
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

    // The friend, in a browser of their own.
    const friend = await product.person({ size: LAPTOP });
    await friend.goto("/login");
    await friend.getByLabel("E-mail").fill(`friend-${mark}@example.com`);
    await friend.getByRole("button", { name: "Send Magic Link" }).click();
    await friend.getByText("Check your email").first().waitFor();
    await friend.goto(await mailedLink(`friend-${mark}@example.com`, /auth-callback/));
    await friend.waitForURL(/\/profile/);
    await friend.getByRole("region", { name: "My Referrals" }).getByText("Chi").waitFor();
  },
);

test("a stranger registers a store, adds a product with a photograph, takes an order and books its delivery", async () => {
  const owner = await product.person({ size: PHONE });
  await owner.context().route("https://wa.me/**", (route) => route.fulfill({ body: "chat" }));
  await owner.goto("/store/signup");
  await expectAccessible(owner);
  await owner.getByLabel("Store name").fill("Mama Ngozi Kitchen");
  await owner.getByLabel("Category").selectOption("Food");
  await owner.getByLabel("E-mail").fill("mama@example.com");
  await owner.getByRole("textbox", { name: "Phone" }).fill("0803 123 4567");
  await owner.getByLabel("Address").fill("4 Allen Avenue, Ikeja, Lagos");
  await owner.getByLabel("Description").fill("Jollof and small chops, hot at noon.");
  await owner.getByRole("button", { name: "Register Store" }).click();
  await owner.getByText("Check your email").first().waitFor();
  await owner.goto(await mailedLink("mama@example.com", /auth-callback/));
  await owner.waitForURL(/\/store\/dashboard/);
  await expectAccessible(owner);

  await owner.goto("/store/dashboard/products?add=1");
  const dialog = owner.getByRole("dialog");
  await dialog.getByLabel("Product name").fill("Party Jollof");
  await dialog.getByLabel("Price (₦)").fill("4500.50");
  await dialog.getByLabel("Stock quantity").fill("5");
  const photo = await sharp({ create: { width: 1200, height: 900, channels: 3, background: "#c2410c" } })
    .jpeg()
    .toBuffer();
  await dialog
    .locator("input[type=file]")
    .first()
    .setInputFiles({ name: "jollof.jpg", mimeType: "image/jpeg", buffer: photo });
  await dialog
    .getByRole("button", { name: /^(Add|Save)/ })
    .last()
    .click();
  await owner.getByText("The product has been added successfully").waitFor();
  expect(await owner.getByText("₦4,500.50").first().isVisible()).toBe(true);

  const buyer = await product.person({ size: LAPTOP });
  await buyer.context().route("https://wa.me/**", (route) => route.fulfill({ body: "chat" }));
  await buyer.goto("/stores/mama-ngozi-kitchen");
  await expectAccessible(buyer);
  await buyer
    .getByRole("button", { name: /Add to Cart/ })
    .first()
    .click();
  await buyer.reload();
  const [chat] = await Promise.all([
    buyer.context().waitForEvent("page"),
    buyer.getByRole("button", { name: "Book Delivery on WhatsApp" }).first().click(),
  ]);
  await buyer.waitForURL(/\/orders\//);
  expect(decodeURIComponent(chat.url())).toContain("Party Jollof x 1");
  await expectAccessible(buyer);

  await owner.goto("/store/dashboard/orders");
  await owner
    .getByRole("button", { name: /^Confirm: order/ })
    .first()
    .click();
  await buyer.getByText("Confirmed").first().waitFor();
  await expectAccessible(owner);

  // The owner books the delivery of the order, and the buyer follows it.
  await owner.locator("main a[href*='view=']").first().click();
  await owner.getByRole("link", { name: "Book delivery" }).last().click();
  await owner.waitForURL(/\/book\?order=/);
  expect(await owner.locator("[name=packageDescription]").inputValue()).toContain("Party Jollof");
  const missing = {
    receiverName: "Bola Ade",
    receiverPhone: "0805 123 4567",
    receiverAddress: "Yaba, Lagos",
    packageWeight: "1",
  };
  for (const [name, value] of Object.entries(missing)) await owner.locator(`[name=${name}]`).fill(value);
  await owner.getByRole("button", { name: "Book Delivery" }).click();
  await owner.waitForURL(/\/track\?code=OD/);
  const code = /OD\d{8}NG/.exec(owner.url())![0];
  await buyer.reload();
  await buyer.locator(`main a[href*="${code}"]`).first().waitFor();
});
