/** MSG-1: the messages to staff; see test/fixtures/messages.ts. */
import { sql } from "drizzle-orm";
import { profiles, siteLockConfig } from "../../app/platform/db/schema.ts";
import { bookOne } from "../fixtures/bookings.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { openForMessages, sent, shown, testMessages } from "../fixtures/messages.ts";

const { app, strict, without, seeingOnly, full } = await closedAfterAll(openForMessages());
const boss = await app.admin("super_admin");
const support = await app.admin("support");

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
const addAda = (email: string) => {
  const form = { intent: "create", name: "Ada", email, password: "walnut-river-3", role: "support" };
  return sent(boss, "/admin/settings?add=1", form);
};
const contactForm = {
  name: "Bola",
  email: "bola@example.com",
  subject: "Complaint",
  message: "Where is it?",
};

async function deleteSupport(email: string): Promise<{ id: string }> {
  await app.admin("support", email);
  const { rows } = await app.services.db.execute<{ id: string }>(
    sql`select m.id from admin_members m join profiles p on p.id = m.user_id where p.email = ${email}`,
  );
  return rows[0]!;
}

testMessages("office", [
  [["Please provide both email and password."], () => login({ email: "", password: "" })],
  [
    ["Login Failed", "Login failed. Please check your credentials and try again."],
    (email) => login({ email, password: "wrong-password" }),
  ],
  [
    ["Unauthorized access. Not an admin user."],
    async (email) => {
      const { id } = await deleteSupport(email);
      await app.services.db.execute(sql`delete from admin_members where id = ${id}`);
      return login({ email, password: "a-long-test-password" });
    },
  ],
  [
    ["Login Successful", "Welcome back to the admin panel."],
    async (email) => {
      await app.admin("support", email);
      return login({ email, password: "a-long-test-password" });
    },
  ],
  [
    ["Database error during admin verification."],
    (email) => full("rate_limits", () => login({ email, password: "a-long-test-password" })),
  ],
  [
    ["An error occurred during login. Please try again."],
    (email) => without("passwords", () => login({ email, password: "a-long-test-password" })),
  ],
  [
    ["Logout Failed"],
    async (email) => {
      const leaver = await app.admin("support", email);
      return full("activity_logs", () => sent(leaver, "/admin/logout", {}));
    },
  ],
  [
    ["Logout Successful", "You have been logged out successfully."],
    async (email) => sent(await app.admin("support", email), "/admin/logout", {}),
  ],
  [["Failed to load statistics."], () => without("counters", () => shown(boss, "/admin"), "select")],
  [["Failed to load dashboard data."], () => without("bookings", () => shown(boss, "/admin"), "select")],
  [["No incomplete deliveries found"], async () => shown(await strict.admin("support"), "/admin")],
  [["No bookings found."], async () => shown(await strict.admin("support"), "/admin/bookings")],
  [["No customers found."], async () => shown(await strict.admin("support"), "/admin/customers")],
  [["No messages found."], async () => shown(await strict.admin("support"), "/admin/contacts?tab=read")],
  [["Failed to load bookings."], () => without("bookings", () => shown(boss, "/admin/bookings"), "select")],
  [
    ["Failed to load customer data."],
    () => without("customer_summaries", () => shown(boss, "/admin/customers")),
  ],
  [
    ["Unknown", "N/A"],
    async (email) => {
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
      return without("booking_events", () => sent(boss, "/admin/bookings", form));
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
  [["Admin Created"], (email) => addAda(email)],
  [
    ["Admin Updated", "Are you sure you want to delete this admin user?", "Admin Deleted"],
    async (email) => {
      const { id } = await deleteSupport(email);
      const form = { intent: "update", id, name: "Ada O", role: "moderator", password: "" };
      const updated = await sent(boss, `/admin/settings?edit=${id}`, form);
      const asked = await shown(boss, `/admin/settings?delete=${id}`);
      return updated + asked + (await sent(boss, "/admin/settings", { intent: "delete", id }));
    },
  ],
  [["An error occurred."], (email) => without("passwords", () => addAda(email))],
  [
    ["Failed to delete admin user."],
    async (email) => {
      const { id } = await deleteSupport(email);
      const form = { intent: "delete", id };
      return full("activity_logs", () => sent(boss, `/admin/settings?delete=${id}`, form));
    },
  ],
  [
    ["Settings Updated"],
    () => settings({ name: `Test support ${crypto.randomUUID()}`, currentPassword: "a-long-test-password" }),
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
]);
