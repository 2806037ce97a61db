/** The buttons of the pages about all stores, with the operation and success message of each. */
import type { Admin } from "../../access/actor.ts";
import type { Buttons } from "../../platform/http/form-action.server.ts";
import { MAIL_AGAIN } from "../../people/refused-mail/mail-again.server.ts";
import { hideStore, setNewStores, showStore } from "./change-visibility.server.ts";

export const STORES_BUTTONS: Buttons<Admin> = {
  "new-stores": { operation: setNewStores, done: "Saved" },
};

export const STORE_BUTTONS: Buttons<Admin> = {
  "mail-again": MAIL_AGAIN,
  hide: { operation: hideStore, done: "Store hidden" },
  show: { operation: showStore, done: "Store shown" },
};
