/**
 * A stranger registers a store on a phone, gets an order, and both the store and the buyer follow the order to its
 * delivery.
 */
import { expect, test } from "vitest";
import sharp from "sharp";
import { eq } from "drizzle-orm";
import type { Page } from "playwright-core";
import { products } from "../../app/platform/db/schema.ts";
import { expectAccessible, LAPTOP, openProduct, STREAMED_MS } from "../fixtures/browser.ts";
import { personWithChat, STORE_DETAILS } from "../fixtures/journeys.ts";
import { mailedLink } from "../fixtures/mailed-link.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";

const product = await closedAfterAll(openProduct());

const CODE = /OD\d{8}NG/;
const GOODS = [
  ["Party Jollof", "4500.50", "5", "Rice", "#c2410c"],
  ["Ofada and Ayamase", "5200", "12", "Rice", "#4d7c0f"],
  ["Peppered Snails", "8000", "3", "Small chops", "#78350f"],
  ["Zobo, 1 litre", "1500", "", "Drinks", "#9f1239"],
  ["Chin Chin", "1200.75", "40", "Small chops", "#b45309"],
] as const;

/** A photo like a phone camera's: large, with so much noise that its upload takes time. */
async function photograph(colour: string): Promise<Buffer> {
  const noise = { type: "gaussian" as const, mean: 0, sigma: 12 };
  const grain = await sharp({
    create: { width: 1600, height: 1200, channels: 3, background: colour, noise },
  })
    .jpeg()
    .toBuffer();
  return sharp({ create: { width: 1600, height: 1200, channels: 3, background: colour } })
    .composite([{ input: grain, blend: "soft-light" }])
    .jpeg({ quality: 80 })
    .toBuffer();
}

async function addProduct(owner: Page, [name, price, stock, category, colour]: (typeof GOODS)[number]) {
  await owner.getByRole("link", { name: "Add Product" }).first().click();
  const dialog = owner.getByRole("dialog");
  await dialog.getByLabel("Product name").fill(name);
  await dialog.getByLabel("Price (₦)").fill(price);
  await dialog.getByLabel("Stock quantity").fill(stock);
  await dialog.getByLabel("Category").fill(category);
  await dialog
    .locator("input[type=file]")
    .first()
    .setInputFiles({ name: `${name}.jpg`, mimeType: "image/jpeg", buffer: await photograph(colour) });
  await dialog.getByRole("button", { name: "Add Product" }).click();
  await owner.getByText("The product has been added successfully").waitFor();
  await dialog.waitFor({ state: "hidden" });
}

async function register(owner: Page) {
  await owner.goto("/store/signup");
  await expectAccessible(owner);
  await owner.getByLabel("Store name").fill("Mama Ngozi Kitchen");
  await owner.getByLabel("Category").selectOption("Food");
  await owner.getByLabel("Email").fill("mama@example.com");
  await owner.getByRole("textbox", { name: "Phone" }).fill(STORE_DETAILS.phone);
  await owner.getByLabel("Address").fill(STORE_DETAILS.address);
  await owner.getByLabel("Description").fill(STORE_DETAILS.description);
  await owner.getByRole("button", { name: "Register Store" }).click();
  await owner.getByText("Check your email").first().waitFor();
  await owner.goto(await mailedLink(product.origin, "mama@example.com", /auth-callback/));
  await owner.waitForURL(/\/store\/dashboard/);
  await expectAccessible(owner);
}

async function addGoods(owner: Page) {
  await owner.goto("/store/dashboard/products");
  for (const good of GOODS) await addProduct(owner, good);
  await expectAccessible(owner);
  const stored = await product.services.db.select().from(products);
  expect(stored.map(({ name }) => name).sort()).toEqual(GOODS.map(([name]) => name).sort());
  for (const { imageKey } of stored) expect(await product.services.files.get(imageKey!)).not.toBeNull();
}

/** Finds the store, sees its photos, and puts three pieces into the cart. */
async function fillCart(buyer: Page) {
  await buyer.goto("/stores?q=small+chops+ngozi");
  await buyer.getByRole("link", { name: "View Store: Mama Ngozi Kitchen" }).click();
  // The store's card in the directory has the text '5 products' too, so the test first waits for the store's page.
  await buyer.waitForURL(/\/stores\/mama-ngozi-kitchen/);
  await buyer.getByText("5 products").waitFor();
  await expectAccessible(buyer);
  const photos = buyer.locator("main article img");
  expect(await photos.count()).toBe(5);
  for (const photo of await photos.all()) {
    await photo.scrollIntoViewIfNeeded();
    await expect
      .poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
  }
  await buyer.getByRole("button", { name: "Add to Cart: Party Jollof" }).click();
  await buyer.getByRole("button", { name: "One more Party Jollof" }).first().click();
  await buyer.getByRole("button", { name: "Add to Cart: Chin Chin" }).click();
  await buyer.reload();
}

