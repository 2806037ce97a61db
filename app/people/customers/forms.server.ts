/** The button of a customer's page: its operation, and the message that staff read afterwards. */
import type { Admin } from "../../access/actor.ts";
import { actionError, refusalPage } from "../../platform/http/form.server.ts";
import type { Buttons } from "../../platform/http/form-action.server.ts";
import { addCustomerNote } from "./add-note.server.ts";

export const CUSTOMER_BUTTONS: Buttons<Admin> = {
  "": {
    operation: addCustomerNote,
    done: "Note added",
    refused: (refusal, form) => {
      // The page of a customer who was erased meanwhile cannot show its form.
      if (refusal.code === "not_found") throw refusalPage(refusal);
      return actionError(refusal, form);
    },
  },
};
