/** The buttons of the forms about messages: each button's operation and success message. */
import type { Admin, Customer, Guest } from "../../access/actor.ts";
import { actionError } from "../../platform/http/form.server.ts";
import { button, type FormButton, type Buttons } from "../../platform/http/form-action.server.ts";
import { refusalText, refuse } from "../../platform/http/result.ts";
import { MAIL_AGAIN } from "../../people/refused-mail/mail-again.server.ts";
import { markRead, replyToMessage } from "./answer-message.server.ts";
import { MARKED_AS_READ } from "./marked-as-read.ts";
import { NOT_REPLIED, NOT_UPDATED } from "./messages.ts";
import { requestPurchase, sendContactMessage } from "./send-message.server.ts";

type Writer = Customer | Guest;

const done = () =>
  ({
    tone: "good",
    title: "Message sent!",
    text: "We've received your message and will get back to you soon.",
  }) as const;

export const CONTACT_BUTTONS: Buttons<Writer> = { "": { operation: sendContactMessage, done } };
export const PURCHASE_BUTTONS: Buttons<Writer> = { "": { operation: requestPurchase, done } };

const refused: FormButton<Admin>["refused"] = (refusal, form) =>
  actionError(
    refusal.code === "forbidden" ? refuse("forbidden", `${NOT_UPDATED} ${refusalText(refusal)}`) : refusal,
    form,
  );

export const INBOX_BUTTONS: Buttons<Admin, { marked: boolean }> = {
  "mail-again": MAIL_AGAIN,
  read: button({
    operation: markRead,
    done: ({ changed }) => (changed ? MARKED_AS_READ : null),
    refused,
  }),
  // The page's script sends this form when a message is opened. The response has no toast, because the page shows the
  // toast itself.
  opened: button({ operation: markRead, respond: ({ changed }) => ({ marked: changed }), refused }),
  reply: {
    operation: replyToMessage,
    done: () => ({ tone: "good", title: "Reply sent", text: "We email your reply within seconds." }),
    failed: NOT_REPLIED,
  },
};
