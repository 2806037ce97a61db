/** The refusals about sending a message again, by reason. */
import { goneText } from "../../platform/operations/gone-text.ts";
import { refusals } from "../../platform/operations/refusals.ts";

export const refuse = refusals({
  no_such_message: goneText("This message"),
  told_already: "The same was sent or tried less than 10 minutes ago.",
  waits: "The same waits already, and is sent as soon as it may be.",
  not_true: "This is no longer true of the parcel, so it is not sent again.",
  off: "The sender or the receiver switched messages off.",
  no_channel: "No channel reaches this receiver. Call them.",
});
