/**
 * A form that the server refuses shows the server's message and keeps its input. Only a network error counts as
 * offline.
 */
import { expect, test } from "vitest";
import type { Page } from "playwright-core";
import { fill } from "../fixtures/booking-form.ts";
import { hydrated, openProduct } from "../fixtures/browser.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { enter } from "../fixtures/journeys.ts";
import { mailedLink } from "../fixtures/mailed-link.ts";
import { sessionCookie } from "../fixtures/session-cookie.ts";
import { profiles } from "../../app/platform/db/schema.ts";
import { ONLY_LONG, testWhere } from "../fixtures/test-where.ts";

const product = await closedAfterAll(openProduct());

const OFFLINE = /Check your connection|Waiting for the network|There was a problem sending/;

/** Answers the next form in place of the product, as a proxy would, with the given status and body. */
async function answerWith(page: Page, status: number, body: string, contentType = "text/html") {
  await page.route(
    (url) => url.pathname.endsWith(".data"),
    (route) =>
      route.request().method() === "POST" ? route.fulfill({ status, body, contentType }) : route.fallback(),
    { times: 1 },
  );
}

/** Opens the contact form and fills it in. */
async function contactForm() {
  const page = await product.person();
  await page.goto("/contact");
  await hydrated(page);
  const form = page.locator("main form");
  for (const [name, text] of [
    ["name", "Bola"],
    ["email", "bola@example.com"],
    ["message", "Where is it?"],
  ] as const)
    await form.locator(`[name=${name}]`).fill(text);
  await form.locator("[name=subject]").selectOption("Complaint");
  const send = () => form.getByRole("button", { name: /Send/ }).click();
  const says = async (text: RegExp) => {
    await form.getByRole("alert").filter({ hasText: text }).waitFor();
    expect(await form.locator("[name=message]").inputValue()).toBe("Where is it?");
  };
  return { page, form, send, says };
}

/** Checks that a form of more than 256 KB is refused before the product reads it. */
async function expectLargeFormRefused(page: Page): Promise<void> {
  const large = await page.evaluate(async () => {
    const response = await fetch("/contact.data", {
      method: "POST",
      body: new URLSearchParams({ message: "a".repeat(300_000) }),
    });
    return { status: response.status, text: await response.text() };
  });
  expect(large).toEqual({ status: 413, text: expect.stringMatching(/^What you sent is larger/) });
}

test("each refusal of the contact form says what it is, and the input stays", async () => {
  const { page, form, send, says } = await contactForm();

  const page502 = "<html><body><h1>Bad Gateway</h1></body></html>";
  for (const [status, body, type, text] of [
    [403, "<html>Forbidden</html>", "text/html", /Sign in with an account that can open this page/],
    [404, "<html>Not Found</html>", "text/html", /Not found\. This was removed/],
    [409, "You sent something else with this form before.", "text/plain", /something else with this form/],
    [413, "<html>Too large</html>", "text/html", /That is too large/],
    [429, "Many messages came from here. Try again in 5 minutes.", "text/plain", /Try again in 5 minutes/],
    [503, page502, "text/html", /We cannot reach our records/],
  ] as const) {
    await answerWith(page, status, body, type);
    await send();
    await says(text);
    expect(await form.getByRole("alert").innerText()).not.toMatch(OFFLINE);
  }

  await expectLargeFormRefused(page);

  // A proxy's own error page would not help the person, so the form shows the product's text for the status instead.
  const sayAnother = async () => {
    await answerWith(page, 413, page502);
    await send();
    await says(/That is too large/);
  };
  for (const status of [500, 502, 504]) {
    await sayAnother();
    await answerWith(page, status, page502);
    await send();
    await says(/There was a problem sending your message\. Please try again\./);
    expect(await form.getByRole("alert").innerText()).not.toContain("told about it");
  }

  // The form treats a missing or incomplete response as a network error.
  await sayAnother();
  await page.route(
    (url) => url.pathname.endsWith(".data"),
    (route) => route.abort(),
    { times: 1 },
  );
  await send();
  await says(/There was a problem sending your message\. Please try again\./);

  // While the site is locked, the response to a form leads to the page of the site lock.
  await answerWith(page, 423, "locked", "text/plain");
  await send();
  await page.getByRole("heading", { name: "Site Access Required" }).waitFor();
});

