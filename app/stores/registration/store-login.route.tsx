/** OWNER-2: an emailed link signs the owner in to the store dashboard. */
import { useEffect } from "react";
import type { Route } from "./+types/store-login.route";
import { UNEXPECTED } from "../../people/sign-in/account-messages.ts";
import { EmailLinkScreen } from "../../people/sign-in/link-screen.tsx";
import { readLinkScreen } from "../../people/sign-in/link-screen.server.ts";
import { sessionContext } from "../../access/principal-context.ts";
import { formAction } from "../../platform/http/form-action.server.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { pageMeta } from "../../platform/http/page-meta.ts";
import { showToast } from "../../ui/toast.tsx";
import { STORE_LOGIN_BUTTONS } from "./forms.server.ts";
import { STORE_LOGIN } from "./link-screens.ts";

const DEMO_MS = 1500;

const FAILED = { title: "Login error", text: UNEXPECTED };

export const meta: Route.MetaFunction = (args) => pageMeta(args, STORE_LOGIN);

export const loader = ({ request, context }: Route.LoaderArgs) =>
  readLinkScreen(request, context, STORE_LOGIN);

export const action = formAction({
  actor: (context) => context.get(sessionContext),
  buttons: STORE_LOGIN_BUTTONS,
  to: () => STORE_LOGIN.path,
  failed: FAILED,
});

export const clientAction = formClientAction<typeof action>(FAILED);

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
      screen={STORE_LOGIN}
      text="Enter your store's email. We will send you a link to your dashboard."
      loaded={loaderData}
      refused={actionData}
      submit="Send Login Link"
      foot={{ text: "No store yet?", to: "/store/signup", label: "Register Your Store" }}
    />
  );
}
