/** Customer login: no password, a link by email. */
import type { Route } from "./+types/login.route";
import { formAction } from "../../platform/http/form-action.server.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { pageMeta } from "../../platform/http/page-meta.ts";
import { UNEXPECTED } from "./account-messages.ts";
import { LOGIN_BUTTONS } from "./forms.server.ts";
import { EmailLinkScreen, sayEmailRequired, withNext } from "./link-screen.tsx";
import { readLinkScreen } from "./link-screen.server.ts";
import { LOGIN } from "./link-screens.ts";
import { sessionContext } from "../../access/principal-context.ts";

const FAILED = { title: "Authentication error", text: UNEXPECTED };

export const meta: Route.MetaFunction = (args) => pageMeta(args, LOGIN);

export const loader = ({ request, context }: Route.LoaderArgs) => readLinkScreen(request, context, LOGIN);

export const action = formAction({
  actor: (context) => context.get(sessionContext),
  buttons: LOGIN_BUTTONS,
  to: () => LOGIN.path,
  failed: FAILED,
});

export const clientAction = formClientAction<typeof action>(FAILED);

export default function LoginPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <EmailLinkScreen
      screen={LOGIN}
      text="Enter your email. We will send you a link to sign in. No password."
      loaded={loaderData}
      refused={actionData}
      submit="Send Magic Link"
      foot={{ text: "No account yet?", to: withNext("/signup", loaderData.next), label: "Sign up" }}
      onInvalid={sayEmailRequired}
    />
  );
}
