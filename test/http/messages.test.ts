/**
 * Every message of the specification, provoked at the running product and looked for, to the letter, in what a browser
 * without JavaScript is shown, or in the toast that travels to the next page. Messages that only a script shows are in
 * test/e2e/messages.test.ts; the list of all is test/fixtures/spec-messages.ts. Longer than 250 lines, as it is one table.
 */
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { profiles, siteLockConfig } from "../../app/platform/db/schema.ts";
import type { LimitName } from "../../app/platform/limits/rate-limiter.server.ts";
import { openTestApp, type Answer, type TestApp, type Visitor } from "../fixtures/app.ts";
import { bookOne } from "../fixtures/bookings.ts";
import { bookingForm } from "../fixtures/consistency-audit.ts";
import { askForLink, codeOf, confirm, linkFor } from "../fixtures/people.ts";
import { SPEC_MESSAGES } from "../fixtures/spec-messages.ts";
import { makeProduct, makeStore } from "../fixtures/stores.ts";
import { STORE_FORM } from "../fixtures/store-form.ts";

/** A client at this address without a cookie. */
const NO_COOKIE = "127.0.0.1 -";

let app: TestApp;
let strict: TestApp;
let boss: Visitor;
let support: Visitor;
let owner: Visitor;
let storeId: string;
let productId: string;
let email: string;
let count = 0;
beforeAll(async () => {
  app = await openTestApp({ limitsFactor: 1000 });
  strict = await openTestApp();
  boss = await app.admin("super_admin");
  support = await app.admin("support");
  owner = await app.customer("owner@ona.test");
  const { rows } = await app.services.db.execute<{ id: string }>(
    sql`select id from profiles where email = 'owner@ona.test'`,
  );
  storeId = (await makeStore(app.services, rows[0]!.id)).id;
  productId = (await makeProduct(app.services, storeId)).id;
});
afterAll(async () => {
  await app.close();
  await strict.close();
});
beforeEach(() => {
  email = `person${++count}@example.com`;
});

/** The response beyond a limit. */
async function limited<Seen>(name: LimitName, key: string, ask: () => Promise<Seen>): Promise<Seen> {
  const { limits } = strict.services;
  await limits.block(name, key, 60);
  return ask().finally(() => limits.clear(name, key));
}

/** The text that a person reads: the page without its scripts and tags, and the toast. */
function read({ text, toast }: Answer): string {
  const page = text
    .replaceAll(/<script[^]*?<\/script>|<style[^]*?<\/style>|<!--[^]*?-->/g, "")
    .replaceAll(/<[^>]+>/g, "\n")
    .replaceAll("&#x27;", "'")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
  const action = toast?.["action"] as { label: string } | undefined;
  return [page, toast?.["title"], toast?.["text"], action?.label].filter(Boolean).join("\n");
}
const shown = async (who: Visitor, path: string) => read(await who.ask(path));
const sent = async (who: Visitor, path: string, form: Record<string, string>) =>
  read(await who.ask(path, { form }));

/** While a table cannot be read or written, as in an unexpected failure. */
async function without(table: string, what: () => Promise<string>, rights = "all"): Promise<string> {
  const run = (words: string) => app.services.db.execute(sql.raw(words));
  await run(`revoke ${rights} on ${table} from current_user`);
  return what().finally(() => run(`grant ${rights} on ${table} to current_user`));
}

/** While only these columns of a table can be read: the frame of the page works, the page does not. */
async function seeingOnly(columns: string, table: string, what: () => Promise<string>): Promise<string> {
  const run = (words: string) => app.services.db.execute(sql.raw(words));
  await run(`revoke select on ${table} from current_user`);
  await run(`grant select (${columns}) on ${table} to current_user`);
  return what().finally(async () => {
    await run(`revoke select (${columns}) on ${table} from current_user`);
    await run(`grant select on ${table} to current_user`);
  });
}

/** While the database has no room for rows of a table: it counts as unavailable. */
async function full(table: string, what: () => Promise<string>): Promise<string> {
  const run = (words: string) => app.services.db.execute(sql.raw(words));
  await run(`create or replace function no_room() returns trigger language plpgsql as
    $$ begin raise exception 'no room' using errcode = '53100'; end $$`);
  await run(
    `create trigger no_room before insert or update on ${table} for each row execute function no_room()`,
  );
  return what().finally(() => run(`drop trigger no_room on ${table}`));
}

const STORE = { ...STORE_FORM, category: "Food" };
const settings = (form: Record<string, string>) =>
  sent(support, "/admin/personal-settings", {
    name: "Test support",
    currentPassword: "",
    newPassword: "",
    confirmPassword: "",
    ...form,
  });
