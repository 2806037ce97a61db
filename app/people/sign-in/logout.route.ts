import { redirect } from "react-router";
import { formAction } from "../../platform/http/form-action.server.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { signOutButtons } from "../staff/forms.server.ts";
import { LOGOUT_ERROR } from "./account-messages.ts";
import { sessionContext } from "../../access/principal-context.ts";

export function loader() {
  return redirect("/");
}

/** PROFILE-4: ends this browser's session (a customer's or staff's), and opens the home page. */
export const action = formAction({
  actor: (context) => context.get(sessionContext),
  buttons: signOutButtons("/"),
  to: () => "/",
  failed: LOGOUT_ERROR,
  resource: true,
});

export const clientAction = formClientAction<typeof action>(LOGOUT_ERROR);
