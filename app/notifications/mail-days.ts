/**
 * The texts of mails and of messages to receivers are deleted after `MAIL_TEXT_DAYS` days. The rows of these mails and
 * messages are deleted after `MAIL_DAYS` days.
 */
export const MAIL_TEXT_DAYS = 30;
export const MAIL_DAYS = 365;
