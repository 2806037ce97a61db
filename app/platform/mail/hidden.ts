/** RECEIVER-5: the placeholder that stands for a secret in a mail's text until the mail is sent. Pure. */
import type { Mail } from "./mailer.server.ts";

export const HIDDEN = "••••";

/** The mail that is sent, with its secret in place of the dots. The stored mail keeps the dots. */
export const withSecret = ({ secret, ...mail }: Mail): Mail =>
  secret
    ? { ...mail, text: mail.text.replaceAll(HIDDEN, secret), html: mail.html.replaceAll(HIDDEN, secret) }
    : mail;
