/** RECEIVER-5: a mail's text has this placeholder for a secret, which is filled in only when the mail is sent. Pure. */
import type { Mail } from "./mailer.server.ts";

export const HIDDEN = "••••";

/** Returns the mail with its secret filled in. The stored mail keeps the placeholder, which is four dots. */
export const withSecret = ({ secret, ...mail }: Mail): Mail =>
  secret
    ? { ...mail, text: mail.text.replaceAll(HIDDEN, secret), html: mail.html.replaceAll(HIDDEN, secret) }
    : mail;
