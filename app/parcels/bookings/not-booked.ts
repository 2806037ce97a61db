/** The message after an unexpected error. It is apart from messages.ts, so that /book loads no other file for it. */
export const NOT_BOOKED = "Booking failed. There was a problem with your submission. Please try again.";
