/** What stands where a person was, once their data is erased. The columns may not be empty; the address can get no mail (RFC 2606). */
export const NOT_KEPT = "Not kept";

export const DELETED_EMAIL = "deleted-customer@account.invalid";

export const DELETED_SENDER = {
  senderName: "Deleted customer",
  senderEmail: DELETED_EMAIL,
  senderPhone: NOT_KEPT,
  senderAddress: NOT_KEPT,
} as const;

/** The other end of a booking and what its sender wrote: it goes when the parcel needs it no more. */
export const ERASED_RECEIVER = {
  receiverName: NOT_KEPT,
  receiverPhone: NOT_KEPT,
  receiverAddress: NOT_KEPT,
  packageDescription: NOT_KEPT,
  shareDescription: false,
} as const;
