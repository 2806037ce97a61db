/** The sentences of refusals about messages to the company, by reason. */
import { refusals } from "../../platform/operations/refusals.ts";

export const NOT_UPDATED = "Failed to update message status.";
export const NOT_REPLIED = "Your reply was not sent. Please try again.";

/** The refusal of a form that was already sent with another message. */
export const MESSAGE_SENT_BEFORE =
  "We already have another message from this form. The text below is not sent yet. Press Send Message again to send it as a second message.";
export const REPLY_SENT_BEFORE =
  "You already sent a reply from this form. The text below is not sent yet. Send it again to send a second reply.";

export const refuse = refusals({
  message_gone: "This message was removed or the link is wrong.",
});
