/** RECEIVER-5: the placeholder in a mail's text for a secret, which is filled in only when the mail is sent. Pure. */
import type { Mail } from "./mailer.server.ts";

export const HIDDEN = "••••";

/** The mail with its secret. The stored mail keeps the dots. */
export const withSecret = ({ secret, ...mail }: Mail): Mail =>
  secret
    ? { ...mail, text: mail.text.replaceAll(HIDDEN, secret), html: mail.html.replaceAll(HIDDEN, secret) }
    : mail;
