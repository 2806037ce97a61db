/** Every screen in every state that an address or a form leads to, and who sees it. */
import type { Page } from "playwright-core";
import type { House, Role } from "./house.ts";

export type Screen = {
  name: string;
  as: Role;
  path: string;
  /** What is sent to that address first: the screen is the answer. */
  form?: Record<string, string>;
  /** What a refused form, a denied or an absent page answers. */
  status?: number;
};

const NOTHING = {};
const screen = (as: Role, path: string, more: Partial<Screen> = {}): Screen => ({
  name: `${as}: ${more.form ? "refused " : ""}${path.replace(/[0-9a-f]{8}-[\w-]{27}|(?<=orders\/)[\w-]{20,}/g, "…")}`,
  as,
  path,
  ...more,
});

export function screensOf(house: House): Screen[] {
  const store = "/stores/mama-ngozi-kitchen";
  const shop = "/store/dashboard";
  return [
    screen("guest", "/"),
    screen("guest", "/about"),
    screen("guest", "/book"),
    screen("guest", "/book", { form: NOTHING, status: 400 }),
    screen("guest", "/track"),
    screen("guest", "/track?code=OD00000000NG", { status: 404 }),
    screen("guest", `/track?code=${house.waits}`),
    screen("guest", `/track?code=${house.delivered}`),
    screen("guest", "/contact"),
    screen("guest", "/contact", { form: { message: "Hello", email: "no" }, status: 400 }),
    screen("guest", "/login"),
    screen("guest", "/login", { form: { email: "no" }, status: 400 }),
    screen("guest", "/login?sent=1"),
    screen("guest", "/signup"),
    screen("guest", "/signup", { form: { firstName: "Ada" }, status: 400 }),
    screen("guest", "/auth-callback?code=none", { status: 400 }),
    screen("guest", "/reset-password?code=none", { status: 400 }),
    screen("guest", "/stores"),
    screen("guest", "/stores?q=nothing+at+all"),
    screen("guest", store),
    screen("guest", `${store}?q=nothing+at+all`),
    screen("guest", `${store}?sel=${house.product}.2`),
    screen("guest", "/stores/nowhere", { status: 404 }),
    screen("guest", `/orders/${house.order.viewToken}`),
    screen("guest", "/offline"),
    screen("guest", "/store/signup"),
    screen("guest", "/store/signup", { form: { email: "no" }, status: 400 }),
    screen("guest", "/store/login"),
    screen("guest", "/store/registration-success"),
    screen("guest", "/mailbox"),
    screen("guest", "/nowhere", { status: 404 }),
    screen("guest", "/admin/login"),
    screen("guest", "/admin/login", { form: { email: "a@b.example", password: "wrong" }, status: 401 }),

    screen("newcomer", "/complete-profile"),
    screen("newcomer", "/complete-profile", { form: { phone: "12" }, status: 400 }),
    screen("customer", "/book"),
    screen("customer", "/profile"),
    screen("customer", "/profile", { form: { intent: "update", phone: "12" }, status: 400 }),
    screen("customer", "/profile", { form: { intent: "delete", email: "no" }, status: 400 }),
    screen("beginner", "/profile"),

    screen("owner", shop),
    screen("owner", `${shop}/products`),
    screen("owner", `${shop}/products?q=nothing+at+all`),
    screen("owner", `${shop}/products?add=1`),
    screen("owner", `${shop}/products?add=1`, { form: { intent: "add", price: "-1" }, status: 400 }),
    screen("owner", `${shop}/products?edit=${house.product}`),
    screen("owner", `${shop}/products?delete=${house.product}`),
    screen("owner", `${shop}/products/import`),
    screen("owner", `${shop}/products/import`, { form: { csv: "name,price\nRice,1200\nBad,x" } }),
    screen("owner", `${shop}/products/import`, { form: { csv: "" }, status: 400 }),
    screen("owner", `${shop}/orders`),
    screen("owner", `${shop}/orders?view=${house.order.id}`),
    screen("owner", `${shop}/orders?status=cancelled`),
    screen("owner", `${shop}/customers`),
    screen("owner", `${shop}/settings`),
    screen("owner", `${shop}/settings`, { form: { email: "no" }, status: 400 }),
    ...["", "/products", "/orders", "/customers"].map((page) => screen("beginner", shop + page)),
    screen("newcomer", shop),

    screen("super_admin", "/admin"),
    screen("super_admin", "/admin/bookings"),
    screen("super_admin", "/admin/bookings?q=nothing+at+all"),
    screen("super_admin", `/admin/bookings/${house.waits}`),
    screen("super_admin", "/admin/bookings/OD00000000NG", { status: 404 }),
    screen("super_admin", "/admin/customers"),
    screen("super_admin", "/admin/customers?q=nothing+at+all"),
    screen("super_admin", "/admin/contacts"),
    screen("super_admin", `/admin/contacts?view=${house.message}`),
    screen("super_admin", "/admin/contacts?q=nothing+at+all"),
    screen("super_admin", "/admin/settings"),
    screen("super_admin", "/admin/settings?add=1"),
    screen("super_admin", "/admin/settings?add=1", { form: { _do: "create", email: "no" }, status: 400 }),
    screen("super_admin", `/admin/settings?edit=${house.member}`),
    screen("super_admin", `/admin/settings?delete=${house.member}`),
    screen("super_admin", "/admin/personal-settings"),
    screen("super_admin", "/admin/personal-settings", { form: { newPassword: "a" }, status: 400 }),
    screen("super_admin", "/admin/activity-logs"),
    screen("super_admin", "/admin/activity-logs?from=2001-01-01&to=2001-01-02"),
    screen("super_admin", "/admin/site-lock"),
    screen("super_admin", "/admin/site-lock", { form: { _do: "activate" }, status: 400 }),
    screen("support", "/admin"),
    screen("support", "/admin/settings", { status: 403 }),
    screen("support", "/admin/site-lock"),
  ];
}

