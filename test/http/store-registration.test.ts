import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { stores } from "../../app/platform/db/schema.ts";
import { openTestApp } from "../fixtures/app.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { confirm, linkFor, mailOf } from "../fixtures/people.ts";
import { STORE_FORM, STORE_FORM_ERRORS } from "../fixtures/store-form.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));

const STORE = { ...STORE_FORM, email: "ngozi@example.com", category: "Food" };

describe("registering a store", () => {
  test("[OWNER-1] signed out: the link makes it, once, on another device too", async () => {
    const guest = app.visitor();
    const key = await guest.keyOf("/store/signup");
    const bad = await guest.ask("/store/signup", {
      form: {
        ...STORE,
        storeName: "ab",
        email: "x",
        phone: "12",
        address: "",
        description: "short",
        idempotencyKey: key,
      },
    });
    expect(bad.status).toBe(400);
    for (const message of STORE_FORM_ERRORS) expect(bad.text).toContain(message);
    // With JavaScript the form has the intent 'stay', which asks for a response on the same page. A guest is redirected
    // all the same.
    const form = { ...STORE, idempotencyKey: key, intent: "stay" };
    const sent = await guest.ask("/store/signup", { form });
    expect(sent).toMatchObject({
      status: 302,
      location: "/store/signup?sent=1",
      toast: { title: "Verification email sent!" },
    });
    expect((await guest.ask("/store/signup?sent=1")).text).toContain("Check your email");
    const mail = await mailOf(app, "email_link");
    const code = /code=([\w-]+)/.exec(mail.text)![1]!;
    const [here, there] = [app.visitor(), app.visitor()];
    const opened = await Promise.all(
      [here, there].map((visitor) => visitor.ask("/auth-callback", { form: { code } })),
    );
    expect(opened.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([302, 400]);
    const made = await app.services.db.select().from(stores).where(eq(stores.email, STORE.email));
    expect(made).toMatchObject([
      { businessName: STORE.storeName, slug: "mama-ngozi-kitchen", phone: "+2348031234567" },
    ]);
    expect((await guest.ask("/stores/mama-ngozi-kitchen")).status).toBe(200);
  });

  test("[OWNER-1] signed in: at once, once, and then the page that says what comes next", async () => {
    const owner = await app.customer("owner@example.com");
    const page = await owner.ask("/store/signup");
    expect(page.text).toContain("owner@example.com");
    const form = {
      ...STORE,
      storeName: "Second Shop",
      idempotencyKey: crypto.randomUUID(),
      user_id: crypto.randomUUID(),
    };
    for (let i = 0; i < 2; i++)
      expect((await owner.ask("/store/signup", { form })).location).toBe("/store/registration-success");
    expect(
      await app.services.db.select().from(stores).where(eq(stores.businessName, "Second Shop")),
    ).toHaveLength(1);
    expect((await owner.ask("/store/registration-success")).text).toContain("/store/dashboard");
    expect((await owner.ask("/store/login")).location).toBe("/store/dashboard");
  });
});

test("[OWNER-2] store login sends a link, known or not", async () => {
  const guest = app.visitor();
  const sent = await guest.send("/store/login?next=//evil.example", {
    email: "unknown@example.com",
    next: "//evil.example",
  });
  expect(sent).toMatchObject({
    status: 302,
    location: "/store/login?sent=1",
    toast: { title: "Login link sent!" },
  });
  expect((await guest.ask("/store/dashboard")).location).toMatch(/^\/store\/login/);
  const link = await linkFor(app, "unknown@example.com");
  expect((await confirm(guest, link)).location).toBe("/store/dashboard");
});
