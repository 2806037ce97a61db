/** LINK-8: sign-in links are not stored. */
import type { Mail } from "../platform/mail/mailer.server.ts";
import type { NotifiedEvent } from "./notifications.ts";

/**
 * LINK-8: returns the mail as it is stored. The database has only the hash of a sign-in link, so the stored mail
 * lacks the link. This function is not called without a mail server, because people then read the stored mails at
 * /mailbox.
 */
export function withoutSignInLink(event: NotifiedEvent, mail: Mail): Mail {
  return event === "email_link" ? { ...mail, text: "The link is not kept.", html: "" } : mail;
}
