/** Headers between the outbox of a browser and the booking form. */

/** On the request: whose booking it is (device-owner.ts). */
export const OWNER_HEADER = "Ona-Owner";
/** On the response: why the booking was refused, URI-encoded; the outbox reads no page. */
export const ERROR_HEADER = "Ona-Form-Error";
