/** From the quote page to the booking form in a browser, and the price before a booking without JavaScript. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookings, companyAccount, profiles } from "../../app/platform/db/schema.ts";
import { expectAccessible, hydrated, LAPTOP, openProduct, PHONE } from "../fixtures/browser.ts";
import { fieldOf, fill, TYPED } from "../fixtures/booking-form.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { countSteps, expectSteps } from "../fixtures/count-steps.ts";
import { makePriceLists } from "../fixtures/prices.ts";
import { sessionCookie } from "../fixtures/session-cookie.ts";
import { makeOwner } from "../fixtures/stores.ts";
import { ONLY_LONG, testWhere } from "../fixtures/test-where.ts";

const product = await closedAfterAll(openProduct());
await makePriceLists(product.services, () => ({ createdAt: new Date() }));

test("[PRICE-10] [BOOK-20] on a phone the price stays from the first step on, and follows what is typed; going back loses nothing", async () => {
  const page = await product.person({ size: PHONE });
  await page.goto("/quote?from=Lagos&to=Kano&weight=2.5&value=");
  await page.getByRole("link", { name: "Book Express" }).click();
  await page.getByText("Express, Lagos to Kano, 2.5 kg: ₦14,000").waitFor();
  await page.getByText("Step 1 of 3").waitFor();
  const bar = page.locator("[data-price-bar]", { hasText: "Express" });
  expect(await bar.textContent()).toContain("₦14,000");
  expect(await page.getByLabel("Package type").inputValue()).toBe("Parcel");
  await expectAccessible(page);
  await fieldOf(page, "Sender", "Full name").fill("Ngozi Eze");

  await page.getByRole("link", { name: "Change" }).click();
  await page.getByRole("heading", { name: "Lagos to Kano" }).waitFor();
  await page.getByLabel("Weight (kg)").fill("8");
  await page.getByRole("button", { name: "Show prices" }).click();
  await page.waitForURL(/weight=8/);
  // After a quote the form shrinks to one line, so that the prices fit on the first screen of a phone.
  await page.getByLabel("Weight (kg)").waitFor({ state: "hidden" });
  const book = page.getByRole("link", { name: "Book Standard" });
  const { y, height } = (await book.boundingBox())!;
  expect(y + height).toBeLessThan(PHONE.height);
  await page.getByText("Lagos to Kano").click();
  expect(await page.getByLabel("Weight (kg)").inputValue()).toBe("8");
  await book.click();
  await page.getByText("Standard, Lagos to Kano, 8 kg: ₦12,400").waitFor();
  // The name in the booking form comes from the earlier draft, and all other values from the latest quote.
  expect(await fieldOf(page, "Sender", "Full name").inputValue()).toBe("Ngozi Eze");
  expect(await page.locator("[name=packageWeight]").inputValue()).toBe("8");
  expect(await page.locator("[name=deliveryType]:checked").inputValue()).toBe("standard");

  // Values that the person typed instead of the quote's values survive a reload.
  for (const [name, value] of [
    ["senderAddress", "4 Allen Avenue, Ikeja, Lagos"],
    ["senderPhone", "0803 123 4567"],
    ["senderEmail", "n@example.com"],
  ])
    await page.locator(`[name=${name}]`).fill(value!);
  await page.getByRole("button", { name: "Next" }).click();
  await page.locator("[name=receiverName]").fill("Musa Bello");
  await page.locator("[name=receiverPhone]").fill("0805 123 4567");
  await page.locator("[name=receiverAddress]").fill("12 Bompai Road, Kano");
  await page.getByRole("button", { name: "Next" }).click();
  await page.locator("[name=packageWeight]").fill("2.5");
  await page.getByText("Standard, Lagos to Kano, 2.5 kg: ₦6,450").waitFor();
  await page.reload();
  await page.getByText("Standard, Lagos to Kano, 2.5 kg: ₦6,450").waitFor();
  expect(await page.locator("[name=packageWeight]").inputValue()).toBe("2.5");
});

testWhere(ONLY_LONG)(
  "[PRICE-10] a draft's address in another state than the one that was asked for is left out",
  async () => {
    const page = await product.person({ size: LAPTOP });
    await page.goto("/book");
    await hydrated(page);
    await fill(page);
    await page.goto("/book?from=Lagos&to=Rivers&weight=1&type=Parcel&service=standard");
    await page.getByText("Standard, Lagos to Rivers, 1 kg").waitFor();
    await expect.poll(() => page.locator("[name=receiverName]").inputValue()).toBe("Musa Bello");
    expect(await page.locator("[name=senderAddress]").inputValue()).toContain("Allen Avenue");
    expect(await page.locator("[name=receiverAddress]").inputValue()).toBe("");
    expect(await page.locator("[name=receiverState]").inputValue()).toBe("Rivers");
  },
);

test("[BOOK-21] the type follows the weight until one is chosen; a heavy document has an error that says what to choose", async () => {
  const page = await product.person({ size: LAPTOP });
  for (const [path, weight] of [
    ["/quote", "weight"],
    ["/book", "packageWeight"],
  ] as const) {
    await page.goto(path);
    await hydrated(page);
    const type = page.getByLabel("Package type");
    const typed = async (kg: string) => {
      await page.locator(`[name=${weight}]`).fill(kg);
      return type.inputValue();
    };
    expect([await typed("0.5"), await typed("0.6"), await typed("0.4")]).toEqual([
      "Document",
      "Parcel",
      "Document",
    ]);
    await type.selectOption("Fragile");
    expect([await typed("3"), await typed("0.2")]).toEqual(["Fragile", "Fragile"]);
    await type.selectOption("Parcel");
    expect(await typed("0.3")).toBe("Parcel");
    await typed("3");
    await type.selectOption("Document");
    await page.getByRole("button", { name: path === "/book" ? "Book Delivery" : "Show prices" }).click();
    await page.getByText("A document weighs at most 0.5 kg. Choose Parcel.").waitFor();
  }
});

test("[PRICE-10] [BOOK-16] without JavaScript Enter shows the price and books nothing; the form is booked by its own button", async () => {
  const page = await product.person({ size: PHONE, javaScriptEnabled: false });
  const booked = async () => (await product.services.db.select().from(bookings)).length;
  const before = await booked();
  await page.goto("/book");
  await fill(page);
  await page.getByLabel("Package type").selectOption("Parcel");
  await page.getByRole("radio", { name: "Express" }).check();
  await fieldOf(page, "Sender", "Email").press("Enter");
  await page.getByText("Nothing is booked yet").waitFor();
  expect(await page.getByText("Express, Lagos to Kano, 2.5 kg: ₦14,000").isVisible()).toBe(true);
  expect(await fieldOf(page, "Receiver", "Full name").inputValue()).toBe("Musa Bello");
  expect(await page.getByRole("radio", { name: "Express" }).isChecked()).toBe(true);
  expect(await booked()).toBe(before);
  await page.getByRole("button", { name: "Book Delivery" }).click();
  await page.waitForURL(/\/track\?code=OD/);
  expect(await booked()).toBe(before + 1);
});

testWhere(ONLY_LONG)(
  "[PRICE-10] [BOOK-20] [TRACK-9] from the price to the receipt on a phone, with the price in sight in every step",
  async () => {
    const { person } = await makeOwner(product.services);
    const known = { firstName: "Ngozi", lastName: "Eze", phone: "+2348031234567" };
    await product.services.db
      .update(profiles)
      .set({ ...known, address: "4 Allen Avenue, Ikeja, Lagos" })
      .where(eq(profiles.id, person.id));
    await product.services.db
      .insert(companyAccount)
      .values({ bank: "Zenith Bank", accountName: "Ona Delivery Limited", accountNumber: "1012345678" });
    const page = await product.person({
      size: PHONE,
      cookie: await sessionCookie(product, person.id, "customer"),
    });
    await page.context().route("https://wa.me/**", (route) => route.fulfill({ body: "chat" }));
    const steps = countSteps(page);
    await page.goto("/quote");
    await hydrated(page);
    await steps.select(page.getByLabel("From"), "Lagos");
    await steps.select(page.getByLabel("To", { exact: true }), "Kano");
    await steps.type(page.getByLabel("Weight (kg)"), "2.5");
    await steps.click(page.getByRole("button", { name: "Show prices" }));
    await steps.click(page.getByRole("link", { name: "Book Standard" }));
    const next = page.getByRole("button", { name: "Next" });
    const priced = page.locator("[data-price-bar]", { hasText: "₦6,450" });
    await priced.waitFor();
    await steps.click(next);
    for (const [group, label, value] of TYPED)
      if (group === "Receiver") await steps.type(fieldOf(page, group, label), value);
    await priced.waitFor();
    await steps.click(next);
    await steps.type(fieldOf(page, "Package", "What is in it?"), "Two books");
    await steps.click(page.getByRole("button", { name: "Book · ₦6,450" }));
    await page.waitForURL(/\/track\?code=OD/);
    expectSteps("quote, book and receipt on a phone", steps);
    const pay = (await page.getByRole("link", { name: "Pay by transfer" }).boundingBox())!;
    expect(pay.y + pay.height, "in the first screen").toBeLessThan(PHONE.height);
  },
);
