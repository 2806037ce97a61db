/** MSG-1: the messages to customers and guests; see test/fixtures/messages.ts. */
import { eq } from "drizzle-orm";
import { LINK_REQUESTS } from "../../app/people/sign-in/link-limits.server.ts";
import { RESETS_PER_LINK } from "../../app/people/sign-in/password-reset.server.ts";
import { profiles } from "../../app/platform/db/schema.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { bookingForm } from "../fixtures/consistency-audit.ts";
import { openForMessages, sent, shown, testMessages } from "../fixtures/messages.ts";
import { askForLink, codeOf, confirm, linkFor } from "../fixtures/people.ts";

const { app, limited, without } = await closedAfterAll(openForMessages());

const contactForm = {
  name: "Bola",
  email: "bola@example.com",
  subject: "Complaint",
  message: "Where is it?",
};

async function resetPath(email: string): Promise<string> {
  await app.admin("support", email);
  app.clock.pass(61_000);
  await app.visitor().ask("/admin/login?forgot=1", { form: { intent: "forgot", email } });
  return linkFor(app, email, "reset-password");
}

testMessages("public", [
  [
    ["Email required", "Please enter your email address to continue."],
    () => sent(app.visitor(), "/login", { email: "" }),
  ],
  [
    ["Magic link sent!", "Check your email for the login link", "Check your email"],
    async (email) => {
      const who = app.visitor();
      return (await sent(who, "/login", { email })) + (await shown(who, "/login?sent=1"));
    },
  ],
  [["Failed to send login link"], (email) => limited(LINK_REQUESTS.perBrowser, "/login", { email })],
  [
    ["Sign up successful!", "Check your email for the verification link"],
    (email) => sent(app.visitor(), "/signup", { firstName: "Ada", lastName: "Obi", email }),
  ],
  [
    ["Signup failed", "Failed to send verification link"],
    (email) => {
      const form = { firstName: "Ada", lastName: "Obi", email };
      return limited(LINK_REQUESTS.perBrowser, "/signup", form);
    },
  ],
  [
    [
      "Email already registered",
      "Please use a different email address or try logging in.",
      "This email is already registered. Please try logging in instead.",
    ],
    async (email) => {
      await app.customer(email);
      return sent(app.visitor(), "/signup", { firstName: "Ada", lastName: "Obi", email });
    },
  ],
  [
    ["This email is already registered."],
    async (email) => {
      await app.customer(email);
      // The email is checked when the person leaves its field.
      const form = { intent: "check-email", email };
      return (await app.visitor().ask("/signup.data", { form })).text;
    },
  ],
  [
    ["Profile updated successfully!"],
    async (email) =>
      sent(await app.customer(email), "/profile?edit=1", {
        intent: "update",
        firstName: "Ada",
        phone: "0803 123 4567",
      }),
  ],
  [
    ["Failed to update profile"],
    async (email) => sent(await app.customer(email), "/profile?edit=1", { intent: "update", firstName: "" }),
  ],
  [
    ["You must be logged in to update your profile."],
    () => sent(app.visitor(), "/profile", { intent: "update", firstName: "Ada" }),
  ],
  [
    ["Failed to load user data. Please try again."],
    async (email) => {
      const ada = await app.customer(email);
      return without("referrals", () => shown(ada, "/profile"));
    },
  ],
  [
    ["Profile completed!"],
    async (email) => {
      const ada = app.visitor();
      await confirm(ada, await askForLink(app, ada, email));
      return sent(ada, "/complete-profile", { firstName: "Ada", lastName: "Obi", phone: "0803 123 4567" });
    },
  ],
  [
    ["Password too short", "Password must be at least 6 characters long."],
    async (email) => {
      const path = await resetPath(email);
      return sent(app.visitor(), path, { code: codeOf(path), password: "abc", confirmPassword: "abc" });
    },
  ],
  [
    ["Passwords don't match", "Please make sure your passwords match.", "Password updated"],
    async (email) => {
      const path = await resetPath(email);
      const form = { code: codeOf(path), password: "walnut-river-3", confirmPassword: "walnut" };
      const wrong = await sent(app.visitor(), path, form);
      return wrong + (await sent(app.visitor(), path, { ...form, confirmPassword: form.password }));
    },
  ],
  [
    ["Invalid or expired reset link", "Please request a new password reset link."],
    () => shown(app.visitor(), "/reset-password?code=nonsense"),
  ],
  [
    ["Failed to reset password"],
    async (email) => {
      const path = await resetPath(email);
      await app.services.limits.block(RESETS_PER_LINK, codeOf(path), 60);
      const form = { code: codeOf(path), password: "walnut-river-3", confirmPassword: "walnut-river-3" };
      return sent(app.visitor(), path, form);
    },
  ],
  [
    ["Verifying your identity"],
    async (email) => shown(app.visitor(), await askForLink(app, app.visitor(), email)),
  ],
  [
    [
      "Authentication Error",
      "Authentication error",
      "No authentication code found in URL and no active session.",
    ],
    () => shown(app.visitor(), "/auth-callback"),
  ],
  [
    ["Message sent!", "We've received your message and will get back to you soon."],
    () => sent(app.visitor(), "/contact", contactForm),
  ],
  [
    ["Booking successful!", "Your booking reference is: {code}", "Open WhatsApp"],
    () => sent(app.visitor(), "/book", bookingForm(crypto.randomUUID())),
  ],
  [["Sign Up Now"], () => shown(app.visitor(), "/book")],
  [
    ["Not Available"],
    async (email) => {
      const ada = await app.customer(email);
      await app.services.db.update(profiles).set({ referralCode: null }).where(eq(profiles.email, email));
      return shown(ada, "/book");
    },
  ],
  [["Please enter a tracking code"], () => shown(app.visitor(), "/track?code=%20")],
  [
    ["Tracking failed", "Invalid tracking code or system error. Please try again."],
    () => shown(app.visitor(), "/track?code=OD00000000NG"),
  ],
  [["Oops! Page not found"], () => shown(app.visitor(), "/no/such/page")],
]);
