/** Admin Management, Personal Settings and Activity Logs, by their forms over HTTP. */
import { expect, test } from "vitest";
import { openTestApp } from "../fixtures/app.ts";
import { hubMembers, hubs } from "../../app/platform/db/schema.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";

const app = await closedAfterAll(openTestApp());
const boss = await app.admin("super_admin", "boss@ona.test");

const idOf = async (email: string) => {
  const { text } = await boss.ask("/admin/settings");
  const row = text.split("<tr").find((part) => part.replaceAll("<wbr/>", "").includes(email))!;
  return /\?edit=([0-9a-f-]{36})/.exec(row)![1]!;
};

test("[STAFF-11] an admin user is made, changed and deleted, and is signed out at once", async () => {
  const form = {
    intent: "create",
    name: "Ngozi Eze",
    email: "ngozi@ona.test",
    password: "plum-tree-9",
    role: "moderator",
  };
  expect(await boss.ask("/admin/settings", { form })).toMatchObject({
    status: 302,
    toast: { title: "Admin Created" },
  });
  const ngozi = app.visitor();
  const signIn = () =>
    ngozi.ask("/admin/login", { form: { email: "ngozi@ona.test", password: "plum-tree-9" } });
  expect((await signIn()).status).toBe(302);
  const id = await idOf("ngozi@ona.test");

  const edit = { intent: "update", id, name: "Ngozi Eze", password: "", role: "support" };
  expect(await boss.ask("/admin/settings", { form: edit })).toMatchObject({
    status: 302,
    toast: { title: "Admin Updated" },
  });
  expect((await ngozi.ask("/admin/bookings")).location).toContain("/admin/login");
  expect((await signIn()).status).toBe(302);

  expect(await boss.ask("/admin/settings", { form: { intent: "delete", id } })).toMatchObject({
    toast: { title: "Admin Deleted" },
  });
  expect((await ngozi.ask("/admin/bookings")).location).toContain("/admin/login");
  expect((await signIn()).text).toContain("Unauthorized access. Not an admin user.");
});

test("the forms refuse with their reasons and keep what was typed, but for the password", async () => {
  const answer = await boss.ask("/admin/settings?add=1", {
    form: { intent: "create", name: " ", email: "nobody", password: "abc-d", role: "king" },
  });
  expect(answer.status).toBe(400);
  for (const words of [
    "Name is required",
    "Please enter a valid email address",
    "Password must be at least 6 characters long",
    "Choose a role",
  ]) {
    expect(answer.text).toContain(words);
  }
  expect(answer.text).toContain('value="nobody"');
  expect(answer.text).not.toContain("abc-d");
});

test("one's own row cannot be deleted or demoted", async () => {
  const id = await idOf("boss@ona.test");
  expect((await boss.ask("/admin/settings", { form: { intent: "delete", id } })).status).toBe(403);
  expect(
    (await boss.ask("/admin/settings", { form: { intent: "update", id, name: "Boss", role: "support" } }))
      .status,
  ).toBe(403);
  expect((await boss.ask(`/admin/settings?delete=${id}`)).text).toContain(
    "Are you sure you want to delete this admin user?",
  );
});

test("[STAFF-11] [HUB-3] roles of the road come with the first hub; a hub clerk needs one, and the list shows it", async () => {
  const { db } = app.services;
  const roles = async () => {
    const { text } = await boss.ask("/admin/settings?add=1");
    return [...text.matchAll(/<option value="([a-z_]+)"/g)].map(([, role]) => role);
  };
  expect(await roles()).toEqual(["super_admin", "moderator", "support"]);
  const place = { phone: "+2348031234567", address: "1 Allen Avenue", state: "Lagos" as const };
  const [ikeja, kano] = await db
    .insert(hubs)
    .values([
      { ...place, name: "Ikeja", code: "IKJ" },
      { ...place, name: "Kano", code: "KAN", state: "Kano" },
    ])
    .returning();
  expect(await roles()).toEqual(expect.arrayContaining(["dispatcher", "hub_clerk", "cashier"]));
  const form = { intent: "create", name: "Bisi", email: "bisi@ona.test", password: "plum-tree-9" };
  const make = (hub: string) => boss.ask("/admin/settings", { form: { ...form, role: "hub_clerk", hub } });
  const none = await make("");
  expect([none.status, none.text]).toEqual([
    400,
    expect.stringContaining("Choose the hub of this hub clerk"),
  ]);
  expect((await make("00000000-0000-4000-8000-000000000000")).text).toContain(
    "This hub is not there any more.",
  );
  expect((await make(ikeja!.id)).status).toBe(302);
  const hubOf = async () => (await db.select().from(hubMembers)).map(({ hubId }) => hubId);
  expect(await hubOf()).toEqual([ikeja!.id]);
  const list = (await boss.ask("/admin/settings")).text.split("<tr").find((row) => row.includes("bisi@"))!;
  expect(list).toContain("Hub Ikeja");

  const id = await idOf("bisi@ona.test");
  const edit = { intent: "update", id, name: "Bisi", password: "" };
  // A form without the field of the hub leaves the hub of the member unchanged.
  expect((await boss.ask("/admin/settings", { form: edit })).status).toBe(302);
  expect(await hubOf()).toEqual([ikeja!.id]);
  const change = (more: Record<string, string>) =>
    boss.ask("/admin/settings", { form: { ...edit, ...more } });
  expect((await change({ role: "hub_clerk", hub: "" })).status).toBe(400);
  expect((await change({ hub: "" })).status).toBe(400);
  expect((await change({ role: "hub_clerk", hub: kano!.id })).status).toBe(302);
  expect(await hubOf()).toEqual([kano!.id]);
  expect((await change({ role: "support", hub: "" })).status).toBe(302);
  expect(await hubOf()).toEqual([]);
  const log = (await boss.ask("/admin/activity-logs")).text;
  expect(log).toContain("hub Ikeja → Kano");
});

