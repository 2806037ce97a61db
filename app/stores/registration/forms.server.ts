/** The buttons of store registration, with the operation and success message of each. */
import { linkButton } from "../../people/sign-in/link-screen.server.ts";
import type { Session } from "../../access/principal-context.ts";
import type { StoreOwner } from "../../access/actor.ts";
import { actionError, actionProblem } from "../../platform/http/form.server.ts";
import type { FormButton, Buttons } from "../../platform/http/form-action.server.ts";
import { STORE_LOGIN, STORE_SIGN_UP } from "./link-screens.ts";
import { STORE_REGISTERED, REGISTERED_PAGE } from "./registered.ts";
import { registerStore } from "./register-store.server.ts";
import { requestRegistration, requestStoreSignIn } from "./request-links.server.ts";

export const STORE_LOGIN_BUTTONS: Buttons<Session> = { "": linkButton(requestStoreSignIn, STORE_LOGIN) };

/** Field errors appear beside the fields. All other errors appear as a toast. */
const refused: FormButton<Session>["refused"] = (refusal, form) =>
  refusal.code === "invalid"
    ? actionError(refusal, form)
    : actionProblem(STORE_SIGN_UP.failed.title, refusal, form);

const request: FormButton<Session> = { ...linkButton(requestRegistration, STORE_SIGN_UP), refused };

/**
 * The buttons of a registration without a session. The form sends 'stay' if it has JavaScript, otherwise an empty
 * value. The two do the same.
 */
export const REQUEST_BUTTONS: Buttons<Session> = { "": request, stay: request };

export const REGISTER_BUTTONS: Buttons<StoreOwner, { done: true }> = {
  "": {
    operation: registerStore,
    done: STORE_REGISTERED.title,
    to: () => REGISTERED_PAGE,
    refused,
  },
  // The form sends 'stay' if it has JavaScript. The response is then no redirect: the page shows a toast, and then
  // opens the next page itself.
  stay: { operation: registerStore, respond: () => ({ done: true }), refused },
};
