/** The profile, its export and its deletion over HTTP, without JavaScript: security criteria 9 and 11. */
import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import {
  bookings,
  businesses,
  businessMembers,
  customerNotes,
  mails,
  payments,
} from "../../app/platform/db/schema.ts";
import { SOME_ACT } from "../fixtures/acts.ts";
import { openTestApp, type Visitor } from "../fixtures/app.ts";
import { BODY } from "../fixtures/booking-form.ts";
import { bookOne } from "../fixtures/bookings.ts";
import { askForLink, confirm, personOf, signIn } from "../fixtures/people.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { emailBeforeEach } from "../fixtures/email-before-each.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));

let email: string;
emailBeforeEach(app, (next) => (email = next));

test("[PROFILE-8] 'Send again' fills the form in with an own booking, and nothing of somebody else's", async () => {
  const sender = await app.customer(`again-${email}`);
  const form = { ...BODY, idempotencyKey: await sender.keyOf("/book") };
  const code = (await sender.ask("/book", { form })).location!.split("=")[1]!;
  const profile = await sender.ask("/profile");
  expect(profile.text).toContain(`/book?again=${code}`);
  expect((await sender.ask(`/book?again=${code}`)).text).toContain("12 Bompai Road, Kano");
  const other = await app.customer(`other-${email}`);
  expect((await other.ask(`/book?again=${code}`)).text).not.toContain("Bompai Road");
  expect((await app.visitor().ask(`/book?again=${code}`)).text).not.toContain("Bompai Road");
});

describe("the profile", () => {
  test("[PROFILE-1] [PROFILE-2] shows one's own bookings, cut addresses, and nobody else's", async () => {
    const long = "4 Allen Avenue, beside the old cinema, Ikeja, Lagos";
    const mine = await bookOne(app, { senderEmail: email, senderAddress: long });
    const foreign = await bookOne(app, { senderEmail: `x${email}` });
    const ada = await signIn(app, email);
    const page = await ada.ask("/profile");
    expect(page.text).toContain(`/track?code=${mine.trackingCode}`);
    expect(page.text).not.toContain(foreign.trackingCode);
    expect(page.text).toContain("4 Allen Avenue, beside the old…");
    expect((await ada.ask(`/track?code=${mine.trackingCode}`)).text).toContain("beside the old cinema");
    expect((await ada.ask(`/track?code=${foreign.trackingCode}`)).text).not.toContain("Allen Avenue");
  });

  test("[PROFILE-3] an unknown button changes nothing, and what fails unforeseen is said", async () => {
    const ada = await app.customer(email);
    const before = await personOf(app, email);
    const form = { firstName: "Else", phone: "0805 123 4567" };
    for (const intent of ["", "save", "toString"])
      expect((await ada.ask("/profile?edit=1", { form: { ...form, intent } })).status).toBe(400);
    await app.services.db.execute(
      sql`alter table profiles add constraint no_else check (first_name <> 'Else')`,
    );
    const failed = await ada.ask("/profile?edit=1", { form: { ...form, intent: "update" } });
    await app.services.db.execute(sql`alter table profiles drop constraint no_else`);
    expect(failed.status).toBe(500);
    expect(failed.text).toContain("Update error");
    expect(failed.text).toContain('value="Else"');
    expect(await personOf(app, email)).toEqual(before);
  });

  test("[PROFILE-3] takes the four fields of its form and nothing else", async () => {
    const ada = await app.customer(email);
    const before = (await personOf(app, email))!;
    const answer = await ada.ask("/profile?edit=1", {
      form: {
        intent: "update",
        firstName: "<b>Ada</b>",
        lastName: "",
        phone: "+44 20 7946 0958",
        address: "Yaba",
        email: "root@evil.example",
        id: "00000000-0000-4000-8000-000000000000",
        referralCode: "AAAAAA",
        role: "super_admin",
      },
    });
    expect(answer).toMatchObject({ location: "/profile", toast: { title: "Profile updated successfully!" } });
    expect(await personOf(app, email)).toMatchObject({
      ...before,
      firstName: "<b>Ada</b>",
      lastName: null,
      fullName: "<b>Ada</b>",
      phone: "+442079460958",
      address: "Yaba",
      updatedAt: app.clock.now(),
    });
    expect((await ada.ask("/profile")).text).not.toContain("<b>Ada");
  });
});

describe("the profile, signed out", () => {
  test("[PROFILE-4] ends every session of its owner, and only theirs", async () => {
    const other = await app.customer(`other-${email}`);
    const [phone, laptop] = [app.visitor(), app.visitor()];
    await confirm(phone, await askForLink(app, phone, email));
    await confirm(laptop, await askForLink(app, laptop, email));
    const answer = await phone.ask("/profile", { form: { intent: "sign-out-everywhere" } });
    expect(answer.location).toBe("/");
    for (const device of [phone, laptop]) expect((await device.ask("/profile")).location).toMatch(/^\/login/);
    expect((await other.ask("/profile")).status).toBe(200);
  });

  test("[PROFILE-4] is dead at once after signing out, also for a kept cookie", async () => {
    const ada = await app.customer(email);
    const oldCookies = new Map(ada.cookies);
    const out = await ada.ask("/logout", { form: {} });
    expect(out.location).toBe("/");
    // After signing out without a script, Clear-Site-Data makes the browser clear its storage. The sign-in page no
    // longer shows the email for which a link was requested.
    expect(out.headers.get("Clear-Site-Data")).toBe('"cache", "storage"');
    expect((await ada.ask("/login?again")).text).not.toContain(email);
    const thief = app.visitor();
    for (const [name, value] of oldCookies) thief.cookies.set(name, value);
    expect((await thief.ask("/profile")).location).toMatch(/^\/login/);
  });

  test("a script's sign-out asks the browser for its cache alone: the rest of the device may be somebody else's", async () => {
    for (const [path, form] of [
      ["/logout.data", {}],
      ["/profile.data", { intent: "sign-out-everywhere" }],
      ["/profile.data", { intent: "delete", email }],
    ] as const) {
      const who = await signIn(app, email);
      const out = await who.ask(path, { form });
      expect(out.status, path).toBe(202);
      expect(out.headers.get("Clear-Site-Data")).toBe('"cache"');
    }
  });
});

