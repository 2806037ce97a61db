/** The refusals of a receiver's report 'I did not get this', by reason. */
import { NOT_RECEIVED_HOURS } from "../../domain/claims.ts";
import { refusals } from "../../platform/operations/refusals.ts";

export const refuse = refusals({
  not_delivered: "The parcel is not delivered, as far as we know. Call us if you have a question.",
  too_late: `The delivery was more than ${NOT_RECEIVED_HOURS} hours ago. Call us: we look into it all the same.`,
  told_before: "You told us already. What became of it is on this page.",
});
