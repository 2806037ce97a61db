/** The booking form in three steps on a phone, while a price list is in force. */
import { expect, test } from "vitest";
import { expectAccessible, hydrated, LAPTOP, openProduct, PHONE } from "../fixtures/browser.ts";
import { fieldOf, fill, TYPED } from "../fixtures/booking-form.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { onEach } from "../fixtures/long.ts";
import { addHub } from "../fixtures/hubs.ts";
import { makePriceLists } from "../fixtures/prices.ts";
import { ONLY_LONG, testWhere } from "../fixtures/test-where.ts";

const product = await closedAfterAll(openProduct());
await makePriceLists(product.services, () => ({ createdAt: new Date() }));

// The form asks the optional questions about a parcel only if there is a hub.
await addHub(product.services);

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
  // The browser's check accepts this phone number, and the server refuses it.
  await fieldOf(page, "Sender", "Phone number").fill("+1 000 000 0000");
  await fieldOf(page, "Sender", "Email").press("Enter");
  expect(await shown()).toEqual(["Receiver"]);
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Receiver");
  await type("Receiver");
  await page.getByRole("button", { name: "Next" }).press("Enter");
  expect(await shown()).toEqual(["Package"]);
  await expectAccessible(page);
  await type("Package");
  await page.getByText(/^by \w{3} \d{1,2} \w{3}$/).waitFor();
  await page.getByRole("button", { name: "Book · ₦6,450" }).waitFor();
  // Each service's ticket shows the price for the typed values and the last day of delivery.
  for (const [service, price] of [
    ["Standard", "₦6,450"],
    ["Express", "₦14,000"],
  ])
    expect(await page.getByRole("radio", { name: service! }).locator("xpath=..").textContent()).toMatch(
      new RegExp(`${price}By \\w{3} \\d{1,2} \\w{3} at the latest`),
    );

  await page.getByRole("button", { name: "Back" }).click();
  await page.getByText("Step 2 of 3").waitFor();
  expect(await fieldOf(page, "Receiver", "Full name").inputValue()).toBe("Musa Bello");
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("button", { name: "Book · ₦6,450" }).click();
  const phone = fieldOf(page, "Sender", "Phone number");
  await page.getByText("Step 1 of 3").waitFor();
  expect(await shown()).toEqual(["Sender"]);
  expect(await phone.evaluate((field) => field === document.activeElement)).toBe(true);
  await expectAccessible(page);

  await phone.fill("0803 123 4567");
  await phone.press("Enter");
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("button", { name: "Book · ₦6,450" }).click();
  await page.waitForURL(/\/track\?code=OD\d{8}NG/);
});

testWhere(ONLY_LONG)(
  "[BOOK-20] the browser's back button goes a step back, forward again, and a reload stays; nothing is loaded for it",
  async () => {
    const page = await product.person({ size: PHONE });
    await page.goto("/quote?from=Lagos&to=Kano&weight=2.5&type=Parcel");
    await hydrated(page);
    await page.getByRole("link", { name: "Book Express" }).click();
    await page.getByRole("button", { name: "Next" }).waitFor();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    const loaded = () => asked.filter((url) => new URL(url).pathname.startsWith("/book"));
    for (const [at, name] of ["Sender", "Receiver"].entries()) {
      for (const [group, label, value] of TYPED)
        if (group === name) await fieldOf(page, group, label).fill(value);
      await page.getByRole("button", { name: "Next" }).click();
      await page.getByText(`Step ${at + 2} of 3`).waitFor();
    }
    // A weight that the person typed instead of the quote's weight stays in every step.
    await fieldOf(page, "Package", "Weight (kg)").fill("8");
    await page.goBack();
    await page.getByText("Step 2 of 3").waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Receiver");
    await page.goBack();
    await page.getByText("Step 1 of 3").waitFor();
    expect(await fieldOf(page, "Sender", "Full name").inputValue()).toBe("Ngozi Eze");
    await page.goForward();
    await page.goForward();
    await page.getByText("Step 3 of 3").waitFor();
    expect(await fieldOf(page, "Package", "Weight (kg)").inputValue()).toBe("8");
    expect(loaded()).toEqual([]);

    await page.reload();
    await page.getByText("Step 3 of 3").waitFor();
    expect(await fieldOf(page, "Package", "Weight (kg)").inputValue()).toBe("8");
    await page.getByRole("button", { name: "Back" }).click();
    await page.getByText("Step 2 of 3").waitFor();
    for (let back = 0; back < 2; back++) await page.goBack();
    await page.waitForURL(/\/quote/);
  },
);

