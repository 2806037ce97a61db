/**
 * Typed values survive the end of the session, without JavaScript, and no form of one person acts for another person.
 */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { keptForms, profiles, sessions } from "../../app/platform/db/schema.ts";
import { openTestApp, type Visitor } from "../fixtures/app.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { codeOf, linkFor, personOf, signIn } from "../fixtures/people.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));
const PASSWORD = "a-long-test-password";
const KEPT = "This is what you typed";
const FILES_AGAIN = "Choose pictures and files again.";

const ownerOf = async (who: Visitor, page: string) =>
  /name="formOwner" value="([\w-]+)"/.exec((await who.ask(page)).text)?.[1] ?? "";
const endSessions = () => app.services.db.delete(sessions);

const PROFILE = { intent: "update", firstName: "Adaeze", lastName: "Obi", phone: "0803 123 4567" };

test("[KEEP-1] by password: what staff sent after the end of the session stands filled, for them alone", async () => {
  const staff = await app.admin("super_admin", "boss@ona.test");
  const page = "/admin/hubs?add=1";
  const formOwner = await ownerOf(staff, page);
  expect(formOwner).not.toBe("");
  const typed = { name: "Hub of ten minutes", code: "TEN", phone: "0803 123 4567", pin: "4821" };
  await endSessions();
  const sent = await staff.ask(page, { form: { ...typed, formOwner } });
  expect(sent.location).toContain("/admin/login?next=");
  expect(sent.toast).toMatchObject({ text: "Sign in again: what you typed is kept." });
  const [row] = await app.services.db.select().from(keptForms);
  expect(row!.content.toString("latin1")).not.toContain("ten minutes");

  const login = { email: "boss@ona.test", password: PASSWORD };
  const again = await staff.ask(sent.location!, { form: login });
  expect(again.location).toBe(page);
  const shown = await staff.ask(page);
  expect(shown.status).toBe(200);
  expect(shown.text).toContain(KEPT);
  expect(shown.text).toContain("Hub of ten minutes");
  expect(shown.text).not.toContain("4821");
  expect(shown.text).not.toContain(FILES_AGAIN);
});

test("[KEEP-1] files are not kept: only a form that was sent with one asks for it again", async () => {
  const staff = await app.admin("super_admin", "files@ona.test");
  const page = "/admin/company";
  const formOwner = await ownerOf(staff, page);
  for (const [file, asks] of [
    [new File(["a,b"], "logo.png", { type: "image/png" }), true],
    [new File([], ""), false],
  ] as const) {
    await endSessions();
    const body = new FormData();
    for (const [name, value] of Object.entries({ intent: "look", version: "0", formOwner }))
      body.set(name, value);
    body.set("logo", file);
    const sent = await staff.ask(page, { body });
    await staff.ask(sent.location!, { form: { email: "files@ona.test", password: PASSWORD } });
    const shown = await staff.ask(page);
    expect(shown.text).toContain(KEPT);
    expect(shown.text.includes(FILES_AGAIN)).toBe(asks);
  }
});

test("[KEEP-4] a page that notices the end of its session says so on the sign-in page; a prefetch does not", async () => {
  const staff = await app.admin("super_admin", "away@ona.test");
  const customer = await signIn(app, "away@example.com");
  await endSessions();
  const reload = { headers: { "Ona-Background": "1" } };
  // The toast is shown for an hour, so that people who left the page open see it when they come back.
  const says = {
    title: "You are signed out",
    text: "Sign in again: what you typed is kept.",
    durationMs: 3_600_000,
  };
  const cases = [
    [staff, "/admin/bookings.data", "/admin/login"],
    [customer, "/profile.data", "/login"],
  ] as const;
  for (const [who, page, to] of cases) {
    const noticed = await who.ask(page, reload);
    expect(noticed.text).toContain(to);
    expect(noticed.toast).toMatchObject(says);
    expect((await who.ask(page, { headers: { "Sec-Purpose": "prefetch" } })).toast).toBeNull();
    expect((await who.ask(page)).toast).toBeNull();
  }
  // A person who has signed out has no cookie any more, and gets no such toast.
  expect((await app.visitor().ask("/profile.data", reload)).toast).toBeNull();
});

