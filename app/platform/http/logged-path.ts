/** Paths with a token. The log has only their patterns, because a log reader could open the page with the token. */
const WITH_TOKEN = /^\/(r|receipts|orders|live\/order|bookings)\/[^/]+/;

export const loggedPath = (path: string): string => path.replace(WITH_TOKEN, "/$1/:token");
