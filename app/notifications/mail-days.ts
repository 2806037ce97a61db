/**
 * After `MAIL_TEXT_DAYS` days the texts of mails and of messages to receivers are deleted, after `MAIL_DAYS` days their
 * rows.
 */
export const MAIL_TEXT_DAYS = 30;
export const MAIL_DAYS = 365;
