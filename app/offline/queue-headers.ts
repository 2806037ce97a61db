/** The headers that a browser's send queue and the server exchange. */

/** The request header that names the owner of the entry (device-owner.ts). */
export const ENTRY_OWNER_HEADER = "Ona-Owner";
/**
 * The response header with the reason of a refusal, URI-encoded, because the queue cannot read the text of a page.
 */
export const ERROR_HEADER = "Ona-Form-Error";
