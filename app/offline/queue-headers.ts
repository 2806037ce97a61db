/** Headers between the send queue of a browser and the forms that it sends. */

/** On the request: whose entry it is (device-owner.ts). */
export const OWNER_HEADER = "Ona-Owner";
/** On the response: why a form was refused, URI-encoded; the queue reads no page. */
export const ERROR_HEADER = "Ona-Form-Error";
