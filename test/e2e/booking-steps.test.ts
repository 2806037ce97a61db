/** The booking form in three steps on a phone, while a price list counts. */
import { expect, test } from "vitest";
import { expectAccessible, LAPTOP, openProduct, PHONE } from "../fixtures/browser.ts";
import { fieldOf, fill, TYPED } from "../fixtures/booking-form.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { makePriceLists } from "../fixtures/prices.ts";

const product = await closedAfterAll(openProduct());
await makePriceLists(product.services, () => ({ createdAt: new Date() }));

const GROUPS = ["Sender", "Receiver", "Package"];

test("[BOOK-20] [BOOK-16] three steps by keyboard: each shows its errors, keeps what was typed, and an error opens its step", async () => {
  const page = await product.person({ size: PHONE });
  const group = (name: string) => page.getByRole("group", { name, exact: true });
  const shown = async () => {
    const visible = await Promise.all(GROUPS.map((name) => group(name).isVisible()));
    return GROUPS.filter((_, at) => visible[at]);
  };
  const type = async (...names: string[]) => {
    for (const [name, label, value] of TYPED)
      if (names.includes(name)) await fieldOf(page, name, label).fill(value);
  };
  const rules = page.waitForEvent("requestfinished", (request) =>
    request.url().includes("booking-form-schema"),
  );
  await page.goto("/book");
  await rules;
  await page.getByText("Step 1 of 3").waitFor();
  expect(await shown()).toEqual(["Sender"]);
  await expectAccessible(page);

  await page.getByRole("button", { name: "Next" }).click();
  expect(await shown()).toEqual(["Sender"]);
  const name = fieldOf(page, "Sender", "Full name");
  expect(await name.getAttribute("aria-invalid")).toBe("true");
  expect(await name.evaluate((field) => field === document.activeElement)).toBe(true);

  await type("Sender");
  // A number that only the server refuses.
  await fieldOf(page, "Sender", "Phone number").fill("+1 000 000 0000");
  await fieldOf(page, "Sender", "Email").press("Enter");
  expect(await shown()).toEqual(["Receiver"]);
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Receiver");
  await type("Receiver");
  await page.getByRole("button", { name: "Next" }).press("Enter");
  expect(await shown()).toEqual(["Package"]);
  await expectAccessible(page);
  await type("Package");
  await page.locator("[data-price-bar]", { hasText: "₦6,450" }).waitFor();
  expect(await page.locator("[data-price-bar]", { hasText: "Standard" }).textContent()).toContain(
    "at the latest",
  );

  await page.getByRole("button", { name: "Back" }).click();
  expect(await fieldOf(page, "Receiver", "Full name").inputValue()).toBe("Musa Bello");
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("button", { name: "Book Delivery" }).click();
  const phone = fieldOf(page, "Sender", "Phone number");
  await page.getByText("Step 1 of 3").waitFor();
  expect(await shown()).toEqual(["Sender"]);
  expect(await phone.evaluate((field) => field === document.activeElement)).toBe(true);
  await expectAccessible(page);

  await phone.fill("0803 123 4567");
  await phone.press("Enter");
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("button", { name: "Book Delivery" }).click();
  await page.waitForURL(/\/track\?code=OD\d{8}NG/);
});

test("[BOOK-20] a desk has all on one page, and so has a phone without JavaScript", async () => {
  const desk = await product.person({ size: LAPTOP });
  await desk.goto("/book");
  await fill(desk);
  expect(await desk.getByText("Step 1 of 3").isVisible()).toBe(false);
  const plain = await product.person({ size: PHONE, javaScriptEnabled: false });
  await plain.goto("/book");
  await fill(plain);
  await plain.getByLabel("Package type").selectOption("Parcel");
  expect(await plain.getByText("Step 1 of 3").count()).toBe(0);
  await plain.getByRole("button", { name: "Book Delivery" }).click();
  await plain.waitForURL(/\/track\?code=OD\d{8}NG/);
});
