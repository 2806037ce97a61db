/** Customer login: no password, a link by email. */
import type { Route } from "./+types/login.route";
import { withFormError } from "../platform/http/network-error.ts";
import { pageMeta } from "../platform/http/page-meta.ts";
import { UNEXPECTED } from "./account-messages.ts";
import { EmailLinkScreen, sayEmailRequired, withNext } from "./link-screen.tsx";
import { emailLinkAction, readLinkScreen, type LinkScreenOptions } from "./link-screen.server.ts";

const OPTIONS: LinkScreenOptions = {
  path: "/login",
  title: "Login",
  description: "Sign in with a link by email. No password.",
  purpose: "sign_in",
  failed: { title: "Failed to send login link" },
  sent: { title: "Magic link sent!", text: "Check your email for the login link" },
};

export const meta: Route.MetaFunction = (args) => pageMeta(args, OPTIONS);

export const loader = ({ request, context }: Route.LoaderArgs) => readLinkScreen(request, context, OPTIONS);

export const action = ({ request, context }: Route.ActionArgs) => emailLinkAction(request, context, OPTIONS);

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) =>
  withFormError(request, serverAction, { title: "Authentication error", text: UNEXPECTED });

export default function LoginPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <EmailLinkScreen
      screen={OPTIONS}
      text="Enter your email. We will send you a link to sign in. No password."
      loaded={loaderData}
      refused={actionData}
      submit="Send Magic Link"
      foot={{ text: "No account yet?", to: withNext("/signup", loaderData.next), label: "Sign up" }}
      onInvalid={sayEmailRequired}
    />
  );
}
