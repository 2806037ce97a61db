/**
 * Matches paths that contain a token. The log contains ':token' instead, because with the token a reader of the log
 * could open the page.
 */
const WITH_TOKEN = /^\/(r|receipts|orders|live\/order|bookings)\/[^/]+/;

export const loggedPath = (path: string): string => path.replace(WITH_TOKEN, "/$1/:token");
