/** Headers between a browser's send queue and the forms that it sends. */

/** A header of the request: the entry's owner (device-owner.ts). */
export const ENTRY_OWNER_HEADER = "Ona-Owner";
/** A header of the response: the refusal's reason, URI-encoded. The queue cannot read a page's text. */
export const ERROR_HEADER = "Ona-Form-Error";