testWhere(ONLY_LONG)(
  "[LINK-3] a link whose confirmation got no answer stays good: the page says so and keeps its button",
  async () => {
    const email = "unanswered@example.com";
    const asking = await product.person();
    await asking.goto("/signup");
    await hydrated(asking);
    for (const [name, value] of Object.entries({ firstName: "Bola", lastName: "Obi", email }))
      await enter(asking, name, value);
    await asking.keyboard.press("Enter");
    await asking.getByText("Check your email").first().waitFor();

    const page = await product.person();
    await page.goto(await mailedLink(product.origin, email, /auth-callback/));
    await hydrated(page);
    const go = page.getByRole("button", { name: `Continue as ${email}` });
    await answerWith(page, 502, "<html><h1>Bad Gateway</h1></html>");
    await go.click();
    await page
      .getByRole("alert")
      .filter({ hasText: "An unexpected error occurred. Please try again." })
      .waitFor();
    await page.route(
      (url) => url.pathname.endsWith(".data"),
      (route) => (route.request().method() === "POST" ? route.abort() : route.fallback()),
      { times: 1 },
    );
    await go.click();
    await page
      .getByRole("alert")
      .filter({ hasText: "An unexpected error occurred. Please try again." })
      .waitFor();
    await go.click();
    await page.waitForURL(/\/complete-profile/);
  },
);

test("[PROFILE-4] 'Sign out everywhere' and 'Delete my account' say when they did not arrive", async () => {
  const { services } = product;
  const [{ id } = { id: "" }] = await services.db
    .insert(profiles)
    .values({ email: "lost@example.com", firstName: "Ada", lastName: "Obi", phone: "+2348031234567" })
    .returning({ id: profiles.id });
  const page = await product.person({ cookie: await sessionCookie(product, id, "customer") });
  const pressInVain = async (name: string) => {
    await page.route(
      (url) => url.pathname.endsWith(".data"),
      (route) => (route.request().method() === "POST" ? route.abort() : route.fallback()),
      { times: 1 },
    );
    await page.getByRole("button", { name }).click();
    await page.getByText("An unexpected error occurred. Please try again.").first().waitFor();
  };
  await page.goto("/profile");
  await hydrated(page);
  await pressInVain("Sign out everywhere");
  await page.goto("/profile?delete=1");
  await hydrated(page);
  await page.locator("[name=email]").fill("lost@example.com");
  await pressInVain("Delete my account");
});

testWhere(ONLY_LONG)("a booking that is refused does not go into the send queue", async () => {
  const page = await product.person();
  await page.goto("/book");
  await hydrated(page);
  await fill(page);
  for (const [status, text] of [
    [409, /Someone else changed this/],
    [503, /We cannot reach our records/],
    [502, /Booking failed\. There was a problem with your submission\. Please try again\./],
  ] as const) {
    await answerWith(page, status, "<html></html>");
    await page.getByRole("button", { name: "Book Delivery" }).click();
    await page.getByRole("alert").filter({ hasText: text }).waitFor();
    expect(await page.getByText("Waiting for the network").count()).toBe(0);
    expect(await page.locator("[name=receiverName]").inputValue()).toBe("Musa Bello");
  }
});

test("[KEEP-3] a line of the error summary, Next and Back forget neither the verdict nor what was typed", async () => {
  const page = await product.person();
  // The form is sent before the scripts of its page have loaded.
  let held = true;
  await page.route(/\/assets\/.*\.js$/, (route) => (held ? route.abort() : route.fallback()));
  await page.goto("/contact");
  const form = page.locator("main form");
  await form.locator("[name=name]").fill("Bola");
  await form.locator("[name=email]").fill("not an email");
  await form.locator("[name=message]").fill("Where is it?");
  held = false;
  await form.getByRole("button", { name: /Send/ }).click();
  await hydrated(page);
  const stays = async () => {
    expect(await form.locator("[name=name]").inputValue()).toBe("Bola");
    expect(await form.locator("[name=message]").inputValue()).toBe("Where is it?");
    expect(await form.locator("[data-form-errors]").count()).toBe(1);
  };
  await stays();
  await form.locator("[data-form-errors] a").first().click();
  await stays();
  await page.evaluate(() => {
    location.hash = "#elsewhere";
  });
  await page.waitForTimeout(300);
  await stays();
  await page.goBack();
  await stays();
});
