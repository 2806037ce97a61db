/**
 * Paths with a token. The log has only their patterns, because a reader of the log could open a page with its token.
 */
const WITH_TOKEN = /^\/(r|receipts|orders|live\/order|bookings)\/[^/]+/;

export const loggedPath = (path: string): string => path.replace(WITH_TOKEN, "/$1/:token");