/** Orders while the shopkeeper has the empty list of orders open. That list shows the order at once. */
async function order(buyer: Page, owner: Page) {
  const streaming = owner.waitForResponse(/\/live\/store/);
  await owner.goto("/store/dashboard/orders");
  await streaming;
  await owner.getByText("No orders yet").waitFor();
  await buyer.getByLabel("Your name").fill("Bola Ade");
  await buyer.getByLabel("Your phone").fill("0805 123 4567");
  const [chat] = await Promise.all([
    buyer.context().waitForEvent("page"),
    buyer.getByRole("button", { name: "Book Delivery on WhatsApp" }).click(),
  ]);
  await buyer.waitForURL(/\/orders\//);
  await owner.getByText("New order", { exact: true }).waitFor({ timeout: STREAMED_MS });
  await owner.getByText("Bola Ade, ₦10,201.75: 2 × Party Jollof, 1 × Chin Chin").waitFor();
  expect(await owner.title()).toMatch(/^\(1\) Orders/);
  expect(new URL(chat.url()).searchParams.get("text")).toMatch(/Party Jollof x 2 .*\n.*Chin Chin x 1/);
  await buyer.getByText("Updates appear here automatically.").waitFor();
  await expectAccessible(buyer);
}

async function confirmOrder(owner: Page, buyer: Page) {
  await owner.getByRole("button", { name: /^Confirm: order/ }).click();
  await buyer.getByText("The store has confirmed your order").waitFor({ timeout: STREAMED_MS });
  await expectAccessible(owner);
  const [jollof] = await product.services.db.select().from(products).where(eq(products.name, "Party Jollof"));
  expect(jollof!.stockQuantity).toBe(3);
}

/** Books the delivery of the order; returns its code. */
async function bookDelivery(owner: Page, buyer: Page): Promise<string> {
  await owner.locator("main a[href*='view=']").first().click();
  await owner.getByRole("link", { name: "Book delivery" }).last().click();
  await owner.waitForURL(/\/book\?order=/);
  expect(await owner.locator("[name=packageDescription]").inputValue()).toBe(
    "2 × Party Jollof, 1 × Chin Chin",
  );
  expect(await owner.locator("[name=receiverName]").inputValue()).toBe("Bola Ade");
  await owner.locator("[name=receiverAddress]").fill("Herbert Macaulay Way, Yaba, Lagos");
  await owner.locator("[name=packageWeight]").fill("1");
  await owner.getByRole("button", { name: "Book Delivery" }).click();
  await owner.waitForURL(/\/store\/dashboard\/orders/);
  const code = CODE.exec(await owner.getByText(/Your booking reference is/).innerText())![0];
  await buyer.locator(`main a[href*="${code}"]`).waitFor({ timeout: STREAMED_MS });
  return code;
}

/** The carrier's riders deliver the order: the shopkeeper's order and the buyer's page both show that. */
async function deliver(owner: Page, buyer: Page, code: string) {
  await owner.goto("/store/dashboard/orders");
  await owner.locator("main a[href*='view=']").first().click();
  const desk = await product.admin({ size: LAPTOP });
  for (const [status, label] of [
    ["in_transit", "In Transit"],
    ["delivered", "Delivered"],
  ] as const) {
    await desk.goto(`/admin/bookings?q=${code}`);
    await desk.getByRole("combobox", { name: `Status of ${code}` }).selectOption(status);
    await desk.getByRole("button", { name: "Save", exact: true }).click();
    await buyer.getByRole("region", { name: "Delivery" }).getByText(label).waitFor({ timeout: STREAMED_MS });
    await owner.getByRole("dialog").getByText(label).first().waitFor({ timeout: STREAMED_MS });
  }
  await owner.getByRole("dialog").getByText("Completed").first().waitFor({ timeout: STREAMED_MS });
  await buyer.getByText("This order is done.").waitFor({ timeout: STREAMED_MS });
}

test("[OWNER-9] a stranger registers on a phone, adds five products with photographs, sells, books the delivery, and both follow it to the end", async () => {
  const owner = await personWithChat(product);
  await register(owner);
  await addGoods(owner);
  // The buyer has a browser of their own.
  const buyer = await personWithChat(product, LAPTOP);
  await fillCart(buyer);
  await order(buyer, owner);

  // The mark on the buyer's page would disappear with a reload. It shows that the page is not reloaded from now on.
  await buyer.evaluate(() => document.body.setAttribute("data-untouched", ""));
  const untouched = () => buyer.locator("body[data-untouched]").count();
  await confirmOrder(owner, buyer);
  const code = await bookDelivery(owner, buyer);
  await deliver(owner, buyer, code);
  expect(await untouched()).toBe(1);
  await expectAccessible(buyer);
}, 180_000);
