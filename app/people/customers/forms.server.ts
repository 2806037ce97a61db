/** The button of a customer's page: its operation, and its success message. */
import type { Admin } from "../../access/actor.ts";
import { formUnlessGone } from "../../platform/http/form.server.ts";
import type { Buttons } from "../../platform/http/form-action.server.ts";
import { MAIL_AGAIN } from "../refused-mail/mail-again.server.ts";
import { addCustomerNote } from "./add-note.server.ts";

export const CUSTOMER_BUTTONS: Buttons<Admin> = {
  "mail-again": MAIL_AGAIN,
  "": {
    operation: addCustomerNote,
    done: "Note added",
    // After an erasure of the customer, the customer's page cannot show the form again.
    refused: formUnlessGone,
  },
};
