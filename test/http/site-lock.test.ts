/** The site lock: the pages that it closes, the pages that stay open, and unlocking in one browser. */
import { beforeEach, describe, expect, test } from "vitest";
import { liftLock } from "../../app/company/site-lock/site-lock.server.ts";
import { UNLOCKS_PER_BROWSER } from "../../app/company/site-lock/unlock-limits.server.ts";
import { openTestApp, type Visitor } from "../fixtures/app.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";

const app = await closedAfterAll(openTestApp({ securityContact: "mailto:security@ona.test" }));
const boss = await app.admin("super_admin");

const PASSWORD = "open-sesame";
const lock = (password = PASSWORD) =>
  boss.ask("/admin/site-lock", { form: { intent: "activate", password, confirmPassword: password } });
const unlock = (visitor: Visitor, password: string, next = "/about") =>
  visitor.ask("/unlock", { form: { password, next } });

async function open() {
  await liftLock(app.services.db, {}, app.clock.now());
  await app.services.limits.clear(UNLOCKS_PER_BROWSER, "127.0.0.1 -");
  // The site lock is lifted in the database, as by another process. This process sees the change only after the
  // database's notification.
  for (let tries = 0; (await app.visitor().ask("/about")).status !== 200 && tries < 100; tries++)
    await new Promise((done) => setTimeout(done, 20));
}
beforeEach(open);

const CLOSED = [
  "/",
  "/about",
  "/book",
  "/booking",
  "/track?code=OD12345678NG",
  "/mailbox",
  "/mailbox.json",
  "/robots.txt",
  "/sitemap.xml",
  "/live/track?code=OD12345678NG",
  "/live/admin",
  "/admin",
  "/admin/bookings",
  "/admin/settings",
  "/admin/activity-logs/export.csv",
  "/no/such/page",
  "/admin/login/x",
  "/ADMIN/LOGIN",
  "/pictures/x.webp",
  "/stores",
];

async function expectLocked() {
  expect(await lock()).toMatchObject({ status: 302, toast: { title: "Site Lock Activated" } });
}

describe("while it is locked", () => {
  beforeEach(expectLocked);

  test.each(CLOSED)("[LOCK-1] %s answers 423 with the lock screen and nothing else", async (path) => {
    for (const visitor of [app.visitor(), boss]) {
      const answer = await visitor.ask(path);
      expect(answer.status).toBe(423);
      expect(answer.text).toContain("Site Access Required");
      expect(answer.text).toContain("Unlock Site");
      expect(answer.text).not.toMatch(/loaderData|__reactRouter|argon2/);
      // The only script on the page asks repeatedly if the site is open again.
      expect(answer.text.match(/<script[^>]*>/g)).toEqual(['<script src="/lock-screen.js" defer="">']);
    }
  });

  test.each([
    "/_root.data",
    "/about.data",
    "/track.data?code=OD12345678NG",
    "/admin/bookings.data",
    "/admin/bookings.data?_routes=bookings%2Fadmin-bookings.route",
  ])("data of %s is locked", async (path) => {
    expect(await boss.ask(path)).toMatchObject({ status: 423, text: "locked" });
  });

  test("an open page that asks about the lock is answered in one word; unlocked or open it may stay", async () => {
    const guest = app.visitor();
    expect(await guest.ask("/live/lock")).toMatchObject({ status: 423, text: "locked" });
    expect((await guest.ask("/lock-screen.js")).status).toBe(200);
    await unlock(guest, PASSWORD);
    expect(await guest.ask("/live/lock")).toMatchObject({ status: 204, text: "" });
    await boss.ask("/admin/site-lock", { form: { intent: "deactivate" } });
    expect((await app.visitor().ask("/live/lock")).status).toBe(204);
  });

  test("forms are locked: nothing is booked", async () => {
    expect((await app.visitor().ask("/book", { form: { senderName: "Ada" } })).status).toBe(423);
    expect((await app.visitor().ask("/book.data", { form: { senderName: "Ada" } })).status).toBe(423);
  });

  test("[RUN-19] security.txt names the address of SECURITY_CONTACT, and is unknown without one", async () => {
    const path = "/.well-known/security.txt";
    const { status, headers, text } = await app.visitor().ask(path);
    expect(status).toBe(200);
    expect(headers.get("Content-Type")).toMatch(/^text\/plain; charset=utf-8$/i);
    expect(text.split("\n")).toEqual([
      "Contact: mailto:security@ona.test",
      "Expires: 2027-05-20T10:00:00.000Z",
      "Preferred-Languages: en",
      `Canonical: http://localhost:3000${path}`,
      "",
    ]);
    const without = await openTestApp();
    expect((await without.visitor().ask(path)).status).toBe(404);
    await without.close();
  });

  test("[LOCK-1] the admin sign-in, health and static files stay open, and a super admin reaches the lock", async () => {
    const guest = app.visitor();
    for (const path of ["/admin/login", "/admin/login.data", "/healthz", "/readyz", "/favicon.svg"]) {
      expect((await guest.ask(path)).status, path).toBe(200);
    }
    expect((await boss.ask("/admin/site-lock")).status).toBe(200);
    expect((await boss.ask("/admin/site-lock.data")).status).toBe(200);
    expect((await guest.ask("/admin/site-lock")).status).toBe(423);
    const support = await app.admin("support");
    expect((await support.ask("/admin/site-lock")).status).toBe(423);
  });
});