const login = (form: Record<string, string>) => sent(app.visitor(), "/admin/login", form);
const lock = (form: Record<string, string>) =>
  sent(boss, "/admin/site-lock", { intent: "activate", confirmPassword: form["password"] ?? "", ...form });
const PRODUCTS = "/store/dashboard/products";
const product = (query: string, form: Record<string, string>) =>
  sent(owner, `${PRODUCTS}?${query}`, { isActive: "on", ...form });
const addAda = () => {
  const form = { intent: "create", name: "Ada", email, password: "walnut-river-3", role: "support" };
  return sent(boss, "/admin/settings?add=1", form);
};
const contactForm = {
  name: "Bola",
  email: "bola@example.com",
  subject: "Complaint",
  message: "Where is it?",
};

async function deleteSupport(): Promise<{ id: string }> {
  await app.admin("support", email);
  const { rows } = await app.services.db.execute<{ id: string }>(
    sql`select m.id from admin_members m join profiles p on p.id = m.user_id where p.email = ${email}`,
  );
  return rows[0]!;
}

async function resetPath(): Promise<string> {
  await app.admin("support", email);
  app.clock.pass(61_000);
  await app.visitor().ask("/admin/login?forgot=1", { form: { intent: "forgot", email } });
  return linkFor(app, email, "reset-password");
}

