/** This message is in a separate file, so that /book does not load messages.ts. */
export const NOT_BOOKED = "Booking failed. There was a problem with your submission. Please try again.";
