/** The screens that send a link by email: their URLs and words. Pure. */
import type { LinkPurpose } from "../../domain/link-purpose.ts";
import { safePath } from "../../platform/http/safe-redirect.ts";

export type LinkScreenOptions = {
  path: string;
  title: string;
  /** The page's description for search engines and chat previews. */
  description: string;
  purpose: LinkPurpose;
  /** The destination of a signed-in person; `/profile` by default. */
  home?: string;
  /**
   * Returns the page after the sign-in, or an empty text if that page is not allowed. By default, all pages of this
   * site are allowed.
   */
  nextOf?: (text: string) => string;
  /** The texts of the toast about a refusal. `lead` begins the text. */
  failed: { title: string; lead?: string };
  sent: { title: string; text: string };
};

/** Returns the path if it is a page of this site, otherwise an empty text. */
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
