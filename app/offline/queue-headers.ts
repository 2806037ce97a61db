/** Headers between a browser's send queue and the forms that it sends. */

/** A header of the request: the owner of the sent entry (device-owner.ts). */
export const OWNER_HEADER = "Ona-Owner";
/** A header of the response: the reason of a refusal, URI-encoded. The queue cannot read the reason from a page. */
export const ERROR_HEADER = "Ona-Form-Error";
