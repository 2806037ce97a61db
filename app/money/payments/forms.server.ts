/** The buttons of the payment pages. Each has an operation and a success message. */
import { redirect } from "react-router";
import type { Admin, Customer, Guest } from "../../access/actor.ts";
import { refusalPage } from "../../platform/http/form.server.ts";
import { button, type Buttons } from "../../platform/http/form-action.server.ts";
import { applyRequote } from "../prices/requote.server.ts";
import { setPrice } from "../prices/set-price.server.ts";
import { confirmNotice, sendNotice, refuseNotice } from "./transfer-notices.server.ts";
import { saveCompanyAccount } from "./company-account.server.ts";
import { startOnlinePayment } from "./online-payments.server.ts";
import { closePaymentProblem, closeTakenBack } from "./payment-problems.server.ts";
import { recordPayment, reversePayment } from "./payments.server.ts";
import { acceptPrice } from "./receipt.server.ts";
import { waiveReturn } from "./return-charge.server.ts";

export const MONEY_BUTTONS: Buttons<Admin> = {
  price: { operation: setPrice, done: "Price set" },
  waive: { operation: waiveReturn, done: "Return waived" },
  requote: { operation: applyRequote, done: "Price set" },
  payment: { operation: recordPayment, done: "Payment recorded" },
  reverse: { operation: reversePayment, done: "Payment reversed" },
};

export const RECEIPT_BUTTONS: Buttons<Customer | Guest, Response> = {
  // The receipt cannot show an error beside the price, so a refusal is shown on a separate page.
  "": {
    operation: acceptPrice,
    done: () => null,
    refused: (refusal) => {
      throw refusalPage(refusal);
    },
  },
  claim: { operation: sendNotice, done: () => null, to: (_, { token }) => `/receipts/${token}#transfer` },
  pay: button({
    operation: startOnlinePayment,
    respond: ({ page }, { params }) => redirect(page ?? `/receipts/${params["token"]}`),
  }),
};

export const ACCOUNT_BUTTONS: Buttons<Admin> = {
  account: { operation: saveCompanyAccount, done: "Bank account saved" },
};

export const PAYMENTS_BUTTONS: Buttons<Admin> = {
  confirm: { operation: confirmNotice, done: "Payment recorded" },
  "not-found": { operation: refuseNotice, done: "The sender is told" },
  "problem-done": { operation: closePaymentProblem, done: "Marked as dealt with" },
  "taken-back-done": { operation: closeTakenBack, done: "Marked as dealt with" },
  reverse: { operation: reversePayment, done: "Payment reversed" },
};
