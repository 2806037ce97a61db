/** Sign-up and its profile over HTTP, without JavaScript: security criteria 9 and 11. */
import { describe, expect, test } from "vitest";
import { openTestApp } from "../fixtures/app.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { emailBeforeEach } from "../fixtures/email-before-each.ts";
import { askForLink, confirm, linkFor, personOf } from "../fixtures/people.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));

let email: string;
emailBeforeEach(app, (next) => (email = next));

describe("sign-up", () => {
  const form = { firstName: "Ada", lastName: "Obi", referralCode: "" };

  test("[LINK-5] [LINK-6] carries names and code to the profile, on any device", async () => {
    const friend = app.visitor();
    await confirm(friend, await askForLink(app, friend, `friend-${email}`));
    const { referralCode } = (await personOf(app, `friend-${email}`))!;
    app.clock.pass(61_000);
    const ada = app.visitor();
    const rawValues = { ...form, email, referralCode: referralCode!.toLowerCase() };
    const answer = await ada.ask("/signup", { form: rawValues });
    expect(answer.toast).toMatchObject({
      title: "Sign up successful!",
      text: "Check your email for the verification link",
    });
    const phone = app.visitor();
    await confirm(phone, await linkFor(app, email));
    const page = await phone.ask("/complete-profile");
    expect(page.text).toContain('value="Ada"');
    expect(page.text).toContain(`value="${rawValues.referralCode}"`);
    const bad = await phone.ask("/complete-profile", { form: { ...form, phone: "12", referralCode: "X" } });
    expect(bad.status).toBe(400);
    expect(bad.text).toContain("Enter a real phone number");
    const good = await phone.ask("/complete-profile", { form: { ...rawValues, phone: "0803 123 4567" } });
    expect(good).toMatchObject({ status: 302, location: "/profile", toast: { title: "Profile completed!" } });
    expect((await phone.ask("/complete-profile")).location).toBe("/profile");
    const late = { ...rawValues, firstName: "Else", phone: "0805 123 4567", next: "/book" };
    expect(await phone.ask("/complete-profile", { form: late })).toMatchObject({
      status: 302,
      location: "/book",
      toast: null,
    });
    expect((await friend.ask("/profile")).text).toContain("Ada Obi");
    expect((await personOf(app, email))!.phone).toBe("+2348031234567");
  });

  test("[LINK-5] a referral code that nobody has is refused at its field, and no link is sent", async () => {
    const answer = await app.visitor().ask("/signup", { form: { ...form, email, referralCode: "NOBODY" } });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain("We do not know this referral code. Check it, or leave it empty.");
    expect(answer.text).toContain('value="NOBODY"');
  });

  test("[LINK-5] with a registered address is refused, on blur and on submit", async () => {
    await app.customer(email);
    const blur = await app
      .visitor()
      .ask("/signup", { form: { intent: "check-email", email: email.toUpperCase() } });
    expect(blur.text).toContain("This email is already registered.");
    const submit = await app.visitor().ask("/signup", { form: { ...form, email } });
    expect(submit.status).toBe(400);
    expect(submit.text).toContain("Email already registered");
    expect(submit.text).toContain("Please use a different email address or try logging in.");
  });

  test("with nothing typed says what is missing and keeps the rest", async () => {
    const answer = await app.visitor().ask("/signup", { form: { ...form, firstName: "Zainab", email: "" } });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain("Email required");
    expect(answer.text).toContain("Please enter your email address to continue.");
    expect(answer.text).toContain('value="Zainab"');
  });

  test.each([
    ["/auth/login", "/login"],
    ["/auth/signup?ref=A", "/signup?ref=A"],
  ])("[LINK-11] %s moved for good", async (from, to) => {
    expect(await app.visitor().ask(from)).toMatchObject({ status: 301, location: to });
  });
});
