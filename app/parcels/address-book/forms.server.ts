/** The buttons of an address book. */
import { formUnlessGone as refused } from "../../platform/http/form.server.ts";
import { button, type Buttons } from "../../platform/http/form-action.server.ts";
import type { BookActor } from "./book-owner.server.ts";
import { addReceiver, deleteReceiver, editReceiver, saveFromBooking } from "./change-book.server.ts";

export const ADDRESS_BOOK_BUTTONS: Buttons<BookActor> = {
  add: button({ operation: addReceiver, done: "Receiver saved", refused }),
  edit: button({ operation: editReceiver, done: "Receiver saved", refused }),
  delete: button({ operation: deleteReceiver, done: "Receiver deleted", refused }),
  "from-booking": button({
    operation: saveFromBooking,
    done: ({ added }) => ({
      tone: added ? "good" : "plain",
      title: added ? "Receiver saved to your address book" : "This receiver is in your address book already",
    }),
    to: (_, __, { form }) => `/track?${new URLSearchParams({ code: form.rawValues["code"] ?? "" })}`,
    refused,
  }),
};