describe("the profile and the data of its owner", () => {
  test("says whose a browser's data is without saying who that is, and takes no booking for another", async () => {
    const ownerOf = async (who: Visitor) => /data-owner="([^"]*)"/.exec((await who.ask("/book")).text)?.[1];
    const [ada, bola] = [await app.customer(email), await app.customer(`other-${email}`)];
    const [owner, other] = [await ownerOf(ada), await ownerOf(bola)];
    expect(owner).toMatch(/^[\w-]{22}$/);
    expect(owner).not.toBe(other);
    expect(await ownerOf(app.visitor())).toBe("guest");
    expect(owner).not.toContain((await personOf(app, email))!.id);

    const form = { ...BODY, idempotencyKey: randomUUID() };
    const refused = await bola.ask("/book", { form, headers: { "Ona-Owner": owner! } });
    expect(refused.status).toBe(412);
    const wrong = await ada.ask("/book", {
      form: { ...form, referralCode: "NOBODY99" },
      headers: { "Ona-Owner": owner! },
    });
    expect(wrong.status).toBe(400);
    expect(decodeURIComponent(wrong.headers.get("Ona-Form-Error")!)).toMatch(/referral code/);
    expect((await ada.ask("/book", { form, headers: { "Ona-Owner": owner! } })).location).toMatch(/^\/track/);
  });

  test("[PROFILE-5] hands out its owner's data", async () => {
    const mine = await bookOne(app, { senderEmail: email });
    const paid = { bookingId: mine.id, direction: "in" as const, byName: "Uche", at: app.clock.now() };
    await app.services.db
      .insert(payments)
      .values({ actId: SOME_ACT, ...paid, method: "transfer", kobo: 100, reference: "FT77" });
    await app.services.db
      .insert(customerNotes)
      .values({ formKey: randomUUID(), email, body: "Calls after five", byName: "Uche" });
    const ada = await signIn(app, email);
    const [business] = await app.services.db
      .insert(businesses)
      .values({ name: "Bright Pharmacy", address: "Ikeja", phone: "+2348035550199", email: "b@bright.test" })
      .returning();
    const { id: userId } = (await personOf(app, email))!;
    await app.services.db.insert(businessMembers).values({ businessId: business!.id, userId, role: "clerk" });
    const file = await ada.ask("/profile/export.json");
    expect(file.headers.get("Content-Disposition")).toContain("attachment");
    const own = JSON.parse(file.text) as {
      profile: { email: string };
      bookings: { trackingCode: string }[];
      memberships: object[];
    };
    expect(own.memberships).toMatchObject([{ business: "Bright Pharmacy", role: "clerk" }]);
    expect(own.profile.email).toBe(email);
    expect(own.bookings.map((booking) => booking.trackingCode)).toEqual([mine.trackingCode]);
    for (const kept of ["Calls after five", "FT77"]) expect(file.text).toContain(kept);
    expect(file.text).not.toMatch(/formKey|tokenHash|Uche/);
  });
});

describe("deleting the account", () => {
  const remove = (who: Visitor, rawValues: string) =>
    who.ask("/profile?delete=1", { form: { intent: "delete", email: rawValues } });

  test("[PROFILE-6] needs its email, leaves the bookings without the person, and ends the sessions", async () => {
    const mine = await bookOne(app, { senderEmail: email, senderName: "Adaeze Secret" });
    const ada = await signIn(app, email);
    expect((await remove(ada, "somebody@else.example")).status).toBe(400);
    expect((await remove(ada, email.toUpperCase())).location).toBe("/");
    expect(await personOf(app, email)).toBeUndefined();
    expect((await ada.ask("/profile")).location).toMatch(/^\/login/);
    const [row] = await app.services.db.select().from(bookings).where(eq(bookings.id, mine.id));
    expect(row).toMatchObject({ senderName: "Deleted customer", customerId: null, senderState: "Lagos" });
    expect(JSON.stringify(row)).not.toMatch(/Adaeze|visitor\d|8031234567|Allen/);
    expect(await app.services.db.select().from(mails).where(eq(mails.toAddress, email))).toEqual([]);
    expect((await app.visitor().ask(`/track?code=${mine.trackingCode}`)).status).toBe(200);
  });

  test("is refused to the last super admin; of two at once one remains", async () => {
    const [one, two] = [
      await app.admin("super_admin", `a${email}`),
      await app.admin("super_admin", `b${email}`),
    ];
    const answers = await Promise.all([remove(one, `a${email}`), remove(two, `b${email}`)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([302, 400]);
    expect(answers.find(({ status }) => status === 400)!.text).toContain("You are the only super admin.");
  });
});
