/** Counts the interactions and keys of twelve tasks. docs/interactions.md states the same numbers. */
import { eq, inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { contactMessages, bookings } from "../../app/platform/db/schema.ts";
import { fieldOf, TYPED } from "../fixtures/booking-form.ts";
import { bookOne } from "../fixtures/bookings.ts";
import { expectAccessible, hydrated, openProduct, PHONE } from "../fixtures/browser.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { countSteps, expectSteps } from "../fixtures/count-steps.ts";
import { personWithChat, STORE_DETAILS } from "../fixtures/journeys.ts";
import { mailedLink } from "../fixtures/mailed-link.ts";
import { makePriceLists } from "../fixtures/prices.ts";
import { sessionCookie } from "../fixtures/session-cookie.ts";
import { makeOrder, makeOwner, makeProduct, makeStore } from "../fixtures/stores.ts";

const product = await closedAfterAll(openProduct());
const { services } = product;
const DESK = { width: 1280, height: 800 };
const made = await Promise.all(
  Array.from({ length: 50 }, (_, n) =>
    bookOne(product, { receiverPhone: n === 7 ? "0803 999 4005" : "0805 123 4567" }),
  ),
);
const codes = made.map(({ trackingCode }) => trackingCode);

/** Opens a page of the back office as a super admin, and waits until its scripts run. */
async function openOffice(path: string) {
  const page = await product.admin({ size: DESK });
  const live = page.waitForResponse(/\/live\/admin/);
  await page.goto(path);
  await live;
  return { page, steps: countSteps(page) };
}

/** Goes from the home page to the booking form, on a phone. */
async function toBookingForm() {
  const page = await personWithChat(product);
  const steps = countSteps(page);
  await page.goto("/");
  await hydrated(page);
  await steps.click(page.getByRole("main").getByRole("link", { name: "Book a Delivery" }).first());
  await page.waitForURL(/\/book$/);
  return { page, steps };
}

test("booking as a guest on a phone and following a link to the parcel take what docs/interactions.md says", async () => {
  const { page, steps } = await toBookingForm();
  for (const [group, label, value] of TYPED) await steps.type(fieldOf(page, group, label), value);
  await steps.click(page.getByRole("button", { name: "Book Delivery" }));
  await page.waitForURL(/\/track\?code=OD/);
  expectSteps("book as guest on a phone", steps);

  const receiver = await product.person();
  await receiver.goto(new URL(page.url()).pathname + new URL(page.url()).search);
  const answer = receiver.getByText(/^Arriving/).first();
  const { y, height } = (await answer.boundingBox())!;
  expect(y + height, "in the first screen").toBeLessThan(PHONE.height);
  expectSteps("track from a link", countSteps(receiver));
});

test("[STAFF-7] 50 statuses change in three interactions, are undone by one, and fifteen rows are seen at once", async () => {
  const { page, steps } = await openOffice("/admin/bookings");
  await expectAccessible(page);
  const rows = await page
    .locator("tr[data-id]")
    .evaluateAll((all) =>
      all.map((row) => row.getBoundingClientRect()).map(({ bottom, height }) => ({ bottom, height })),
    );
  expect(rows.filter(({ bottom }) => bottom <= DESK.height).length).toBeGreaterThanOrEqual(15);
  expect(Math.max(...rows.map(({ height }) => height))).toBeLessThanOrEqual(42);

  await steps.click(page.getByRole("checkbox", { name: "Tick all on this page" }));
  await page.getByText("50 selected").first().waitFor();
  // The buttons for the selected bookings fit in one line, even with 'Select all found' among them.
  await page.getByRole("button", { name: "Select all found (51)" }).waitFor();
  const bar = await page.getByRole("region", { name: "Selected bookings" }).boundingBox();
  expect(bar?.height).toBeLessThan(80);
  await steps.click(page.getByRole("button", { name: "In Transit", exact: true }));
  await steps.click(page.getByRole("button", { name: "Change status", exact: true }));
  await page.getByText("50 bookings changed.").waitFor();
  expectSteps("change 50 statuses", steps);
  const moving = () => services.db.$count(bookings, eq(bookings.status, "in_transit"));
  expect(await moving()).toBe(50);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("50 bookings changed back.").waitFor();
  expect(await moving()).toBe(0);
});

test("[WAYBILL-2] a phone number finds its parcel, and 30 ticked waybills print, in what docs/interactions.md says", async () => {
  const { page, steps } = await openOffice("/admin/bookings");
  const search = page.getByLabel("Search bookings");
  for (const typed of ["+234 803 999 4005", "0803 999 4005", "08039994005"]) {
    steps.done();
    await steps.type(search, typed);
    await page.getByRole("link", { name: codes[7]!, exact: true }).waitFor();
    await expect.poll(() => page.locator("tr[data-id]").count()).toBe(1);
  }
  expectSteps("find a parcel by phone", steps);

  await search.fill("");
  await page.waitForURL((url) => !url.searchParams.get("q"));
  await expect.poll(() => page.locator("tr[data-id]").count()).toBe(50);
  const boxes = page.locator("tr[data-id] input");
  await steps.click(boxes.nth(0));
  await steps.click(boxes.nth(29), { modifiers: ["Shift"] });
  await steps.click(page.getByRole("link", { name: "Print waybills" }));
  await page.evaluate(() => (window.print = () => document.body.setAttribute("data-printed", "")));
  await steps.click(page.getByRole("button", { name: "Print all 30" }));
  await page.locator("body[data-printed]").waitFor();
  expect(await page.getByRole("article").count()).toBe(30);
  expectSteps("print 30 waybills", steps);
  // After printing, the same bookings are still selected, so that their status can be set.
  await page.goBack();
  await page.getByText("30 selected", { exact: true }).waitFor();
});

test("[STATUS-7] [STAFF-14] what is late and the export of a filter take what docs/interactions.md says", async () => {
  const { db } = services;
  await db
    .update(bookings)
    .set({ estimatedDelivery: new Date(Date.now() - 3 * 86_400_000) })
    .where(inArray(bookings.trackingCode, codes.slice(40, 42)));
  const { page, steps } = await openOffice("/admin");
  await steps.click(page.getByRole("region", { name: "Late by state" }).getByRole("link").first());
  await page.waitForURL(/status=late/);
  await expect.poll(() => page.locator("tr[data-id]").count()).toBe(2);
  expectSteps("see what is late", steps);

  await page.goto("/admin/bookings");
  await hydrated(page);
  await steps.click(page.getByRole("navigation", { name: "Status" }).getByRole("link", { name: /^Pending/ }));
  await page.waitForURL(/status=pending/);
  const download = page.waitForEvent("download");
  await steps.click(page.getByRole("link", { name: "Export CSV" }).first());
  expect((await download).suggestedFilename()).toMatch(/^bookings-.*\.csv$/);
  expectSteps("export a filter", steps);
});

test("[STAFF-10] a contact message is answered in what docs/interactions.md says", async () => {
  await services.db.insert(contactMessages).values({
    formKey: crypto.randomUUID(),
    name: "Bola Ade",
    email: "bola@example.com",
    subject: "General Inquiry",
    message: "Do you carry glass to Jos?",
  });
  const { page, steps } = await openOffice("/admin/contacts");
  await steps.click(page.getByRole("link", { name: /^View/ }).first());
  await steps.type(page.getByLabel("Reply by email"), "Yes, well packed.");
  await steps.click(page.getByRole("button", { name: "Send Reply" }));
  await page.getByRole("status").getByText(/sent/i).first().waitFor();
  expectSteps("answer a contact message", steps);
});

test("[OWNER-1] a store and its first product take what docs/interactions.md says", async () => {
  const page = await personWithChat(product);
  const steps = countSteps(page);
  await page.goto("/store/signup");
  await hydrated(page);
  await steps.type(page.getByLabel("Store name"), "Mama Ngozi Kitchen");
  await steps.select(page.getByLabel("Category"), "Food");
  await steps.type(page.getByLabel("Email"), "mama@example.com");
  await steps.type(page.getByRole("textbox", { name: "Phone" }), STORE_DETAILS.phone);
  await steps.type(page.getByLabel("Address"), STORE_DETAILS.address);
  await steps.type(page.getByLabel("Description"), STORE_DETAILS.description);
  await steps.click(page.getByRole("button", { name: "Register Store" }));
  await page.getByText("Check your email").first().waitFor();
  await page.goto(await mailedLink(product.origin, "mama@example.com", /auth-callback/));
  await page.waitForURL(/\/store\/dashboard/);
  await steps.click(page.getByRole("link", { name: "Add product", exact: true }));
  const dialog = page.getByRole("dialog");
  await steps.type(dialog.getByLabel("Product name"), "Party Jollof");
  await steps.type(dialog.getByLabel("Price (₦)"), "4500");
  await steps.click(dialog.getByRole("button", { name: "Add Product" }));
  await page.getByText("The product has been added successfully").waitFor();
  expectSteps("register a store and add a product", steps);
});

test("[ORDER-5] [ORDER-7] an order is confirmed and its delivery booked in what docs/interactions.md says", async () => {
  const owner = await makeOwner(services);
  const store = await makeStore(services, owner.person.id);
  const quantity = 2;
  const order = await makeOrder(
    services,
    store.id,
    [{ product: await makeProduct(services, store.id), quantity }],
    { deliveryAddress: "12 Bompai Road, Kano", deliveryState: "Kano" },
  );
  const page = await product.person({
    size: DESK,
    cookie: await sessionCookie(product, owner.person.id, "customer"),
  });
  const steps = countSteps(page);
  await page.goto("/store/dashboard/orders");
  await hydrated(page);
  await steps.click(page.getByRole("button", { name: `Confirm: order ${order.code}` }));
  await steps.click(page.getByRole("link", { name: "Book delivery" }));
  await page.waitForURL(/\/book\?order=/);
  await hydrated(page);
  await steps.type(page.getByLabel("Weight (kg)"), "2");
  await steps.click(page.getByRole("button", { name: "Book Delivery" }));
  await page.waitForURL(/\/store\/dashboard\/orders/);
  await page.getByText(/Your booking reference is: OD/).waitFor();
  expectSteps("confirm an order and book it", steps);
});

test("[STAFF-23] [STAFF-24] correcting a weight and booking at the counter take what docs/interactions.md says", async () => {
  const { page, steps } = await openOffice(`/admin/bookings/${codes[30]!}`);
  await steps.click(page.getByText("Correct an address, a phone or the weight"));
  await steps.type(page.getByLabel("Weight (kg)"), "7.5");
  await steps.click(page.getByRole("button", { name: "Save corrections" }));
  await page.getByText("Booking corrected").waitFor();
  expectSteps("correct a weight", steps);

  await page.goto("/admin/bookings");
  await hydrated(page);
  await steps.click(page.getByRole("link", { name: "Book for a customer" }));
  await page.waitForURL(/\/admin\/bookings\/new$/);
  // Staff book for a sender whose phone number they know. They do not know the email, so it is left out.
  for (const [group, label, value] of TYPED)
    if (label !== "Email") await steps.type(fieldOf(page, group, label), value);
  await steps.click(page.getByRole("button", { name: "Book Delivery" }));
  await page.waitForURL(/\/admin\/bookings\/OD/);
  expectSteps("book for a walk-in customer", steps);
});

test("[BOOK-20] booking as a guest on a phone while a price list counts takes what docs/interactions.md says", async () => {
  await makePriceLists(services, () => ({ createdAt: new Date() }));
  const { page, steps } = await toBookingForm();
  await page.getByText("Step 1 of 3").waitFor();
  for (const name of ["Sender", "Receiver", "Package"]) {
    if (name !== "Sender") await steps.click(page.getByRole("button", { name: "Next" }));
    for (const [group, label, value] of TYPED)
      if (group === name) await steps.type(fieldOf(page, group, label), value);
  }
  await steps.click(page.getByRole("button", { name: /^Book · ₦/ }));
  await page.waitForURL(/\/track\?code=OD/);
  expectSteps("book as guest on a phone, priced", steps);
});
