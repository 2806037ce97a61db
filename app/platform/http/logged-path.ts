/** A path in the log: its pattern if it contains a token, which would open the page for readers of the log. */
const WITH_TOKEN = /^\/(r|receipts|orders|live\/order|bookings)\/[^/]+/;

export const loggedPath = (path: string): string => path.replace(WITH_TOKEN, "/$1/:token");