test("[KEEP-1] a form in a folded part of the page comes back unfolded", async () => {
  const email = "prices@ona.test";
  const staff = await app.admin("super_admin", email);
  const made = await staff.ask("/admin/prices", {
    form: { idempotencyKey: await staff.keyOf("/admin/prices") },
  });
  const page = made.location!;
  const formOwner = await ownerOf(staff, page);
  const folded = /<details[^>]*><summary[^>]*>(?:(?!<\/summary>).)*CSV/;
  const open = /<details[^>]* open=""[^>]*><summary[^>]*>(?:(?!<\/summary>).)*CSV/;
  const first = (await staff.ask(page)).text;
  expect(first).toMatch(folded);
  expect(first).not.toMatch(open);
  await endSessions();
  const sent = await staff.ask(page, {
    form: { intent: "csv", revision: "1", csv: "ten minutes", formOwner },
  });
  await staff.ask(sent.location!, { form: { email, password: PASSWORD } });
  const shown = (await staff.ask(page)).text;
  expect(shown).toContain("ten minutes");
  expect(shown).toMatch(open);
});

test("[KEEP-1] as another person it is gone", async () => {
  const staff = await app.admin("super_admin", "first@ona.test");
  await app.admin("super_admin", "second@ona.test");
  const page = "/admin/hubs?add=1";
  const formOwner = await ownerOf(staff, page);
  await endSessions();
  const sent = await staff.ask(page, { form: { name: "Only the first", formOwner } });
  await staff.ask(sent.location!, { form: { email: "second@ona.test", password: PASSWORD } });
  const shown = await staff.ask(page);
  expect(shown.status).toBe(200);
  expect(shown.text).not.toContain("Only the first");
  const rows = await app.services.db.select().from(keptForms).where(eq(keptForms.owner, formOwner));
  expect(rows).toEqual([]);
});

test("[KEEP-1] by link: it is there in the browser in which the link is opened, and gone once it is sent", async () => {
  const who = await signIn(app, "ada@example.com");
  const page = "/profile?edit=1";
  const formOwner = await ownerOf(who, page);
  await endSessions();
  const sent = await who.ask(page, { form: { ...PROFILE, address: "Ten minutes of typing", formOwner } });
  expect(sent.location).toBe("/login?next=%2Fprofile%3Fedit%3D1");
  app.clock.pass(61_000);
  const form = { idempotencyKey: await who.keyOf("/login"), email: "ada@example.com", next: page };
  expect((await who.ask("/login", { form })).location).toMatch(/^\/login\?sent=1/);
  const path = await linkFor(app, "ada@example.com");
  const phone = app.visitor();
  await phone.ask(path, { form: { code: codeOf(path) } });
  const shown = await phone.ask(page);
  expect(shown.text).toContain(KEPT);
  expect(shown.text).toContain("Ten minutes of typing");
  expect(shown.text).toContain('value="Adaeze"');
  await phone.ask(page, { form: { ...PROFILE, formOwner } });
  expect((await phone.ask(page)).text).not.toContain(KEPT);
  expect((await personOf(app, "ada@example.com"))!.firstName).toBe("Adaeze");
});

test("[KEEP-2] the form of one person sent with the session of another changes nothing", async () => {
  const one = await signIn(app, "one@example.com");
  const other = await signIn(app, "other@example.com");
  const formOwner = await ownerOf(one, "/profile");
  const refused = await other.ask("/profile", { form: { ...PROFILE, firstName: "Renamed", formOwner } });
  expect(refused.status).toBe(409);
  expect(refused.text).toContain("another person who was signed in on this device");
  expect(refused.text).not.toContain("Renamed");
  const names = await app.services.db.select({ name: profiles.firstName }).from(profiles);
  expect(names.map(({ name }) => name)).not.toContain("Renamed");
});
