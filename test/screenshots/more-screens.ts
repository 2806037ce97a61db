/** Screens for screenshots that a person reaches only by actions on a page. */
import type { Page } from "playwright-core";
import { fill } from "../fixtures/booking-form.ts";
import type { TestData, Role } from "../fixtures/populated.ts";

export type Done = { name: string; as: Role; path: string; act?: (page: Page) => Promise<unknown> };

const press = (name: string) => (page: Page) =>
  page.getByRole("button", { name, exact: true }).last().click();

/** Fills in the booking form on a wide screen, where it has no steps. */
async function fillWide(page: Page) {
  await page.setViewportSize({ width: 1280, height: 800 });
  await fill(page);
}

export const doneIn = (data: TestData): Done[] => [
  { name: "book, filled", as: "guest", path: "/book", act: fillWide },
  {
    name: "book, waiting for the network",
    as: "guest",
    path: "/book",
    act: async (page) => {
      await fillWide(page);
      await page.context().setOffline(true);
      await press("Book Delivery")(page);
      await page.getByText("1 booking not sent yet").waitFor();
    },
  },
  {
    name: "menu of a phone",
    as: "guest",
    path: "/",
    act: (page) => page.getByText("Menu", { exact: true }).first().click(),
  },
  {
    name: "menu of the back office",
    as: "super_admin",
    path: "/admin/customers",
    act: (page) => page.locator("nav summary").click(),
  },
  {
    name: "page on its way",
    as: "guest",
    path: "/",
    act: async (page) => {
      await page.route(/\.data/, () => {});
      await page.getByRole("link", { name: "Browse Stores" }).click();
    },
  },
  {
    name: "admin bookings, ticked",
    as: "super_admin",
    path: "/admin/bookings",
    act: async (page) => {
      await page.getByRole("checkbox", { name: "Tick all on this page" }).check();
      await press("Failed")(page);
    },
  },
  {
    name: "admin bookings, another status",
    as: "super_admin",
    path: `/admin/bookings/${data.waits}`,
    act: (page) => page.getByRole("combobox").first().selectOption("in_transit"),
  },
  { name: "admin shortcuts", as: "super_admin", path: "/admin", act: (page) => page.keyboard.press("?") },
  { name: "admin palette", as: "super_admin", path: "/admin", act: (page) => page.keyboard.press("g") },
];

const SAMPLE = "/stores/mama-ngozi-kitchen";

/** Pages of a product that has only the sample stores. */
export const AMONG_SAMPLES: Done[] = [
  { name: "samples, home", as: "guest", path: "/" },
  { name: "samples, directory", as: "guest", path: "/stores" },
  { name: "samples, category", as: "guest", path: "/stores?category=Clothing" },
  { name: "samples, store", as: "guest", path: SAMPLE },
  {
    name: "samples, selection",
    as: "guest",
    path: SAMPLE,
    act: async (page) => {
      for (let at = 0; at < 3; at++)
        await page
          .getByRole("button", { name: /^Add to Cart/ })
          .nth(at)
          .click();
    },
  },
  { name: "empty, mailbox", as: "guest", path: "/mailbox" },
  { name: "empty, admin", as: "super_admin", path: "/admin" },
  { name: "empty, admin bookings", as: "super_admin", path: "/admin/bookings" },
  { name: "empty, admin customers", as: "super_admin", path: "/admin/customers" },
  { name: "empty, admin contacts", as: "super_admin", path: "/admin/contacts" },
];