test("[STAFF-11] the form of a new admin user begins with the role that may least", async () => {
  const { text } = await boss.ask("/admin/settings?add=1");
  expect(text).toMatch(/<option value="support" selected=""/);
});

test("[STAFF-17] others see why and the way back, and it is logged", async () => {
  const support = await app.admin("support");
  const settings = await support.ask("/admin/settings");
  expect(settings.status).toBe(403);
  expect(settings.text).toContain("Access Restricted");
  expect(settings.text).toContain("Only administrators can access this page.");
  expect(settings.text).toMatch(/<a [^>]*href="\/admin"[^>]*>Back to the dashboard</);
  const logs = await support.ask("/admin/activity-logs");
  expect(logs.status).toBe(403);
  expect(logs.text).toContain("Access Denied");
  expect(logs.text).toContain("Only administrators can access the activity logs.");
  expect((await support.ask("/admin/activity-logs/export.csv")).status).toBe(403);
  expect((await boss.ask("/admin/activity-logs?action=refused")).text).toContain(
    "readTeam on /admin/settings",
  );
});

test("[STAFF-2] [STAFF-12] personal settings: messages, current password, other sessions", async () => {
  const email = "self@ona.test";
  const here = await app.admin("support", email);
  const there = app.visitor();
  await there.ask("/admin/login", { form: { email, password: "a-long-test-password" } });
  const save = (form: Record<string, string>) =>
    here.ask("/admin/personal-settings", { form: { name: "Self Help", ...form } });
  const cases: [Record<string, string>, string][] = [
    [{ name: "" }, "Name is required"],
    [
      { currentPassword: "x", newPassword: "abc", confirmPassword: "abc" },
      "New password must be at least 6 characters long",
    ],
    [
      { currentPassword: "x", newPassword: "plum-tree-8", confirmPassword: "plum-tree-7" },
      "New passwords do not match",
    ],
    [
      { newPassword: "plum-tree-8", confirmPassword: "plum-tree-8" },
      "Current password is required to set a new password",
    ],
    [
      { currentPassword: "wrong", newPassword: "abcdefg-1", confirmPassword: "abcdefg-1" },
      "Current password is incorrect",
    ],
  ];
  for (const [form, message] of cases) {
    const answer = await save(form);
    expect([answer.status, answer.text.includes(message)], message).toEqual([400, true]);
  }
  const right = await save({
    currentPassword: "a-long-test-password",
    newPassword: "abcdefg-1",
    confirmPassword: "abcdefg-1",
  });
  expect(right).toMatchObject({ status: 302, toast: { title: "Settings Updated" } });
  const page = await here.ask("/admin/personal-settings");
  expect(page.text).toContain('value="Self Help"');
  expect((await there.ask("/admin/bookings")).location).toContain("/admin/login");
  const log = (await boss.ask("/admin/activity-logs/export.csv")).text;
  expect(log).toContain(",password_change,");
  expect(log).toContain(",profile_change,");
  expect(log).not.toContain("abcdefg-1");
});

test("[STAFF-13] the log is filtered by the URL and says what it cannot read", async () => {
  expect((await boss.ask("/admin/activity-logs?from=2026-13-40")).text).toContain("Invalid date");
  const none = await boss.ask("/admin/activity-logs?from=2001-01-01&to=2001-01-02");
  expect(none.text).toContain("No activity logs found matching your criteria.");
  const page = await boss.ask("/admin/activity-logs");
  expect(page.text).toContain('value="2026-11-14"');
  expect(page.text).toContain('value="2026-11-21"');
  expect(page.text).toContain("Nov 21, 2026 • 11:00 AM");
});

test("an exported cell is no formula", async () => {
  await boss.ask("/admin/personal-settings", { form: { name: "=HYPERLINK(1)" } });
  await boss.ask("/admin/activity-logs/export.csv");
  const { text } = await boss.ask("/admin/activity-logs/export.csv");
  expect(text).toContain(",'=HYPERLINK(1),");
  expect(text).not.toContain(",=HYPERLINK");
});
