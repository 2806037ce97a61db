/** STAFF-3: a forgotten staff password over HTTP: security criteria 4 to 6. */
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { mails } from "../../app/platform/db/schema.ts";
import { openTestApp } from "../fixtures/app.ts";
import { codeOf, linkFor } from "../fixtures/people.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { emailBeforeEach } from "../fixtures/email-before-each.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));

let email: string;
emailBeforeEach(app, (next) => (email = next));

describe("a forgotten staff password", () => {
  const ask = async (address: string) => {
    app.clock.pass(61_000);
    return app.visitor().ask("/admin/login?forgot=1", { form: { intent: "forgot", email: address } });
  };

  test("[STAFF-3] is answered alike for everybody; only staff get a mail", async () => {
    await app.admin("moderator", email);
    await app.customer(`customer-${email}`);
    const answers = [await ask(`customer-${email}`), await ask(`nobody-${email}`), await ask(email)];
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 302, location: "/admin/login?forgot=sent" });
    await linkFor(app, email, "reset-password");
    expect(
      await app.services.db
        .select()
        .from(mails)
        .where(eq(mails.toAddress, `customer-${email}`)),
    ).toEqual([]);
  });

  test("[STAFF-3] is replaced once, by a good one, and every session ends", async () => {
    const moderator = await app.admin("moderator", email);
    await ask(email);
    const path = await linkFor(app, email, "reset-password");
    const visitor = app.visitor();
    expect((await visitor.ask(path)).text).toContain("Reset Password");
    expect((await visitor.ask(path.replace("reset-password", "auth-callback"))).location).toBe(path);
    const reset = (password: string, confirmPassword = password) =>
      visitor.ask(path, { form: { code: codeOf(path), password, confirmPassword } });
    for (const [answer, ...words] of [
      [await reset("abc"), "Password too short", "Password must be at least 6 characters long."],
      [await reset("a good long one", "another"), "Passwords don", "Please make sure your passwords match."],
      [await reset("Football"), "Too many people use this password."],
    ] as const) {
      expect(answer.status).toBe(400);
      for (const text of words) expect(answer.text).toContain(text);
    }
    expect((await moderator.ask("/admin/bookings")).status).toBe(200);
    const answers = await Promise.all(Array.from({ length: 5 }, () => reset("a good long one")));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([302, 400, 400, 400, 400]);
    const done = answers.find(({ status }) => status === 302)!;
    expect(done).toMatchObject({
      location: "/reset-password?done=staff",
      toast: { title: "Password updated" },
    });
    expect((await visitor.ask(done.location!)).text).toContain('content="3; url=/admin/login"');
    expect((await moderator.ask("/admin/bookings")).location).toMatch(/^\/admin\/login/);
    const signIn = await visitor.ask("/admin/login", { form: { email, password: "a good long one" } });
    expect(signIn.location).toBe("/admin");
    const invalid = await app.visitor().ask(path);
    for (const text of [
      "Invalid or expired reset link",
      "Please request a new password reset link.",
      "3; url=/login",
    ])
      expect(invalid.text).toContain(text);
  });
});
