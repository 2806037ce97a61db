/** Headers between a browser's send queue and the forms that it sends. */

/** On the request: the owner of the entry (device-owner.ts). */
export const OWNER_HEADER = "Ona-Owner";
/** On the response: the reason of a refusal, URI-encoded. The queue reads no page. */
export const ERROR_HEADER = "Ona-Form-Error";
