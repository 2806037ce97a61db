/** The screens that send a link by email: their URLs and words. Pure. */
import type { LinkPurpose } from "../../domain/link-purpose.ts";
import { safePath } from "../../platform/http/safe-redirect.ts";

export type LinkScreenOptions = {
  path: string;
  title: string;
  /** The description of the page for search engines and chat previews. */
  description: string;
  purpose: LinkPurpose;
  /** The destination of a person who is already signed in; `/profile` by default. */
  home?: string;
  /**
   * The page to open after signing in, from the text in the URL or the form; empty if that page is not allowed. By
   * default any page of this site is allowed.
   */
  nextOf?: (text: string) => string;
  /** The title of the toast about a refusal, and the beginning of its text. */
  failed: { title: string; lead?: string };
  sent: { title: string; text: string };
};

/** The path of a page of this site; empty if the text is not such a path. */
export const anyPage = (text: string) => safePath(text, "");

export const LOGIN: LinkScreenOptions = {
  path: "/login",
  title: "Login",
  description: "Sign in with a link by email. No password.",
  purpose: "sign_in",
  failed: { title: "Failed to send login link" },
  sent: { title: "Magic link sent!", text: "Check your email for the login link" },
};

export const SIGN_UP: LinkScreenOptions = {
  path: "/signup",
  title: "Sign Up",
  description: "Your details filled in, your bookings in one place, a referral code of your own.",
  purpose: "sign_up",
  failed: { title: "Signup failed", lead: "Failed to send verification link." },
  sent: { title: "Sign up successful!", text: "Check your email for the verification link" },
};