describe("the password of the lock", () => {
  beforeEach(expectLocked);

  test("[LOCK-3] the password opens it for this browser, until the lock changes", async () => {
    const guest = app.visitor();
    expect((await unlock(guest, "")).text).toContain("Please enter the password");
    const wrong = await unlock(guest, "wrong");
    expect(wrong.status).toBe(423);
    expect(wrong.text).toContain("Incorrect password. Please try again.");
    expect(wrong.text).not.toContain('value="wrong"');
    const right = await unlock(guest, PASSWORD);
    expect(right).toMatchObject({ status: 302, location: "/about" });
    const unlocked = right.headers.getSetCookie().find((cookie) => cookie.startsWith("unlocked="));
    expect(unlocked).toMatch(/^unlocked=[^;]+;(?!.*max-age).*HttpOnly/i);
    expect((await guest.ask("/about")).status).toBe(200);

    await boss.ask("/admin/site-lock", { form: { intent: "deactivate" } });
    expect((await app.visitor().ask("/about")).status).toBe(200);
    await lock();
    expect((await guest.ask("/about")).status).toBe(423);
  });

  test("no unlock leads off the site", async () => {
    expect((await unlock(app.visitor(), PASSWORD, "//evil.example")).location).toBe("/");
  });

  test("after five wrong passwords an address is blocked, with the right one too", async () => {
    const guest = app.visitor();
    const answers = await Promise.all(Array.from({ length: 20 }, () => unlock(guest, "wrong")));
    expect(answers.filter(({ status }) => status === 423)).toHaveLength(5);
    const late = await unlock(guest, PASSWORD);
    expect(late.status).toBe(429);
    expect(Number(late.headers.get("Retry-After"))).toBeGreaterThan(0);
  });

  test("a forged cookie opens nothing", async () => {
    const guest = app.visitor();
    guest.cookies.set("unlocked", encodeURIComponent(Buffer.from('"anything"').toString("base64")));
    expect((await guest.ask("/about")).status).toBe(423);
  });

  test("locking it again says so and changes nothing", async () => {
    expect((await lock("another-password")).status).toBe(409);
    expect((await unlock(app.visitor(), PASSWORD)).status).toBe(302);
  });
});

test("[LOCK-2] only a super admin changes the lock; the others see its state and why", async () => {
  const moderator = await app.admin("moderator");
  const page = await moderator.ask("/admin/site-lock");
  expect(page.text).toContain("The site is open");
  expect(page.text).toContain("You can view but not change. Ask a super admin.");
  const answer = await moderator.ask("/admin/site-lock", {
    form: { intent: "activate", password: "abcd", confirmPassword: "abcd" },
  });
  expect(answer.status).toBe(403);
  expect((await app.visitor().ask("/about")).status).toBe(200);
  await lock();
  expect((await moderator.ask("/admin/site-lock")).status).toBe(423);
  expect((await boss.ask("/admin/site-lock")).status).toBe(200);
});

test.each([
  [{ password: "", confirmPassword: "" }, "Please enter a password"],
  [{ password: "abc", confirmPassword: "abc" }, "Password must be at least 4 characters long"],
  [{ password: "abcd", confirmPassword: "abce" }, "Passwords do not match"],
])("%o → %s", async (form, message) => {
  const answer = await boss.ask("/admin/site-lock", { form: { intent: "activate", ...form } });
  expect(answer.status).toBe(400);
  expect(answer.text).toContain(message);
});
