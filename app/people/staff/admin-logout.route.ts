import { redirect } from "react-router";
import { formAction } from "../../platform/http/form-action.server.ts";
import { LOGOUT_ERROR, UNEXPECTED } from "../sign-in/account-messages.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { sessionContext } from "../../access/principal-context.ts";
import { STAFF_SIGN_OUT_BUTTONS } from "./forms.server.ts";

export function loader() {
  return redirect("/admin");
}

export const action = formAction({
  actor: (context) => context.get(sessionContext),
  buttons: STAFF_SIGN_OUT_BUTTONS,
  to: () => "/admin/login",
  failed: { title: "Logout Failed", text: UNEXPECTED },
  resource: true,
});

export const clientAction = formClientAction<typeof action>(LOGOUT_ERROR);
