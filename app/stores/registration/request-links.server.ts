/** OWNER-1, OWNER-2: the links for shopkeepers: registration of a store, and sign-in. */
import { emailForm } from "../../people/sign-in/account-forms.ts";
import { linkRequest } from "../../people/sign-in/request-link.server.ts";
import { nextField } from "../../people/sign-in/sign-in-links.server.ts";
import { dashboardPathIn } from "./link-screens.ts";
import { storeForm } from "./store-form.ts";

export const requestStoreSignIn = linkRequest({
  name: "store_registration.request_sign_in",
  purpose: "store_sign_in",
  input: emailForm.extend({ next: nextField(dashboardPathIn) }),
  asked: (input) => input,
});

/** Emails a link, and saves the form of the registration with it. The shop is created when the link is used. */
export const requestRegistration = linkRequest({
  name: "store_registration.request_link",
  purpose: "store_sign_up",
  input: storeForm,
  asked: (store) => ({ email: store.email, data: store }),
});
