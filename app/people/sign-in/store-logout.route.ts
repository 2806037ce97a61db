import { redirect } from "react-router";
import { formAction } from "../../platform/http/form-action.server.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { signOutButtons } from "../staff/forms.server.ts";
import { LOGOUT_ERROR } from "./account-messages.ts";
import { sessionContext } from "../../access/principal-context.ts";

export function loader() {
  return redirect("/store/dashboard");
}

/** OWNER-8: ends this browser's session and goes to the store login. */
export const action = formAction({
  actor: (context) => context.get(sessionContext),
  buttons: signOutButtons("/store/login", {
    title: "Logged out",
    text: "You have been signed out from your store dashboard.",
  }),
  to: () => "/store/login",
  failed: LOGOUT_ERROR,
  resource: true,
});

export const clientAction = formClientAction<typeof action>(LOGOUT_ERROR);
