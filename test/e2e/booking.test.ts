/** Booking in a real browser: book, chat, track, and the back office's open list. */
import type { Locator } from "playwright-core";
import { describe, expect, test } from "vitest";
import { expectAccessible, hydrated, LAPTOP, openProduct, PHONE, STREAMED_MS } from "../fixtures/browser.ts";
import { fieldOf, fill, TYPED } from "../fixtures/booking-form.ts";
import { STATE_POINTS } from "../../app/domain/states.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { publishSamples } from "../fixtures/prices.ts";
import { makePayee } from "../fixtures/settlements.ts";
import { sessionCookie } from "../fixtures/session-cookie.ts";
import { onEach } from "../fixtures/long.ts";
import type { Page } from "playwright-core";
import { ONLY_LONG, testWhere } from "../fixtures/test-where.ts";

const product = await closedAfterAll(openProduct());

const CODE = /OD\d{8}NG/;

const SCREENS = onEach([["on a phone", PHONE] as const, ["on a laptop", LAPTOP] as const]);

describe.each(SCREENS)("%s", (_name, size) => {
  test("[BOOK-12] a guest books; the chat opens in a new tab that nothing blocked; the code is tracked", async () => {
    const page = await product.person({ size });
    await page.context().route("https://wa.me/**", (route) => route.fulfill({ body: "chat" }));
    await page.goto("/book");
    await expectAccessible(page);
    await fill(page);
    await page.getByText("Express", { exact: true }).click();
    const [chat] = await Promise.all([
      page.context().waitForEvent("page"),
      page.getByRole("button", { name: "Book Delivery" }).dblclick(),
    ]);
    await page.waitForURL(/\/track\?code=OD\d{8}NG/);
    await chat.waitForURL(/wa\.me/);
    const code = CODE.exec(page.url())![0];
    expect(decodeURIComponent(chat.url())).toContain(code);
    const toast = page.getByRole("status").filter({ hasText: "Booking successful!" });
    expect(await toast.textContent()).toContain(`Your booking reference is: ${code}`);
    await page.getByText("Estimated delivery").waitFor();
    await expectAccessible(page);
  });
});

/** Opens the booking form and waits for its schema, which the page fetches once it is idle. */
async function openBookingForm(page: Page): Promise<void> {
  const rules = page.waitForEvent("requestfinished", (request) =>
    request.url().includes("booking-form-schema"),
  );
  await page.goto("/book");
  await rules;
}

test("[BOOK-13] wrong fields are shown when they lose focus, and together on sending, with focus on the first", async () => {
  const page = await product.person();
  await openBookingForm(page);
  const phone = page.getByRole("group", { name: "Sender", exact: true }).getByLabel("Phone number");
  await phone.fill("123");
  await phone.blur();
  await page.getByText("Enter a real phone number").waitFor();
  await phone.fill("08031234567");
  await page.getByText("Enter a real phone number").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Book Delivery" }).click();
  expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("senderName");
  await expectAccessible(page);
});

test("[BOOK-13] [BOOK-7] [BOOK-18] [BOOK-19] after a refusal each field shows the newest message, and the count falls", async () => {
  const page = await product.person();
  await openBookingForm(page);
  const box = (name: string) => page.locator(`main [name=${name}]`);
  await fill(page);
  expect(await box("receiverState").inputValue()).toBe("Kano");
  expect(await page.getByRole("radio", { name: "Same Day" }).isDisabled()).toBe(true);
  const review = page.getByRole("region", { name: "Check before you send" });
  // The typed address also contains these words, so the test looks for a line that consists of the recognised place
  // alone.
  expect((await review.innerText()).split("\n")).toContain("Ikeja, Lagos");
  await box("referralCode").fill("NOBODYS");
  await page.getByRole("button", { name: "Book Delivery" }).click();
  await page.getByText("One field below needs your attention.").waitFor();
  // The referral code is not changed, so it keeps its error: only the server can check a code.
  await box("referralCode").focus();
  await box("packageWeight").fill("0");
  await page.getByRole("button", { name: "Book Delivery" }).focus();
  expect(await box("referralCode").getAttribute("aria-invalid")).toBe("true");
  await box("referralCode").fill("");
  await page.getByText("All corrected. Send the form again.").waitFor();
  await page.getByRole("button", { name: "Book Delivery" }).click();
  await page.getByText("One field below needs your attention.").waitFor();
  expect(await page.locator("main [aria-invalid]").count()).toBe(1);
  expect(await box("packageWeight").getAttribute("aria-invalid")).toBe("true");
  await expectAccessible(page);
});

test("[HOME-4] two states touched on the map, or chosen, say by when a parcel arrives; its form asks for the prices", async () => {
  const page = await product.person({ size: PHONE });
  await page.goto("/");
  const map = page.getByRole("group", { name: /^Map of the states/ });
  await map.scrollIntoViewIfNeeded();
  const touch = async (state: "Lagos" | "Kano") => {
    const { x, y, width } = (await map.boundingBox())!;
    const [left, top] = STATE_POINTS[state];
    await page.mouse.click(x + (left * width) / 744, y + (top * width) / 744);
  };
  // Until the page's scripts run, a state on the map is a link, so the test waits before it touches a state.
  await hydrated(page);
  await touch("Lagos");
  await page.getByText("From Lagos. Now tap where the parcel goes.").waitFor();
  await touch("Kano");
  await page.getByText("Lagos to Kano").waitFor();
  // The delivery days appear a moment after the two states.
  await page
    .getByText(
      /^(We pick up on \w{3} \d+ \w+\. )?Delivered the day after we pick it up\. By \w{3} \d+ \w+ at the latest\.$/,
    )
    .waitFor();
  await page.getByLabel("To", { exact: true }).selectOption("Imo");
  await page.getByText("Lagos to Imo").waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "See the days" }).click();
  await page.waitForURL(/\/quote\?from=Lagos&to=Imo&weight=1$/);
  await page
    .getByText(/^By .* at the latest\.$/)
    .first()
    .waitFor();
});

