/** What the forms of a booking's collection and of a payee do. */
import { staffForm, superAdminForm } from "../activity-log/staff-forms.server.ts";
import { recordCollection, reverseCollection } from "./collections.server.ts";
import { payOut, reversePayout } from "./payouts.server.ts";
import { collectionForm, entryReversalForm, payoutForm } from "./settlement-forms.ts";

/** By the button's value; `of` is the booking's code. */
export const COLLECTION_FORMS = {
  collect: staffForm(
    { permission: "recordPayments", title: "Collection recorded", schema: collectionForm },
    ({ amount, reason, ...rest }, { services, admin, of, key }) =>
      recordCollection(services, admin, { code: of, kobo: amount, reason: reason || null, ...rest }, key),
  ),
  reverse: superAdminForm(
    {
      permission: "reversePayments",
      title: "Collection reversed",
      schema: entryReversalForm,
      wrong: "Choose the collection to reverse.",
    },
    ({ entryId, reversalReason: reason }, { services, superAdmin, of, key }) =>
      reverseCollection(services, superAdmin, { code: of, entryId, reason }, key),
  ),
};

/** The same; `of` is the payee's id. */
export const PAYEE_FORMS = {
  payout: superAdminForm(
    { permission: "payOut", title: "Payout recorded", schema: payoutForm },
    ({ amount, ...rest }, { services, superAdmin, of, key }) =>
      payOut(services, superAdmin, { payeeId: of, kobo: amount, ...rest }, key),
  ),
  reverse: superAdminForm(
    { permission: "payOut", title: "Payout reversed", schema: entryReversalForm },
    ({ entryId, reversalReason: reason }, { services, superAdmin, of, key }) =>
      reversePayout(services, superAdmin, { payeeId: of, entryId, reason }, key),
  ),
};
