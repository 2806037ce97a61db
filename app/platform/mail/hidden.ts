/** RECEIVER-5: what stands in a mail's text in place of a secret until it is sent. Pure. */
import type { Mail } from "./mailer.server.ts";

export const HIDDEN = "••••";

/** The mail as it leaves: with its secret. What is stored of it keeps the dots. */
export const withSecret = ({ secret, ...mail }: Mail): Mail =>
  secret
    ? { ...mail, text: mail.text.replaceAll(HIDDEN, secret), html: mail.html.replaceAll(HIDDEN, secret) }
    : mail;
