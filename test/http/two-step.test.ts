/** Two-step sign-in by its pages and forms, as a browser without JavaScript uses them. */
import { expect, test } from "vitest";
import { openTestApp, type Answer, type Visitor } from "../fixtures/app.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { linkFor } from "../fixtures/people.ts";
import { codeAt } from "../../app/people/two-step/codes.server.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));
const { clock } = app;
const boss = await app.admin("super_admin", "boss@ona.test");
const PASSWORD = "a-long-test-password";
const secretIn = (text: string) =>
  /<span class="font-mono font-semibold">([A-Z2-7 ]+)<\/span>/.exec(text)![1]!.replaceAll(" ", "");
const recoveryIn = (text: string) => text.match(/[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}(?=<\/li>)/g);
const STEP = "/admin/login/two-step";
const OWN = "/admin/personal-settings/two-step";

const signIn = (who: Visitor, email: string, password = PASSWORD, next = "") =>
  who.ask(`/admin/login${next}`, { form: { email, password } });
const here = (answer: Answer) => answer.location ?? "";

test("[STAFF-33] a super admin sets it up in Personal Settings, and asks everybody; a cashier then sets it up first", async () => {
  expect(
    (await boss.ask("/admin/settings", { form: { intent: "ask-two-step", asked: "all" } })).text,
  ).toContain("Set up two-step sign-in for yourself first");
  expect((await boss.ask("/admin")).text).toContain("A password alone opens everything");
  expect((await boss.ask("/admin/personal-settings")).text).toContain(OWN);
  const page = await boss.ask(OWN);
  const recovery = recoveryIn(page.text)!;
  expect(recovery).toHaveLength(10);
  expect(page.headers.get("Cache-Control")).toBe("no-store");
  expect(recoveryIn((await boss.ask(OWN)).text)).toEqual(recovery);
  const secret = secretIn(page.text);
  const wrong = await boss.ask(OWN, { form: { intent: "set-up", code: "000000" } });
  expect([wrong.status, wrong.text.includes("not the code that the app shows now")]).toEqual([400, true]);
  expect(secretIn(wrong.text)).toBe(secret);
  const set = await boss.ask(OWN, { form: { intent: "set-up", code: codeAt(secret, clock.now()) } });
  expect(set).toMatchObject({ status: 302, toast: { title: "Two-step sign-in is on" } });
  const on = await boss.ask(OWN);
  expect(on.text).toContain("10 of 10 are left");
  expect([recoveryIn(on.text), on.text.includes(secret)]).toEqual([null, false]);
  expect((await boss.ask("/admin")).text).toContain("1 of 1 super admins sign in with a code");

  const cashier = await app.admin("cashier");
  const asked = await boss.ask("/admin/settings", { form: { intent: "ask-two-step", asked: "all" } });
  expect(asked).toMatchObject({ status: 302, toast: { title: "Two-step sign-in saved" } });
  expect(here(await cashier.ask("/admin/payments"))).toContain("/admin/login");
  const login = await signIn(cashier, "cashier@ona.test", PASSWORD, "?next=/admin/cash");
  expect(here(login)).toBe(`${STEP}?next=%2Fadmin%2Fcash`);
  for (const path of ["/admin", "/admin/cash", "/admin.data", OWN])
    expect((await cashier.ask(path)).location ?? (await cashier.ask(path)).text, path).toContain(
      "/admin/login",
    );
  const setUp = await cashier.ask(here(login));
  expect(recoveryIn(setUp.text)).toHaveLength(10);
  const code = codeAt(secretIn(setUp.text), clock.now());
  const done = await cashier.ask(here(login), { form: { intent: "set-up", code } });
  expect([done.status, here(done)]).toEqual([302, "/admin/cash"]);
  expect((await cashier.ask("/admin/cash")).status).toBe(200);
});

test("[STAFF-33] the code follows the password; a recovery code replaces it; each signs in once", async () => {
  const who = app.visitor();
  const login = await signIn(who, "boss@ona.test");
  expect(here(login)).toBe(`${STEP}?next=%2Fadmin`);
  const page = await who.ask(STEP);
  expect(page.text).toContain("Code from the app");
  // A person who has already set up two-step sign-in sees no new secret here, and cannot set it up again.
  expect(recoveryIn(page.text)).toBeNull();
  expect((await who.ask(STEP, { form: { intent: "set-up", code: "123456" } })).status).toBe(409);
  const wrong = await who.ask(STEP, { form: { code: "12 34" } });
  expect([wrong.status, wrong.text.includes("This code is wrong")]).toEqual([400, true]);
  expect((await who.ask(`${STEP}?recovery=1`)).text).toContain("Recovery code");
  const renewed = await boss.ask(OWN, { form: { intent: "renew", code: "000000" } });
  expect(renewed.text).toContain("This code is wrong");
  // In another browser no sign-in is waiting for its second step.
  expect(here(await app.visitor().ask(STEP))).toContain("/admin/login");
  const stranger = await app.visitor().ask(STEP, { form: { code: "123456" } });
  expect(stranger).toMatchObject({
    status: 302,
    toast: { title: expect.stringContaining("Sign in again") as string },
  });
});

test("[STAFF-33] a reset by a super admin lets the person set it up anew; the log says so", async () => {
  const cashier = app.visitor();
  const settings = await boss.ask("/admin/settings");
  const id = /\?reset=([0-9a-f-]{36})/.exec(settings.text)![1]!;
  const reset = await boss.ask(`/admin/settings?reset=${id}`);
  expect(reset.text).toContain("Reset Two-Step Sign-In");
  expect(await boss.ask("/admin/settings", { form: { intent: "reset-two-step", id } })).toMatchObject({
    toast: { title: "Two-step sign-in reset" },
  });
  expect((await boss.ask("/admin/activity-logs")).text).toContain(
    "Reset the two-step sign-in of cashier@ona.test",
  );
  await signIn(cashier, "cashier@ona.test");
  expect((await cashier.ask(STEP)).text).toContain("Set up two-step sign-in");
});

test("[STAFF-33] a reset link sets the password and leaves the second step", async () => {
  const who = app.visitor();
  await who.ask("/admin/login?forgot=1", { form: { intent: "forgot", email: "boss@ona.test" } });
  const path = await linkFor(app, "boss@ona.test", "reset-password");
  const form = {
    code: new URL(path, "http://x").searchParams.get("code")!,
    password: "another good one",
    confirmPassword: "another good one",
  };
  expect((await who.ask(path, { form })).status).toBe(302);
  expect(here(await signIn(who, "boss@ona.test", "another good one"))).toContain(STEP);
});
