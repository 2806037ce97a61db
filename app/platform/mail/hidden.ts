/**
 * RECEIVER-5: a stored mail contains this placeholder in place of a secret. The secret is filled in only when the mail
 * is sent. Pure.
 */
import type { Mail } from "./mailer.server.ts";

export const HIDDEN = "••••";

/** Returns the mail with its secret filled in. The stored mail keeps the placeholder. */
export const withSecret = ({ secret, ...mail }: Mail): Mail =>
  secret
    ? { ...mail, text: mail.text.replaceAll(HIDDEN, secret), html: mail.html.replaceAll(HIDDEN, secret) }
    : mail;
