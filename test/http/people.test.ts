/** Signing in by link over HTTP, without JavaScript: security criteria 1 to 5 and 7. */
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { stores, sessions } from "../../app/platform/db/schema.ts";
import { openTestApp, type Visitor } from "../fixtures/app.ts";
import { workOf } from "../fixtures/work.ts";
import { askForLink, confirm, linkFor, personOf, signIn } from "../fixtures/people.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { emailBeforeEach } from "../fixtures/email-before-each.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));

let email: string;
emailBeforeEach(app, (next) => (email = next));

describe("a link", () => {
  test("[LINK-12] is asked for at /login, and its page says where to look", async () => {
    const ada = app.visitor();
    const key = await ada.keyOf("/login");
    const answer = await ada.ask("/login", { form: { idempotencyKey: key, email } });
    expect(answer.toast).toMatchObject({
      title: "Magic link sent!",
      text: "Check your email for the login link",
    });
    const sent = await ada.ask("/login?sent=1");
    for (const words of ["Check your email", email, "24 hours", "Try again", "/mailbox"])
      expect(sent.text).toContain(words);
    expect((await app.visitor().ask("/login?sent=1")).text).not.toContain(email);
  });

  test("[LINK-3] survives ten visits of a mail scanner; the person's own browser confirms it without a press", async () => {
    const ada = app.visitor();
    const path = await askForLink(app, ada, email);
    const scanner = app.visitor();
    for (let n = 0; n < 10; n++) {
      const visit = await scanner.ask(path, { method: n % 2 ? "HEAD" : "GET" });
      expect(visit.status).toBe(200);
      expect([...scanner.cookies.keys()].join()).not.toContain("session");
    }
    const own = await ada.ask(path);
    expect(own.text).toContain("Verifying your identity");
    expect(own.text).toContain("Signing you in.");
    expect((await confirm(ada, path)).location).toBe("/complete-profile");
    expect((await ada.ask("/profile")).status).toBe(200);
  });

  test("[LINK-4] opened in another browser names the account and asks for a click", async () => {
    const path = await askForLink(app, app.visitor(), email);
    const other = app.visitor();
    const visit = await other.ask(path);
    expect(visit.text).toContain(email);
    expect(visit.text).toContain("Continue only if this is your account.");
    expect(visit.text).not.toContain("One moment");
    expect((await confirm(other, path)).location).toBe("/complete-profile");
  });

  test("confirmed fifty times at once signs in once; opened again it says so and leads to /login", async () => {
    const path = await askForLink(app, app.visitor(), email);
    const answers = await Promise.all(Array.from({ length: 50 }, () => confirm(app.visitor(), path)));
    expect(answers.filter(({ status }) => status === 302)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(49);
    const { id } = (await personOf(app, email))!;
    expect(await app.services.db.select().from(sessions).where(eq(sessions.userId, id))).toHaveLength(1);
    const again = await app.visitor().ask(path);
    expect(again.status).toBe(400);
    expect(again.text).toContain("Authentication Error");
    expect(again.text).toContain('content="3; url=/login"');
  });
});

describe("a link that does not sign in", () => {
  test.each([
    ["over 24 hours old", async () => app.clock.pass(24 * 3600_000)],
    ["ended by a newer one", async (ada: Visitor) => void (await askForLink(app, ada, email))],
    [
      "of a browser without cookies, ended by a newer link from there",
      async () => {
        app.clock.pass(61_000);
        await app.visitor().ask("/login", { form: { email } });
        const before = await linkFor(app, email);
        app.clock.pass(61_000);
        await app.visitor().ask("/login", { form: { email } });
        await linkFor(app, email);
        return before;
      },
    ],
    ["ended by the use of one that another browser asked for", async () => void (await signIn(app, email))],
  ])("%s does nothing", async (_name, age) => {
    const ada = app.visitor();
    const first = await askForLink(app, ada, email);
    const path = (await age(ada)) ?? first;
    expect((await ada.ask(path)).text).toContain("Authentication Error");
    expect((await confirm(ada, path)).status).toBe(400);
  });

  test("[LINK-10] without a code: to the profile with a session, else the error of LINK-10", async () => {
    const nobody = await app.visitor().ask("/auth-callback");
    expect(nobody.text).toContain("No authentication code found in URL and no active session.");
    expect((await (await app.customer(email)).ask("/auth-callback")).location).toBe("/profile");
  });
});

describe("a link and where it leads", () => {
  test("of a store registration, opened by somebody else's session, registers for the address it was sent to", async () => {
    const store = {
      storeName: "Mama Put",
      email,
      phone: "08031234567",
      address: "4 Allen Avenue, Ikeja, Lagos",
      description: "Rice and stew, every day",
      category: "Food",
    };
    expect((await app.visitor().ask("/store/signup", { form: store })).location).toBe("/store/signup?sent=1");
    const path = await linkFor(app, email);
    const customer = await app.customer(`other-${email}`);
    expect((await customer.ask(path)).text).toContain(`other-${email}`);
    expect((await confirm(customer, path)).location).toBe("/store/dashboard");
    const { id } = (await personOf(app, email))!;
    const owned = await app.services.db.select().from(stores).where(eq(stores.email, email));
    expect(owned.map((store) => store.userId)).toEqual([id]);
    expect((await confirm(customer, path)).status).toBe(400);
    expect(await app.services.db.select().from(stores).where(eq(stores.email, email))).toHaveLength(1);
  });

  test("[LINK-9] leads to our own origin, whatever Host or next say", async () => {
    const ada = app.visitor();
    const key = await ada.keyOf("/login");
    const headers = { Host: "evil.example", "X-Forwarded-Host": "evil.example" };
    await ada.ask("/login", { form: { idempotencyKey: key, email, next: "//evil.example" }, headers });
    const path = await linkFor(app, email);
    expect((await confirm(ada, path)).location).toBe("/complete-profile");
    const back = await askForLink(app, app.visitor(), email, "/book");
    expect((await confirm(app.visitor(), back)).location).toBe("/complete-profile?next=%2Fbook");
  });

  test("[LINK-8] brings Secure, __Host- cookies over HTTPS", async () => {
    const secure = await openTestApp({ origin: "https://ona.example" });
    const ada = secure.visitor();
    await ada.ask("/login");
    expect([...ada.cookies.keys()]).toEqual(["__Host-browser"]);
    await secure.close();
  });
});

test("[LINK-1] a known and an unknown address get the same answer, by the same work", async () => {
  await app.customer(email);
  const shape = async (address: string) => {
    app.clock.pass(61_000);
    const visitor = app.visitor();
    const { result, work } = await workOf(() => visitor.ask("/login", { form: { email: address } }));
    const headers = [...result.headers]
      .map(([name, value]) => (/cookie|security-policy/.test(name) ? name : `${name}: ${value}`))
      .sort();
    // The commit starts the job that sends the mail, so statements after the commit are not part of the measured
    // response.
    const answered = work.slice(0, work.indexOf("commit") + 1);
    return { status: result.status, headers, text: result.text, work: answered };
  };
  const known = await shape(email);
  expect(known.work.some((text) => text.includes('insert into "email_links"'))).toBe(true);
  expect(await shape(`unknown-${email}`)).toEqual(known);
});

test("a wrong password takes the same work for an address with and without an account", async () => {
  await app.admin("support", email);
  const tried = async (address: string) => {
    const form = { email: address, password: "not-this-password" };
    const { result, work } = await workOf(() => app.visitor().ask("/admin/login", { form }));
    expect(result.status).toBe(401);
    return work;
  };
  const known = await tried(email);
  expect(known.filter((what) => what === "argon2")).toHaveLength(1);
  expect(await tried(`unknown-${email}`)).toEqual(known);
});
