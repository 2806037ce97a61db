/** The days for which mails and messages to receivers are kept. */
export const MAIL_TEXT_DAYS = 30;
export const MAIL_DAYS = 365;
