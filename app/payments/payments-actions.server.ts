/** What the forms of the page of payments do: for claims, online payments that do not match, and the bank account. */
import { staffForm, superAdminForm } from "../activity-log/staff-forms.server.ts";
import { accountForm, confirmForm, notFoundForm, problemForm } from "./claim-forms.ts";
import { confirmClaim, refuseClaim } from "./claims.server.ts";
import { saveCompanyAccount } from "./company-account.server.ts";
import { closePaymentProblem } from "./payment-problems.server.ts";

const permission = "recordPayments";

/** By the button's value; `of` is the booking's code, where there is one. */
export const PAYMENTS_FORMS = {
  account: superAdminForm(
    { permission: "manageBankAccount", title: "Bank account saved", schema: accountForm },
    (input, { services, superAdmin }) =>
      saveCompanyAccount(services, superAdmin, input).then(() => ({ ok: true })),
  ),
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