test("[BOOK-14] a half-filled form survives a reload", async () => {
  const page = await product.person();
  await page.goto("/book");
  await fill(page);
  await page.reload();
  const name = page.getByRole("group", { name: "Receiver", exact: true }).getByLabel("Full name");
  await page.waitForFunction(
    () => document.querySelector<HTMLInputElement>("[name=receiverName]")!.value !== "",
  );
  expect(await name.inputValue()).toBe("Musa Bello");
});

/** Presses Tab until the field has the focus. Fails if that takes more than a few presses. */
async function tabTo(field: Locator): Promise<void> {
  const focused = () => field.evaluate((element) => element === document.activeElement);
  for (let steps = 0; !(await focused()); steps++) {
    expect(steps, "fields between").toBeLessThan(4);
    await field.page().keyboard.press("Tab");
  }
}

test("[BOOK-16] booking with the keyboard alone", async () => {
  const page = await product.person({ size: LAPTOP });
  await page.goto("/book");
  await page.locator("[name=senderName]").focus();
  for (const [group, label, value] of TYPED) {
    await tabTo(fieldOf(page, group, label));
    await page.keyboard.type(value);
  }
  await tabTo(page.getByRole("radio", { name: "Standard" }));
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/track\?code=OD/);
});

test("[BOOK-16] [WEB-1] without JavaScript: book and track by plain forms", async () => {
  const page = await product.person({ javaScriptEnabled: false });
  await page.goto("/book");
  await fill(page);
  await page.getByLabel("Package type").selectOption("Parcel");
  await page.locator("[name=senderPhone]").fill("1");
  await page.getByRole("button", { name: "Book Delivery" }).click();
  expect(await page.getByText("Enter a real phone number").first().isVisible()).toBe(true);
  expect(await page.locator("[name=receiverName]").inputValue()).toBe("Musa Bello");
  await page.locator("[name=senderPhone]").fill("08031234567");
  await page.getByRole("button", { name: "Book Delivery" }).click();
  await page.waitForURL(/\/track\?code=OD/);
  expect(await page.getByText("Booking successful!").isVisible()).toBe(true);
  await page.goto("/track");
  await page.getByLabel("Tracking code").fill("od 0000 0000 ng");
  await page.getByRole("button", { name: "Track Package" }).click();
  expect(await page.getByText("Invalid tracking code or system error. Please try again.").isVisible()).toBe(
    true,
  );
});

test("[TRACK-7] an open track page shows what staff do within about a second, and polls where streams are cut", async () => {
  const page = await product.person();
  await page.goto("/book");
  await fill(page);
  await page.getByRole("button", { name: "Book Delivery" }).click();
  await page.waitForURL(/\/track\?code=OD/);
  await page.getByText("Updates appear here automatically.").waitFor();
  const code = CODE.exec(page.url())![0];

  const offside = await product.person();
  await offside.clock.install();
  await offside.route("**/live/**", (route) => route.abort());
  await offside.goto(`/track?code=${code}`);
  await offside.getByText("Still checking for updates.").waitFor();

  const desk = await product.admin({ size: LAPTOP });
  await desk.goto(`/admin/bookings?q=${code}`);
  await expectAccessible(desk);
  await desk.getByRole("combobox", { name: `Status of ${code}` }).selectOption("in_transit");
  await desk.getByRole("button", { name: "Save", exact: true }).click();
  await desk.getByText("Booking status changed to In Transit").waitFor();
  await page.locator("ol").getByText("In Transit").waitFor({ timeout: STREAMED_MS });
  await offside.clock.fastForward(16_000);
  await offside.locator("ol").getByText("In Transit").waitFor();
  await expectAccessible(desk);
});

test("[STAFF-15] a new booking is announced and appears in the back office's open list without a reload", async () => {
  const desk = await product.admin({ size: LAPTOP });
  const streaming = desk.waitForResponse(/\/live\/admin/);
  await desk.goto("/admin/bookings");
  await streaming;
  const page = await product.person();
  await page.goto("/book");
  await fill(page);
  await page.getByRole("button", { name: "Book Delivery" }).click();
  await page.waitForURL(/\/track\?code=OD/);
  await desk.getByRole("button", { name: /new booking: show/ }).click();
  await desk.getByRole("link", { name: CODE.exec(page.url())![0] }).waitFor();
});

// This test must stay the last one, because it publishes prices, which all tests after it would see.
testWhere(ONLY_LONG)("[BOOK-19] the review shows an amount to collect as it is typed", async () => {
  await publishSamples(product);
  const { person } = await makePayee(product);
  const cookie = await sessionCookie(product, person.id, "customer");
  const page = await product.person({ size: LAPTOP, cookie });
  await openBookingForm(page);
  await fill(page);
  const review = page.getByRole("region", { name: "Check before you send" });
  expect(await review.innerText()).not.toContain("Amount to collect");
  await page.getByLabel("Amount to collect from the receiver (₦)").fill("12,500");
  await review.getByText("₦12,500 from the receiver").waitFor();
});
