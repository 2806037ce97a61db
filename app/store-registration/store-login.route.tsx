/** OWNER-2: store login by an emailed link, to the dashboard. */
import { useEffect } from "react";
import type { Route } from "./+types/store-login.route";
import { UNEXPECTED } from "../auth/account-messages.ts";
import { EmailLinkScreen } from "../auth/link-screen.tsx";
import { emailLinkAction, readLinkScreen, type LinkScreenOptions } from "../auth/link-screen.server.ts";
import { withFormError } from "../platform/http/network-error.ts";
import { safePath } from "../platform/http/safe-redirect.ts";
import { pageMeta } from "../platform/http/page-meta.ts";
import { showToast } from "../ui/toast.tsx";

const HOME = "/store/dashboard";
const DEMO_MS = 1500;

const OPTIONS: LinkScreenOptions = {
  path: "/store/login",
  title: "Store Login",
  description: "Sign in to your store with a link by email. No password.",
  purpose: "store_sign_in",
  home: HOME,
  nextOf,
  failed: { title: "Login failed" },
  sent: { title: "Login link sent!", text: "Check your email for the login link" },
};

export const meta: Route.MetaFunction = (args) => pageMeta(args, OPTIONS);

/** A page of the dashboard, or none. */
function nextOf(text: string | null): string {
  const next = safePath(text, "");
  return next === HOME || next.startsWith(`${HOME}/`) || next.startsWith(`${HOME}?`) ? next : "";
}

export const loader = ({ request, context }: Route.LoaderArgs) => readLinkScreen(request, context, OPTIONS);

export const action = ({ request, context }: Route.ActionArgs) => emailLinkAction(request, context, OPTIONS);

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) =>
  withFormError(request, serverAction, { title: "Login error", text: UNEXPECTED });

export default function StoreLoginPage({ loaderData, actionData }: Route.ComponentProps) {
  const { sent, mailbox } = loaderData;
  useEffect(() => {
    if (!sent || !mailbox) return;
    const timer = setTimeout(
      () =>
        showToast({
          title: "Demo Mode",
          text: "No mail server is set here, so the login link is kept in the local mailbox.",
          action: { label: "Open the mailbox", href: "/mailbox" },
        }),
      DEMO_MS,
    );
    return () => clearTimeout(timer);
  }, [sent, mailbox]);
  return (
    <EmailLinkScreen
      screen={OPTIONS}
      text="Enter your store's email. We will send you a link to your dashboard."
      loaded={loaderData}
      refused={actionData}
      submit="Send Login Link"
      foot={{ text: "No store yet?", to: "/store/signup", label: "Register Your Store" }}
    />
  );
}
