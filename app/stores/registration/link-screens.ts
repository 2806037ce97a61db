/** The screens that send a link to a shopkeeper. Pure. */
import type { LinkScreenOptions } from "../../people/sign-in/link-screens.ts";
import { safePath } from "../../platform/http/safe-redirect.ts";

const HOME = "/store/dashboard";

/** Returns the text if the text is the path of a page of the store dashboard. Otherwise returns an empty text. */
export function dashboardPathIn(text: string): string {
  const next = safePath(text, "");
  return next === HOME || next.startsWith(`${HOME}/`) || next.startsWith(`${HOME}?`) ? next : "";
}

export const STORE_LOGIN: LinkScreenOptions = {
  path: "/store/login",
  title: "Store Login",
  description: "Sign in to your store with a link by email. No password.",
  purpose: "store_sign_in",
  home: HOME,
  nextOf: dashboardPathIn,
  failed: { title: "Login failed" },
  sent: { title: "Login link sent!", text: "Check your email for the login link" },
};

export const STORE_SIGN_UP: LinkScreenOptions = {
  path: "/store/signup",
  title: "Register Your Store",
  description: "Sell with us: list your products, take orders on WhatsApp, hand the parcels to us.",
  purpose: "store_sign_up",
  nextOf: () => "",
  failed: { title: "Registration failed" },
  sent: { title: "Verification email sent!", text: "Open the link in it to register your store." },
};