/** While the site is locked. */
export const LOCKED: Screen[] = [
  screen("guest", "/", { status: 423 }),
  screen("guest", "/track?code=OD10000001NG", { status: 423 }),
  screen("guest", "/unlock", { form: { password: "wrong", next: "/" }, status: 423 }),
  screen("super_admin", "/admin/site-lock"),
];

export const LOCK_FORM = { _do: "activate", password: "long-enough-1", confirmPassword: "long-enough-1" };

/** Locks a running product as its super admin does. */
export async function lockSite(origin: string, house: House): Promise<void> {
  const answer = await fetch(`${origin}/admin/site-lock`, {
    method: "POST",
    headers: { Cookie: house.cookies.super_admin, Origin: origin },
    body: new URLSearchParams(LOCK_FORM),
    redirect: "manual",
  });
  if (answer.status !== 302) throw new Error(`locking answered ${answer.status}`);
}

/** Opens a screen and waits until its JavaScript runs, where it has any. */
export async function openScreen(page: Page, { path, form }: Pick<Screen, "path" | "form">): Promise<void> {
  await page.goto(form ? "/about" : path);
  if (form)
    await Promise.all([
      page.waitForEvent("load"),
      page.evaluate(
        ([action, fields]) => {
          const sending = document.createElement("form");
          Object.assign(sending, { method: "post", action });
          for (const [name, value] of fields) {
            const field = Object.assign(document.createElement("textarea"), { name, value });
            sending.append(field);
          }
          document.body.append(sending);
          sending.submit();
        },
        [path, Object.entries(form)] as const,
      ),
    ]);
  await page.waitForFunction(
    () =>
      !document.querySelector("script[type=module]") ||
      Object.keys(document.body).some((key) => key.startsWith("__reactFiber")),
  );
}
