/** Every screen in every state: who looks, where, and what they did before the picture. */
import type { Page } from "playwright-core";
import { fill } from "../support/booking-form.ts";
import type { Town } from "./town.ts";

export type Who = "visitor" | "customer" | "fresh" | "half" | "owner" | "newOwner" | "boss" | "support";
export type Screen = { name: string; who: Who; path: string; act?: (page: Page) => Promise<unknown> };

const press = (name: string) => (page: Page) =>
  page.getByRole("button", { name, exact: true }).last().click();
/** Sends a form as it stands, past the browser's own checks, and waits for the answer. */
const send = (name: string) => async (page: Page) => {
  await page
    .locator("form")
    .evaluateAll((forms) => forms.forEach((form) => form.setAttribute("novalidate", "")));
  await press(name)(page);
  await page.waitForTimeout(600);
};
const tick = async (page: Page) => {
  for (const box of (await page.locator("tbody input[type=checkbox]").all()).slice(0, 3)) await box.check();
};
const offline = (act: (page: Page) => Promise<unknown>) => async (page: Page) => {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.context().setOffline(true);
  await act(page);
  await page.waitForTimeout(800);
};
const choose = async (page: Page) => {
  const add = page.getByRole("button", { name: /^Add .* to cart|Add to Cart/i });
  for (let at = 0; at < 3; at++) await add.first().click();
  await page.waitForTimeout(300);
};

export function publicScreens(town: Town): Screen[] {
  const [pending, moving, delivered, failed] = town.codes;
  const track = (name: string, code: string): Screen => ({
    name: `track-${name}`,
    who: "visitor",
    path: `/track?code=${code}`,
  });
  const order = (status: string): Screen => ({
    name: `order-${status}`,
    who: "visitor",
    path: `/orders/${town.tokens[status]}`,
  });
  return [
    { name: "home", who: "visitor", path: "/" },
    { name: "about", who: "visitor", path: "/about" },
    { name: "book", who: "visitor", path: "/book" },
    { name: "book-filled", who: "visitor", path: "/book", act: fill },
    { name: "book-errors", who: "visitor", path: "/book", act: send("Book Delivery") },
    {
      name: "book-waiting",
      who: "visitor",
      path: "/book",
      act: async (page) => {
        await fill(page);
        await offline(press("Book Delivery"))(page);
      },
    },
    { name: "book-signed-in", who: "customer", path: "/book" },
    { name: "track", who: "visitor", path: "/track" },
    track("pending", pending!),
    track("moving", moving!),
    track("delivered", delivered!),
    track("failed", failed!),
    track("not-found", "OD00000000NG"),
    track("wrong-shape", "hello"),
    { name: "contact", who: "visitor", path: "/contact" },
    { name: "contact-errors", who: "visitor", path: "/contact", act: send("Send Message") },
    { name: "stores", who: "visitor", path: "/stores" },
    { name: "stores-category", who: "visitor", path: "/stores?category=Fashion" },
    { name: "stores-none", who: "visitor", path: "/stores?q=zzzz" },
    { name: "store", who: "visitor", path: "/stores/mama-ngozi-kitchen" },
    { name: "store-selection", who: "visitor", path: "/stores/mama-ngozi-kitchen", act: choose },
    { name: "store-none", who: "visitor", path: "/stores/mama-ngozi-kitchen?q=zzzz" },
    { name: "store-long-words", who: "visitor", path: "/stores/iya-bola-provisions" },
    { name: "store-without-products", who: "visitor", path: "/stores/kemi-new" },
    ...["new", "confirmed", "ready", "completed", "cancelled"].map(order),
    { name: "login", who: "visitor", path: "/login" },
    { name: "login-errors", who: "visitor", path: "/login", act: send("Send Magic Link") },
    { name: "login-sent", who: "visitor", path: "/login?sent=1" },
    { name: "signup", who: "visitor", path: "/signup?ref=TUNDE234" },
    { name: "signup-errors", who: "visitor", path: "/signup", act: send("Sign Up") },
    { name: "link-spent", who: "visitor", path: "/auth-callback?code=nothing" },
    { name: "reset-password", who: "visitor", path: "/reset-password" },
    { name: "complete-profile", who: "half", path: "/complete-profile" },
    { name: "profile", who: "customer", path: "/profile" },
    { name: "profile-empty", who: "fresh", path: "/profile" },
    { name: "store-signup", who: "visitor", path: "/store/signup" },
    { name: "store-signup-errors", who: "visitor", path: "/store/signup", act: send("Register Store") },
    { name: "store-registration-success", who: "visitor", path: "/store/registration-success" },
    { name: "store-login", who: "visitor", path: "/store/login" },
    { name: "mailbox", who: "visitor", path: "/mailbox" },
    { name: "not-found", who: "visitor", path: "/no-such-page" },
    { name: "offline", who: "visitor", path: "/offline" },
    { name: "dashboard-nobody", who: "visitor", path: "/store/dashboard" },
    { name: "dashboard-no-store", who: "customer", path: "/store/dashboard" },
    { name: "admin-login", who: "visitor", path: "/admin/login" },
    { name: "admin-login-errors", who: "visitor", path: "/admin/login", act: send("Sign In") },
  ];
}