/** Messages → how to provoke them. `{code}` and `{status}` are replaced by the booking's. */
const ROWS: [says: string[], provoke: () => Promise<string>][] = [
  [
    ["Email required", "Please enter your email address to continue."],
    () => sent(app.visitor(), "/login", { email: "" }),
  ],
  [
    ["Magic link sent!", "Check your email for the login link", "Check your email"],
    async () => {
      const who = app.visitor();
      return (await sent(who, "/login", { email })) + (await shown(who, "/login?sent=1"));
    },
  ],
  [
    ["Failed to send login link"],
    () => limited("linkPerBrowser", NO_COOKIE, () => sent(strict.visitor(), "/login", { email })),
  ],
  [
    ["Sign up successful!", "Check your email for the verification link"],
    () => sent(app.visitor(), "/signup", { firstName: "Ada", lastName: "Obi", email }),
  ],
  [
    ["Signup failed", "Failed to send verification link"],
    () => {
      const form = { firstName: "Ada", lastName: "Obi", email };
      return limited("linkPerBrowser", NO_COOKIE, () => sent(strict.visitor(), "/signup", form));
    },
  ],
  [
    [
      "Email already registered",
      "Please use a different email address or try logging in.",
      "This email is already registered. Please try logging in instead.",
    ],
    async () => {
      await app.customer(email);
      return sent(app.visitor(), "/signup", { firstName: "Ada", lastName: "Obi", email });
    },
  ],
  [
    ["This email is already registered."],
    async () => {
      await app.customer(email);
      // The check on leaving the field.
      const form = { intent: "check-email", email };
      return (await app.visitor().ask("/signup.data", { form })).text;
    },
  ],
  [
    ["Profile updated successfully!"],
    async () =>
      sent(await app.customer(email), "/profile?edit=1", {
        intent: "update",
        firstName: "Ada",
        phone: "0803 123 4567",
      }),
  ],
  [
    ["Failed to update profile"],
    async () => sent(await app.customer(email), "/profile?edit=1", { intent: "update", firstName: "" }),
  ],
  [
    ["You must be logged in to update your profile."],
    () => sent(app.visitor(), "/profile", { intent: "update", firstName: "Ada" }),
  ],
  [
    ["Failed to load user data. Please try again."],
    async () => {
      const ada = await app.customer(email);
      return without("referrals", () => shown(ada, "/profile"));
    },
  ],
  [
    ["Profile completed!"],
    async () => {
      const ada = app.visitor();
      await confirm(ada, await askForLink(app, ada, email));
      return sent(ada, "/complete-profile", { firstName: "Ada", lastName: "Obi", phone: "0803 123 4567" });
    },
  ],
  [
    ["Password too short", "Password must be at least 6 characters long."],
    async () => {
      const path = await resetPath();
      return sent(app.visitor(), path, { code: codeOf(path), password: "abc", confirmPassword: "abc" });
    },
  ],
  [
    ["Passwords don't match", "Please make sure your passwords match.", "Password updated"],
    async () => {
      const path = await resetPath();
      const form = { code: codeOf(path), password: "walnut-river-3", confirmPassword: "walnut" };
      const wrong = await sent(app.visitor(), path, form);
      return wrong + (await sent(app.visitor(), path, { ...form, confirmPassword: form.password }));
    },
  ],
  [
    ["Invalid or expired reset link", "Please request a new password reset link."],
    () => shown(app.visitor(), "/reset-password?code=nonsense"),
  ],
  [
    ["Failed to reset password"],
    async () => {
      const path = await resetPath();
      await app.services.limits.block("resetPerLink", codeOf(path), 60);
      const form = { code: codeOf(path), password: "walnut-river-3", confirmPassword: "walnut-river-3" };
      return sent(app.visitor(), path, form);
    },
  ],
  [
    ["Verifying your identity"],
    async () => shown(app.visitor(), await askForLink(app, app.visitor(), email)),
  ],
  [
    [
      "Authentication Error",
      "Authentication error",
      "No authentication code found in URL and no active session.",
    ],
    () => shown(app.visitor(), "/auth-callback"),
  ],
  [
    ["Message sent!", "We've received your message and will get back to you soon."],
    () => sent(app.visitor(), "/contact", contactForm),
  ],
  [
    ["Booking successful!", "Your booking reference is: {code}", "Open WhatsApp"],
    () => sent(app.visitor(), "/book", bookingForm(crypto.randomUUID())),
  ],
  [["Sign Up Now"], () => shown(app.visitor(), "/book")],
  [
    ["Not Available"],
    async () => {
      const ada = await app.customer(email);
      await app.services.db.update(profiles).set({ referralCode: null }).where(eq(profiles.email, email));
      return shown(ada, "/book");
    },
  ],
  [["Please enter a tracking code"], () => shown(app.visitor(), "/track?code=%20")],
  [
    ["Tracking failed", "Invalid tracking code or system error. Please try again."],
    () => shown(app.visitor(), "/track?code=OD00000000NG"),
  ],
  [["Please provide both email and password."], () => login({ email: "", password: "" })],
  [
    ["Login Failed", "Login failed. Please check your credentials and try again."],
    () => login({ email, password: "wrong-password" }),
  ],
  [
    ["Unauthorized access. Not an admin user."],
    async () => {
      const { id } = await deleteSupport();
      await app.services.db.execute(sql`delete from admin_members where id = ${id}`);
      return login({ email, password: "a-long-test-password" });
    },
  ],
  [
    ["Login Successful", "Welcome back to the admin panel."],
    async () => {
      await app.admin("support", email);
      return login({ email, password: "a-long-test-password" });
    },
  ],
  [
    ["Database error during admin verification."],
    () => full("rate_limits", () => login({ email, password: "a-long-test-password" })),
  ],
  [
    ["An error occurred during login. Please try again."],
    () => without("passwords", () => login({ email, password: "a-long-test-password" })),
  ],
  [
    ["Logout Failed"],
    async () => {
      const leaver = await app.admin("support", email);
      return full("activity_logs", () => sent(leaver, "/admin/logout", {}));
    },
  ],
  [
    ["Logout Successful", "You have been logged out successfully."],
    async () => sent(await app.admin("support", email), "/admin/logout", {}),
  ],
  [["Failed to load statistics."], () => without("counters", () => shown(boss, "/admin"), "select")],
  [["Failed to load dashboard data."], () => without("deliveries", () => shown(boss, "/admin"), "select")],
  [["No incomplete deliveries found"], async () => shown(await strict.admin("support"), "/admin")],
  [["No bookings found."], async () => shown(await strict.admin("support"), "/admin/bookings")],
  [["No customers found."], async () => shown(await strict.admin("support"), "/admin/customers")],
  [["No messages found."], async () => shown(await strict.admin("support"), "/admin/contacts?tab=read")],
  [["Failed to load bookings."], () => without("deliveries", () => shown(boss, "/admin/bookings"), "select")],
  [
    ["Failed to load customer data."],
    () => without("customer_summaries", () => shown(boss, "/admin/customers")),
  ],
  [
    ["Unknown", "N/A"],
    async () => {
      await app.services.db.insert(profiles).values({ email, referralCode: "UNKN22" });
      return shown(boss, `/admin/customers?q=${email}`);
    },
  ],
  [
    ["Failed to load contact submissions."],
    () => seeingOnly("id, is_read", "contact_messages", () => shown(boss, "/admin/contacts")),
  ],
  [
    ["Manage customer inquiries and messages", "Marked as Read", "Contact message marked as read."],
    async () => {
      await app.visitor().ask("/contact", { form: contactForm });
      const { rows } = await app.services.db.execute<{ id: string }>(
        sql`select id from contact_messages where not is_read limit 1`,
      );
      const form = { id: rows[0]!.id, intent: "read" };
      return (await shown(boss, "/admin/contacts")) + (await sent(boss, "/admin/contacts", form));
    },
  ],
  [
    ["Failed to update message status."],
    async () => sent(support, "/admin/contacts", { id: crypto.randomUUID(), intent: "read" }),
  ],
  [
    ["Status Updated", "Booking status changed to {status}"],
    async () => {
      const { id } = await bookOne(app);
      return sent(boss, "/admin/bookings", { id, version: "1", status: "in_transit" });
    },
  ],
  [
    ["Failed to update booking status."],
    async () => {
      const { id } = await bookOne(app);
      const form = { id, version: "1", status: "in_transit" };
      return without("delivery_events", () => sent(boss, "/admin/bookings", form));
    },
  ],
  [["Manage admin users and their permissions"], () => shown(boss, "/admin/settings")],
  [
    ["Failed to load admin users."],
    () => seeingOnly("id, user_id, admin_role", "admin_members", () => shown(boss, "/admin/settings")),
  ],
  [
    ["Access Restricted", "Only administrators can access this page."],
    () => shown(support, "/admin/settings"),
  ],
  [
    ["Access Denied", "Only administrators can access the activity logs."],
    () => shown(support, "/admin/activity-logs"),
  ],
  [["Admin Created"], () => addAda()],
  [
    ["Admin Updated", "Are you sure you want to delete this admin user?", "Admin Deleted"],
    async () => {
      const { id } = await deleteSupport();
      const form = { intent: "update", _id: id, name: "Ada O", role: "moderator", password: "" };
      const updated = await sent(boss, `/admin/settings?edit=${id}`, form);
      const asked = await shown(boss, `/admin/settings?delete=${id}`);
      return updated + asked + (await sent(boss, "/admin/settings", { intent: "delete", _id: id }));
    },
  ],
  [["An error occurred."], () => without("passwords", () => addAda())],
  [
    ["Failed to delete admin user."],
    async () => {
      const { id } = await deleteSupport();
      const form = { intent: "delete", _id: id };
      return full("activity_logs", () => sent(boss, `/admin/settings?delete=${id}`, form));
    },
  ],
  [
    ["Settings Updated"],
    () => settings({ name: `Test support ${count}`, currentPassword: "a-long-test-password" }),
  ],
  [
    ["Failed to update settings", "Email cannot be changed"],
    () =>
      without("passwords", () =>
        settings({ currentPassword: "x", newPassword: "walnut-river-3", confirmPassword: "walnut-river-3" }),
      ),
  ],
  [
    ["New password must be at least 6 characters long"],
    () => settings({ currentPassword: "x", newPassword: "abc", confirmPassword: "abc" }),
  ],
  [
    ["New passwords do not match"],
    () => settings({ currentPassword: "x", newPassword: "abcdef", confirmPassword: "abcdeg" }),
  ],
  [
    ["Current password is required to set a new password"],
    () => settings({ newPassword: "walnut-river-3", confirmPassword: "walnut-river-3" }),
  ],
  [["Not authenticated"], () => sent(app.visitor(), "/admin/personal-settings", { name: "Ada" })],
  [["Invalid date"], () => shown(boss, "/admin/activity-logs?from=nonsense")],
  [
    ["No activity logs found matching your criteria."],
    () => shown(boss, "/admin/activity-logs?from=2020-01-01&to=2020-01-02"),
  ],
  [
    ["Failed to load activity logs"],
    () => without("activity_logs", () => shown(boss, "/admin/activity-logs"), "select"),
  ],
  [
    ["Failed to apply filters"],
    () => without("activity_logs", () => shown(boss, "/admin/activity-logs?action=login"), "select"),
  ],
  [["Please enter a password"], () => lock({ password: "" })],
  [["Password must be at least 4 characters long"], () => lock({ password: "abc" })],
  [["Passwords do not match"], () => lock({ password: "abcd", confirmPassword: "abce" })],
  [
    ["An error occurred while updating the site lock. Please try again."],
    () => full("activity_logs", () => lock({ password: "open-sesame" })),
  ],
  [
    [
      "Site Lock Activated",
      "Site Access Required",
      "Please enter the password",
      "Incorrect password. Please try again.",
      "Site Lock Deactivated",
    ],
    async () => {
      const on = await lock({ password: "open-sesame" });
      const guest = app.visitor();
      const page = await shown(guest, "/about");
      const empty = await sent(guest, "/unlock", { password: "", next: "/" });
      const wrong = await sent(guest, "/unlock", { password: "wrong", next: "/" });
      return [on, page, empty, wrong, await sent(boss, "/admin/site-lock", { intent: "deactivate" })].join();
    },
  ],
  [
    ["Failed to initialize site lock configuration"],
    async () => {
      await app.services.db.delete(siteLockConfig);
      return without("site_lock_config", () => shown(boss, "/admin/site-lock"), "insert");
    },
  ],
  [
    ["Failed to load site lock configuration"],
    () => seeingOnly("id, is_active, generation", "site_lock_config", () => shown(boss, "/admin/site-lock")),
  ],
  [
    [
      "Store name must be at least 3 characters",
      "Please enter a valid email address",
      "Please enter a valid phone number",
      "Please enter your complete address",
      "Please provide a short description of your store",
    ],
    () =>
      sent(app.visitor(), "/store/signup", {
        storeName: "ab",
        email: "bad",
        phone: "12",
        address: "abc",
        description: "short",
        category: "Food",
      }),
  ],
  [["Verification email sent!"], () => sent(app.visitor(), "/store/signup", { ...STORE, email })],
  [
    ["Registration failed"],
    () =>
      limited("linkPerBrowser", NO_COOKIE, () =>
        sent(strict.visitor(), "/store/signup", { ...STORE, email }),
      ),
  ],
  [["Login link sent!"], () => sent(app.visitor(), "/store/login", { email })],
  [
    ["Login failed"],
    () => limited("linkPerBrowser", NO_COOKIE, () => sent(strict.visitor(), "/store/login", { email })),
  ],
  [["No stores found"], () => shown(app.visitor(), "/stores?q=nothing-of-the-kind")],
  [
    ["No products found", "Your selection is empty. Add products to get started."],
    async () => {
      const { rows } = await app.services.db.execute<{ slug: string }>(
        sql`select slug from partners limit 1`,
      );
      return shown(app.visitor(), `/stores/${rows[0]!.slug}?q=nothing-of-the-kind`);
    },
  ],
  [
    ["Logged out", "You have been signed out from your store dashboard."],
    async () => sent(await app.customer(email), "/store/logout", {}),
  ],
  [["No Partner Account Found"], async () => shown(await app.customer(email), "/store/dashboard")],
  [["No orders yet"], () => shown(owner, "/store/dashboard/orders")],
  [["No customers yet"], () => shown(owner, "/store/dashboard/customers")],
  [["Settings updated"], () => sent(owner, "/store/dashboard/settings", { ...STORE })],
  [
    ["Failed to fetch partners", "Please try again later"],
    () => without("partners", () => shown(owner, PRODUCTS)),
  ],
  [["Failed to fetch products"], () => without("products", () => shown(owner, PRODUCTS))],
  [
    ["Product added", "The product has been added successfully"],
    () => product("add=1", { intent: "add", name: "Rice", price: "100" }),
  ],
  [
    ["Missing information", "Product name and price are required"],
    () => product("add=1", { intent: "add", name: "", price: "" }),
  ],
  [
    ["Failed to add product"],
    () => without("products", () => product("add=1", { intent: "add", name: "Rice", price: "1" }), "insert"),
  ],
  [
    ["Failed to update product"],
    () => {
      const form = { intent: "edit", version: "1", name: "Rice", price: "1" };
      return without("products", () => product(`edit=${productId}`, form), "update");
    },
  ],
  [
    ["Product updated", "The product has been updated successfully"],
    () => product(`edit=${productId}`, { intent: "edit", version: "1", name: "Rice", price: "100" }),
  ],
  [
    ["Failed to delete product"],
    () => without("products", () => product(`delete=${productId}`, { intent: "delete" }), "delete"),
  ],
  [
    [
      "Are you sure you want to delete this product? This action cannot be undone.",
      "Product deleted",
      "The product has been deleted successfully",
    ],
    async () =>
      (await shown(owner, `${PRODUCTS}?delete=${productId}`)) +
      (await product(`delete=${productId}`, { intent: "delete" })),
  ],
  [["Oops! Page not found"], () => shown(app.visitor(), "/no/such/page")],
];

test.each(ROWS.map(([says, provoke]) => ({ says, provoke })))("[MSG-1] $says", async ({ says, provoke }) => {
  const seen = await provoke();
  for (const words of says) {
    const filled = words.replace("{code}", "OD").replace("{status}", "In Transit");
    expect(seen).toContain(filled);
  }
});

test("every message that a page or a toast shows has a row, and every row a message of the specification", () => {
  const listed = SPEC_MESSAGES.filter(({ proof }) => proof === "http").map(({ words }) => words);
  expect(new Set(ROWS.flatMap(([says]) => says))).toEqual(new Set(listed));
});
