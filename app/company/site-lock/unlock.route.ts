/** The action of the lock screen's form. */
import { redirect } from "react-router";
import { sessionContext } from "../../access/principal-context.ts";
import { formAction } from "../../platform/http/form-action.server.ts";
import { UNLOCK_BUTTONS } from "./forms.server.ts";
import { NOT_UNLOCKED } from "./messages.ts";

/** A GET of this URL, such as a reload after the form, leads to the home page or its lock screen. */
export function loader() {
  return redirect("/");
}

export const action = formAction({
  actor: (context) => context.get(sessionContext),
  buttons: UNLOCK_BUTTONS,
  to: () => "/",
  failed: NOT_UNLOCKED,
  resource: true,
});
