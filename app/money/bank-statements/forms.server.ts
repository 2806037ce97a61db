/** The buttons of the bank statement pages: the operation of each, and its success message. */
import type { Admin } from "../../access/actor.ts";
import { button, type Buttons } from "../../platform/http/form-action.server.ts";
import { chooseColumns, chooseHeading } from "./choose-columns.server.ts";
import { recordStatement } from "./record-statement.server.ts";
import { decideRows, matchAgain, removeStatement } from "./statements.server.ts";
import { uploadStatement } from "./upload-statement.server.ts";

const LIST = "/admin/payments/statements";

export const STATEMENTS_BUTTONS: Buttons<Admin> = {
  "": button({ operation: uploadStatement, done: "Statement uploaded", to: ({ id }) => `${LIST}/${id}` }),
};

export const STATEMENT_BUTTONS: Buttons<Admin> = {
  heading: {
    operation: chooseHeading,
    done: "Heading chosen",
    to: (_, { id }) => `${LIST}/${id}?columns=1`,
  },
  columns: { operation: chooseColumns, done: "Columns saved" },
  decide: {
    operation: decideRows,
    done: "Rows saved",
    to: (_, { id }, { request }) => `${LIST}/${id}${new URL(request.url).search}`,
  },
  match: { operation: matchAgain, done: "Matching again" },
  record: {
    operation: recordStatement,
    done: "Payments recorded",
    to: (_, { id }) => `${LIST}/${id}?show=repeated`,
  },
  remove: { operation: removeStatement, done: "Statement removed", to: () => LIST },
};
