/** What the log says of a path: its pattern where a token is in it, which opens the page for whoever reads the log. */
const WITH_TOKEN = /^\/(r|receipts|orders|live\/order|bookings)\/[^/]+/;

export const loggedPath = (path: string): string => path.replace(WITH_TOKEN, "/$1/:token");
