/** Headers between a browser's send queue and the forms that it sends. */

/** Of the request: the entry's owner (device-owner.ts). */
export const OWNER_HEADER = "Ona-Owner";
/** Of the response: the reason of a refusal, URI-encoded. The queue cannot read a page's text. */
export const ERROR_HEADER = "Ona-Form-Error";
