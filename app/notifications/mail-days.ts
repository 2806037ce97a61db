/**
 * The number of days after which texts of mails and of messages to receivers are deleted, and after which their rows
 * are deleted.
 */
export const MAIL_TEXT_DAYS = 30;
export const MAIL_DAYS = 365;