const D = "/store/dashboard";
export const dashboardScreens: Screen[] = [
  { name: "dashboard", who: "owner", path: D },
  { name: "dashboard-empty", who: "newOwner", path: D },
  { name: "products", who: "owner", path: `${D}/products` },
  { name: "products-empty", who: "newOwner", path: `${D}/products` },
  { name: "products-add", who: "owner", path: `${D}/products?add=1` },
  {
    name: "products-add-errors",
    who: "owner",
    path: `${D}/products?add=1`,
    act: async (page) => {
      await page.getByLabel("Product name").fill("Garri");
      await page.getByLabel(/^Price/).fill("-1");
      await send("Add Product")(page);
    },
  },
  {
    name: "products-delete",
    who: "owner",
    path: `${D}/products`,
    act: (page) =>
      page
        .getByRole("link", { name: /^Delete/ })
        .first()
        .click(),
  },
  { name: "products-import", who: "owner", path: `${D}/products/import` },
  { name: "orders", who: "owner", path: `${D}/orders` },
  { name: "orders-empty", who: "newOwner", path: `${D}/orders` },
  {
    name: "orders-one",
    who: "owner",
    path: `${D}/orders`,
    act: (page) => page.locator("a[href*='view=']").first().click(),
  },
  { name: "store-customers", who: "owner", path: `${D}/customers` },
  { name: "store-customers-empty", who: "newOwner", path: `${D}/customers` },
  { name: "store-settings", who: "owner", path: `${D}/settings` },
];

export const officeScreens = (town: Town): Screen[] => [
  { name: "admin", who: "boss", path: "/admin" },
  { name: "admin-bookings", who: "boss", path: "/admin/bookings" },
  { name: "admin-bookings-filtered", who: "boss", path: "/admin/bookings?status=failed" },
  { name: "admin-bookings-none", who: "boss", path: "/admin/bookings?q=zzzz" },
  { name: "admin-bookings-ticked", who: "boss", path: "/admin/bookings", act: tick },
  { name: "admin-booking", who: "boss", path: `/admin/bookings/${town.codes[2]}` },
  { name: "admin-booking-long", who: "boss", path: `/admin/bookings/${town.codes[5]}` },
  { name: "admin-customers", who: "boss", path: "/admin/customers" },
  { name: "admin-customers-none", who: "boss", path: "/admin/customers?q=zzzz" },
  { name: "admin-contacts", who: "boss", path: "/admin/contacts" },
  { name: "admin-contacts-read", who: "boss", path: "/admin/contacts?tab=read" },
  {
    name: "admin-contacts-open",
    who: "boss",
    path: "/admin/contacts",
    act: (page) => page.locator("a[href*='view=']").first().click(),
  },
  { name: "admin-settings", who: "boss", path: "/admin/settings" },
  { name: "admin-settings-add", who: "boss", path: "/admin/settings?add=1", act: send("Add Admin User") },
  { name: "admin-personal-settings", who: "boss", path: "/admin/personal-settings" },
  { name: "admin-activity-logs", who: "boss", path: "/admin/activity-logs" },
  { name: "admin-activity-logs-denied", who: "support", path: "/admin/activity-logs" },
  { name: "admin-settings-denied", who: "support", path: "/admin/settings" },
  { name: "admin-site-lock", who: "boss", path: "/admin/site-lock" },
  { name: "admin-help", who: "boss", path: "/admin/bookings", act: (page) => page.keyboard.press("?") },
  { name: "admin-palette", who: "boss", path: "/admin/bookings", act: (page) => page.keyboard.press("g") },
];

/** The same screens in a house where nothing has happened yet. */
export const emptyScreens: Screen[] = [
  { name: "empty-home", who: "visitor", path: "/" },
  { name: "empty-stores", who: "visitor", path: "/stores" },
  { name: "empty-mailbox", who: "visitor", path: "/mailbox" },
  { name: "empty-admin", who: "boss", path: "/admin" },
  { name: "empty-admin-bookings", who: "boss", path: "/admin/bookings" },
  { name: "empty-admin-customers", who: "boss", path: "/admin/customers" },
  { name: "empty-admin-contacts", who: "boss", path: "/admin/contacts" },
  { name: "empty-admin-activity-logs", who: "boss", path: "/admin/activity-logs" },
];

export const lockedScreens: Screen[] = [
  { name: "locked", who: "visitor", path: "/" },
  { name: "locked-wrong", who: "visitor", path: "/", act: send("Unlock Site") },
  { name: "admin-site-lock-on", who: "boss", path: "/admin/site-lock" },
];
