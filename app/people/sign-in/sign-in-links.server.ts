/** The links for signing in, signing up and choosing a new password. */
import * as z from "zod";
import { plainField } from "../../platform/http/fields.ts";
import { visitor } from "../../access/by.server.ts";
import type { By } from "../../platform/operations/declaration.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { emailForm, forgotForm, signUpForm } from "./account-forms.ts";
import { anyPage } from "./link-screens.ts";
import { isRegistered } from "./is-registered.server.ts";
import { refuse } from "./messages.ts";
import { ownerOfCode } from "./referral-code.server.ts";
import { normaliseReferralCode } from "../../domain/referral-code.ts";
import type { Session } from "../../access/principal-context.ts";
import { linkRequest } from "./request-link.server.ts";

const bySession: By<Session> = visitor;

/** Makes the field with the path of the page that opens after the sign-in; empty if `nextOf` refuses the path. */
export const nextField = (nextOf: (text: string) => string) =>
  z.string().catch("").default("").transform(nextOf);

export const requestSignIn = linkRequest({
  name: "auth.request_sign_in",
  purpose: "sign_in",
  input: emailForm.extend({ next: nextField(anyPage) }),
  asked: (input) => input,
});

/**
 * LINK-5: requests a sign-up link with the whole form. Refuses an email address with a login account, and an unknown
 * referral code. If email addresses were checked too often (isRegistered), neither the address nor the referral code is
 * checked.
 */
export const requestSignUp = linkRequest({
  name: "auth.request_sign_up",
  purpose: "sign_up",
  input: signUpForm.extend({ next: nextField(anyPage) }),
  asked: ({ email, next, ...data }) => ({ email, next, data }),
  refusal: async ({ services, actor }, { email, referralCode }) => {
    const registered = await isRegistered(services, actor, email);
    if (registered) return refuse("invalid", "registered");
    const code = normaliseReferralCode(referralCode);
    if (registered === null || !code || (await ownerOfCode(services.db, code))) return null;
    return refuse("invalid", "unknown_referral");
  },
});

/** LINK-1: requests a password reset. All email addresses get the same response; only staff get a mail. */
export const requestReset = linkRequest({
  name: "auth.request_reset",
  purpose: "password_reset",
  input: forgotForm,
  asked: (input) => input,
});

/** True if an email address has a login account, for the sign-up page's email field. */
export const checkEmail = operation({
  name: "auth.check_email",
  by: bySession,
  keyless: true,
  input: z.object({ email: plainField() }),
  prepare: async ({ services, actor }, { email }) => ({
    ok: true,
    prepared: await isRegistered(services, actor, email),
  }),
  run: ({ prepared }) => Promise.resolve({ ok: true, registered: prepared === true }),
});
