/**
 * Stores a picture that a form's script uploads, so that the form can show the progress. Responds with the picture's
 * key. Without JavaScript the form itself carries the file.
 */
import { data } from "react-router";
import { formAction } from "../../platform/http/form-action.server.ts";
import { PICTURE_BUTTONS } from "./forms.server.ts";
import { NOT_UPLOADED } from "./messages.ts";
import { storeOwnerOf, requireStore } from "./store-context.ts";

export function loader() {
  throw data("There is nothing to read here.", { status: 404 });
}

export const action = formAction({
  actor: storeOwnerOf,
  buttons: PICTURE_BUTTONS,
  of: (_, { context }) => ({ storeId: requireStore(context).id }),
  to: () => "/store/dashboard",
  failed: NOT_UPLOADED,
  resource: true,
});
