/** The pages that `npm run bench -- web` measures, and the people who see them. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Browser } from "playwright-core";
import { mailedLink } from "../test/fixtures/mailed-link.ts";
import { ask, signIn } from "../test/fixtures/product.ts";

/**
 * The pages that are measured on the slow and on the fast connection. A store's page is measured, too, but
 * its URL is known only after the sample data was loaded.
 */
export const MAIN_PAGES = ["/", "/book", "/track", "/stores"];

const MOST_SECONDS = 300;

type Cookies = { name: string; value: string }[];
/** Pages of one role, with the cookies of a person who may see them. */
export type Group = { role: string; paths: string[]; cookies: Cookies };

const SHOP = "/store/dashboard";
const PUBLIC = ["/about", "/quote", "/quote?from=Lagos&to=Kano&weight=2.5&type=Parcel&service=express", "/contact", "/login",
  "/signup", "/reset-password", "/book/purchase", "/store/signup", "/store/login", "/offline", "/nowhere"]; // prettier-ignore
const CUSTOMER = ["/profile", "/profile/settlements", "/book"];
const OWNER = [SHOP, ...["products", "orders", "customers", "settlements", "settings"].map((page) => `${SHOP}/${page}`)]; // prettier-ignore
const STAFF = ["bookings", "bookings/new", "scan", "waybills", "customers", "contacts", "payments", "settlements",
  "reports", "prices", "settings", "activity-logs", "system"].map((page) => `/admin/${page}`); // prettier-ignore

/**
 * Every public page, and the main pages of customers, store owners and staff. Creates a customer's account and a store
 * that may open these pages.
 */
export async function groupsOf(browser: Browser, origin: string, main: string[]): Promise<Group[]> {
  const staff = await signIn(origin);
  const code = await firstBooking(origin, staff);
  const parcel = [`/track?code=${code}`, "/track?code=OD00000000NG"];
  return [
    { role: "everybody", paths: [...main, ...parcel, ...PUBLIC], cookies: [] },
    { role: "a customer", paths: CUSTOMER, cookies: await signUp(browser, origin, CUSTOMER_FORM) },
    { role: "a store owner", paths: OWNER, cookies: await signUp(browser, origin, STORE_FORM) },
    {
      role: "staff",
      paths: ["/admin", `/admin/bookings/${code}`, `/admin/bookings/${code}/money`, ...STAFF],
      cookies: staff.split("; ").map((pair) => ({
        name: pair.slice(0, pair.indexOf("=")),
        value: pair.slice(pair.indexOf("=") + 1),
      })),
    },
  ];
}

/**
 * Returns the code of a booking of the demo. Waits for it: the product writes the demo's bookings after its start, in
 * about a minute.
 */
async function firstBooking(origin: string, staff: string): Promise<string> {
  for (let second = 0; second < MOST_SECONDS; second++) {
    const code = /OD\d{8}NG/.exec((await ask(origin, "/admin/bookings", { cookie: staff })).text)?.[0];
    if (code) return code;
    await sleep(1000);
  }
  throw new Error("the demo has no booking");
}

type Form = { path: string; email: string; fields: Record<string, string>; category?: string };
const CUSTOMER_FORM: Form = {
  path: "/signup",
  email: "ada@example.com",
  fields: { firstName: "Ada", lastName: "Obi" },
};
const STORE_FORM: Form = {
  path: "/store/signup",
  email: "mama@example.com",
  category: "Food",
  fields: {
    storeName: "Mama Ngozi Kitchen",
    phone: "0803 123 4567",
    address: "4 Allen Avenue, Ikeja, Lagos",
    description: "Jollof and small chops, hot at noon.",
  },
};

/** Signs a person up with the link in the mailbox; returns the person's cookies. */
async function signUp(
  browser: Browser,
  origin: string,
  { path, email, fields, category }: Form,
): Promise<Cookies> {
  const context = await browser.newContext({ baseURL: origin });
  try {
    const page = await context.newPage();
    await page.goto(path, { waitUntil: "networkidle" });
    const form = page.locator("main form").first();
    for (const [name, value] of Object.entries({ ...fields, email }))
      await form.locator(`[name=${name}]`).fill(value);
    if (category) await form.locator("[name=category]").selectOption(category);
    await form.locator("[type=submit]").click();
    await page.getByText("Check your email").first().waitFor();
    await page.goto(await mailedLink(origin, email, /auth-callback/), { waitUntil: "networkidle" });
    if (path === "/signup") {
      await page.waitForURL(/\/complete-profile/);
      await page.locator("main [name=phone]").fill("0803 765 4321");
      await page.locator("main form [type=submit]").first().click();
    }
    await page.waitForURL(/\/profile|\/store\/dashboard/);
    return (await context.cookies()).map(({ name, value }) => ({ name, value }));
  } finally {
    await context.close();
  }
}
