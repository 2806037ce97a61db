/** RECEIVER-5: the placeholder in a mail's text, which a secret replaces only when the mail is sent. Pure. */
import type { Mail } from "./mailer.server.ts";

export const HIDDEN = "••••";

/** The mail as it is sent, with its secret in place of the dots. The stored mail keeps the dots. */
export const withSecret = ({ secret, ...mail }: Mail): Mail =>
  secret
    ? { ...mail, text: mail.text.replaceAll(HIDDEN, secret), html: mail.html.replaceAll(HIDDEN, secret) }
    : mail;
