/** The buttons of the pages about payments: the operation of each, and what staff read when it is done. */
import type { Admin } from "../access/actor.ts";
import type { Buttons } from "../platform/http/form-action.server.ts";
import { applyRequote } from "../prices/requote.server.ts";
import { setPrice } from "../prices/set-price.server.ts";
import { confirmClaim, refuseClaim } from "./claims.server.ts";
import { saveCompanyAccount } from "./company-account.server.ts";
import { closePaymentProblem } from "./payment-problems.server.ts";
import { recordPayment, reversePayment } from "./payments.server.ts";

/** Of a booking's money page. */
export const MONEY_BUTTONS: Buttons<Admin> = {
  price: { operation: setPrice, done: "Price set" },
  requote: { operation: applyRequote, done: "Price set" },
  payment: { operation: recordPayment, done: "Payment recorded" },
  reverse: { operation: reversePayment, done: "Payment reversed" },
};

/** Of the page of all payments. */
export const PAYMENTS_BUTTONS: Buttons<Admin> = {
  account: { operation: saveCompanyAccount, done: "Bank account saved" },
  confirm: { operation: confirmClaim, done: "Payment recorded" },
  "not-found": { operation: refuseClaim, done: "The sender is told" },
  "problem-done": { operation: closePaymentProblem, done: "Marked as dealt with" },
};
