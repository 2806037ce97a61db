/** RECEIVER-5: the placeholder of a secret in a mail's text until it is sent. Pure. */
import type { Mail } from "./mailer.server.ts";

export const HIDDEN = "••••";

/** The mail as it is sent, with its secret. The stored mail keeps the dots. */
export const withSecret = ({ secret, ...mail }: Mail): Mail =>
  secret
    ? { ...mail, text: mail.text.replaceAll(HIDDEN, secret), html: mail.html.replaceAll(HIDDEN, secret) }
    : mail;
