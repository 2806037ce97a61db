/**
 * The Nigerian state of a postal address in the booking form. The form reads the state from the typed text, asks for it
 * if the text names two states, and asks for a confirmation if the chosen state differs from the text.
 */
import { expect, test } from "vitest";
import { expectAccessible, openProduct, PHONE } from "../fixtures/browser.ts";
import { fieldOf, fill } from "../fixtures/booking-form.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";

const product = await closedAfterAll(openProduct());

test("[BOOK-7] an address is read while it is typed, asked by keyboard, and a state against it is ticked", async () => {
  const page = await product.person({ size: PHONE });
  await page.goto("/book");
  const address = fieldOf(page, "Receiver", "Delivery address");
  const state = page
    .getByRole("group", { name: "Receiver", exact: true })
    .getByLabel("State", { exact: true });
  expect(await state.evaluate((list: HTMLSelectElement) => list.selectedOptions[0]!.label)).toBe(
    "Choose a state",
  );
  await fill(page);

  await address.fill("10 Calabar Road, Uyo");
  await page.getByText("We read: Uyo, Akwa Ibom").waitFor();
  expect(await state.inputValue()).toBe("Akwa Ibom");

  await address.fill("3 Market Road, Uyo, Calabar");
  await page.getByText("Cross River or Akwa Ibom?").waitFor();
  expect(await state.inputValue()).toBe("");
  await state.selectOption("Kano");
  await page.getByLabel("It is in Kano").waitFor();
  await page.getByText("The address says Cross River or Akwa Ibom.").waitFor();
  await expectAccessible(page);
  await address.focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  expect(await state.inputValue()).toBe("Akwa Ibom");
  const chosen = page.getByRole("button", { name: "Akwa Ibom", pressed: true });
  await chosen.waitFor();

  await address.fill("12 Bompai Road, Kano");
  await page.getByText("We read: Kano").waitFor();
  const tick = page.getByLabel("It is in Akwa Ibom");
  await tick.waitFor();
  await page.getByRole("button", { name: "Book Delivery" }).click();
  await page
    .getByText("The delivery address says Kano. Choose Kano, or tick that it is in Akwa Ibom.")
    .waitFor();
  await expectAccessible(page);
  await state.selectOption("Kano");
  await tick.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Book Delivery" }).click();
  await page.waitForURL(/\/track\?code=OD\d{8}NG/);
});