test("[BOOK-20] a step that is opened by its address without what comes before it is the first one that lacks something", async () => {
  const page = await product.person({ size: PHONE });
  await page.goto("/book#package");
  // Until the page's script has read the URL, the form shows the first step.
  expect(await page.locator("form[data-step]").getAttribute("data-step")).toBe("0");
  await page.getByText("Step 1 of 3").waitFor();
});

test.each(onEach([{ width: 320, height: 560 }, PHONE]))(
  "[BOOK-20] the bar is 64 px high, as wide as the screen, and covers no hint and no error",
  async (size) => {
    const page = await product.person({ size });
    const rules = page.waitForEvent("requestfinished", (request) =>
      request.url().includes("booking-form-schema"),
    );
    await page.goto("/book?from=Lagos&to=Kano&weight=2.5&type=Parcel&service=express");
    await rules;
    const bar = page.locator("[data-price-bar]");
    expect(await bar.boundingBox()).toMatchObject({ x: 0, width: size.width });
    const covered = () =>
      page.evaluate(() => {
        const at = document.activeElement?.closest("div.min-w-0, fieldset")?.getBoundingClientRect();
        const top = document.querySelector("[data-price-bar]")!.getBoundingClientRect().top;
        return Math.max(0, (at?.bottom ?? Infinity) - top);
      });
    for (const name of GROUPS) {
      const group = page.getByRole("group", { name, exact: true });
      if (name === "Package") await group.getByText("More about the parcel").click();
      const fields = group.locator("input:not([type=radio]):not([type=checkbox]), select, textarea");
      for (const field of await fields.all()) {
        await page.evaluate(() => window.scrollTo(0, 0));
        await field.focus();
        expect(await covered(), String(await field.getAttribute("name"))).toBe(0);
      }
      // In the steps before the last, the price bar must cover no field even if all fields are empty and show their
      // errors.
      if (name === "Package") break;
      for (const field of await group.locator("input:not([type=checkbox]), textarea").all())
        await field.fill("");
      await page.getByRole("button", { name: "Next" }).click();
      expect(await covered(), `${name} refused`).toBe(0);
      for (const [of, label, value] of TYPED) if (of === name) await fieldOf(page, of, label).fill(value);
      await page.getByRole("button", { name: "Next" }).click();
    }
    expect((await bar.boundingBox())!.height).toBeLessThanOrEqual(65);
  },
);

test("[BOOK-20] a desk has all on one page, and so has a phone without JavaScript", async () => {
  const desk = await product.person({ size: LAPTOP });
  await desk.goto("/book");
  await fill(desk);
  expect(await desk.getByText("Step 1 of 3").isVisible()).toBe(false);
  await desk.getByRole("button", { name: "Book Delivery" }).waitFor();
  const plain = await product.person({ size: PHONE, javaScriptEnabled: false });
  await plain.goto("/book");
  await fill(plain);
  await plain.getByLabel("Package type").selectOption("Parcel");
  expect(await plain.getByText("Step 1 of 3").isVisible()).toBe(false);
  await plain.getByRole("button", { name: "Book Delivery" }).click();
  await plain.waitForURL(/\/track\?code=OD\d{8}NG/);
});

testWhere(ONLY_LONG)(
  "[BOOK-1] 'More about the parcel' is closed at first, opens for an error in it, and for what a draft says in it",
  async () => {
    const page = await product.person({ size: LAPTOP });
    const rules = page.waitForEvent("requestfinished", (request) =>
      request.url().includes("booking-form-schema"),
    );
    await page.goto("/book");
    await rules;
    const fold = page.getByText("More about the parcel");
    const pieces = fieldOf(page, "Package", "How many pieces?");
    expect(await pieces.isVisible()).toBe(false);
    await fill(page);
    await page.getByLabel("Package type").selectOption("Parcel");
    await fold.click();
    expect(await pieces.inputValue()).toBe("1");
    await pieces.fill("51");
    await fold.click();
    expect(await pieces.isVisible()).toBe(false);
    await page.getByRole("button", { name: "Book Delivery" }).click();
    await page.getByText("A booking has at most 50 pieces. Make a second booking for the rest.").waitFor();
    expect(await pieces.evaluate((field) => field === document.activeElement)).toBe(true);
    await expectAccessible(page);

    await pieces.fill("3");
    await page.getByRole("region", { name: "Check before you send" }).getByText("3 pieces").waitFor();
    await page.reload();
    await hydrated(page);
    await expect.poll(() => pieces.isVisible()).toBe(true);
    expect(await pieces.inputValue()).toBe("3");
    await page.getByRole("button", { name: "Book Delivery" }).click();
    await page.waitForURL(/\/track\?code=OD\d{8}NG/);
  },
);
