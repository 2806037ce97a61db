/** A partner store in a browser: a price that changes while the buyer orders. */
import { expect, test } from "vitest";
import { eq } from "drizzle-orm";
import { stores, products } from "../../app/platform/db/schema.ts";
import { expectAccessible, openProduct, PHONE } from "../fixtures/browser.ts";
import { personWithChat, STORE_DETAILS } from "../fixtures/journeys.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";

const product = await closedAfterAll(openProduct());

test("a price that changed meanwhile is shown before the order goes out, on a phone, and confirmed with one press", async () => {
  const { db } = product.services;
  const [store] = await db
    .insert(stores)
    .values({
      slug: "changing-prices",
      businessName: "Changing Prices",
      category: "Groceries",
      email: "prices@example.com",
      phone: "+2348031234567",
      address: STORE_DETAILS.address,
      description: "Rice and oil by the bag",
    })
    .returning();
  const good = { storeId: store!.id, stockQuantity: 9 };
  await db.insert(products).values([
    { ...good, name: "Rice, 5 kg", priceKobo: 800_000 },
    { ...good, name: "Palm oil, 1 litre", priceKobo: 250_000 },
    { ...good, name: "Dried fish", priceKobo: 300_000 },
  ]);
  const buyer = await personWithChat(product);
  await buyer.goto("/stores/changing-prices");
  for (const name of ["Rice, 5 kg", "Palm oil, 1 litre", "Dried fish"])
    await buyer.getByRole("button", { name: `Add to Cart: ${name}` }).click();
  await buyer.getByRole("button", { name: "One more Palm oil, 1 litre" }).first().click();
  await db.update(products).set({ priceKobo: 950_000 }).where(eq(products.name, "Rice, 5 kg"));
  await db.update(products).set({ stockQuantity: 1 }).where(eq(products.name, "Palm oil, 1 litre"));
  await db.update(products).set({ isActive: false }).where(eq(products.name, "Dried fish"));

  await buyer.getByLabel("Your name").fill("Ada Obi");
  await buyer.getByLabel("Your phone").fill("0803 123 4567");
  const answered = buyer.waitForResponse((reply) => reply.request().method() === "POST");
  await buyer.getByRole("button", { name: "Book Delivery on WhatsApp" }).click();
  expect((await answered).status()).toBe(409);
  const changed = buyer.getByRole("alert").filter({ hasText: "Nothing has been ordered yet." });
  await changed.waitFor();
  expect(await changed.getByRole("listitem").allTextContents()).toEqual([
    "Rice, 5 kg now costs ₦9,500 instead of ₦8,000.",
    "Palm oil, 1 litre: only 1 is left; you asked for 2.",
    "Dried fish is no longer available.",
  ]);
  // After the refusal the focus is in the list of changes, and the list is visible.
  await expect.poll(() => changed.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  const { top } = await changed.evaluate((element) => element.getBoundingClientRect());
  expect(top).toBeGreaterThanOrEqual(0);
  expect(top).toBeLessThan(PHONE.height / 2);
  expect(await buyer.locator("#selection strong").textContent()).toBe("₦12,000");
  await expectAccessible(buyer);

  const chat = buyer.context().waitForEvent("page");
  await buyer.getByRole("button", { name: "Confirm and Book Delivery on WhatsApp" }).click();
  await buyer.waitForURL(/\/orders\//);
  expect(new URL((await chat).url()).searchParams.get("text")).toContain("₦12,000");
});
