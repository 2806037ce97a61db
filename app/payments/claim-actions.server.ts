/** What the forms of the page of payments do, for claims and for online payments that do not match. */
import { staffForm } from "../auth/staff-forms.server.ts";
import { confirmForm, notFoundForm, problemForm } from "./claim-forms.ts";
import { confirmClaim, refuseClaim } from "./claims.server.ts";
import { closePaymentProblem } from "./payment-problems.server.ts";

const permission = "recordPayments";

/** By the button's value; `of` is the booking's code. */
export const CLAIM_FORMS = {
  confirm: staffForm(
    { permission, title: "Payment recorded", schema: confirmForm },
    ({ amount, ...rest }, { services, admin, of, key }) =>
      confirmClaim(services, admin, { code: of, kobo: amount, ...rest }, key),
  ),
  "not-found": staffForm(
    { permission, title: "The sender is told", schema: notFoundForm },
    (input, { services, admin, of, key }) => refuseClaim(services, admin, { code: of, ...input }, key),
  ),
  "problem-done": staffForm(
    { permission, title: "Marked as dealt with", schema: problemForm },
    (input, { services, admin, of, key }) =>
      closePaymentProblem(services, admin, { code: of, ...input }, key),
  ),
};
