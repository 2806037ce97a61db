/** What the forms of a booking's money page do. */
import { staffForm, superAdminForm } from "../activity-log/staff-forms.server.ts";
import { applyRequote } from "../prices/requote.server.ts";
import { setPrice } from "../prices/set-price.server.ts";
import { paymentForm, priceForm, requoteForm, reversalForm } from "./money-form.ts";
import { recordPayment, reversePayment } from "./payments.server.ts";

const SET_PRICE = { permission: "setPrice", title: "Price set" } as const;

/** By the button's value; `of` is the booking's code. */
export const MONEY_FORMS = {
  price: staffForm({ ...SET_PRICE, schema: priceForm }, ({ price, ...rest }, { services, admin, of, key }) =>
    setPrice(services, admin, { code: of, kobo: price, ...rest }, key),
  ),
  requote: staffForm({ ...SET_PRICE, schema: requoteForm }, (input, { services, admin, of, key }) =>
    applyRequote(services, admin, { code: of, ...input }, key),
  ),
  payment: staffForm(
    { permission: "recordPayments", title: "Payment recorded", schema: paymentForm },
    ({ amount, ...rest }, { services, admin, of, key }) =>
      recordPayment(services, admin, { code: of, kobo: amount, ...rest }, key),
  ),
  reverse: superAdminForm(
    {
      permission: "reversePayments",
      title: "Payment reversed",
      schema: reversalForm,
      wrong: "Choose the payment to reverse.",
    },
    (input, { services, superAdmin, of, key }) =>
      reversePayment(services, superAdmin, { code: of, ...input }, key),
  ),
};
