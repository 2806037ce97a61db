/** The values of an erased person in columns that may not be empty. The email address gets no mail (RFC 2606). */
export const NOT_STORED = "Not kept";

/** BUSINESS-1: the values of an application whose applicant has deleted the account. */
export const ERASED_BUSINESS = {
  ...{ name: NOT_STORED, address: NOT_STORED, phone: NOT_STORED, email: NOT_STORED },
  ...{ rcNumber: null, tin: null, reason: null, state: "refused" as const },
};

export const DELETED_EMAIL = "deleted-customer@account.invalid";

export const DELETED_SENDER = {
  senderName: "Deleted customer",
  senderEmail: DELETED_EMAIL,
  senderPhone: NOT_STORED,
  senderAddress: NOT_STORED,
  staffNote: null,
} as const;

/**
 * Values that replace the receiver's data and the description of the goods, once the delivery no longer needs them.
 */
export const ERASED_RECEIVER = {
  receiverName: NOT_STORED,
  receiverPhone: NOT_STORED,
  receiverEmail: null,
  receiverAddress: NOT_STORED,
  packageDescription: NOT_STORED,
  shareDescription: false,
  staffNote: null,
} as const;

/**
 * Values that replace the data of an order's buyer. The state of the address stays, as it does in a booking.
 */
export const ERASED_BUYER = {
  buyerName: null,
  buyerPhone: null,
  deliveryAddress: null,
  landmark: null,
  formHash: null,
} as const;

/** The values that replace the bank account of a payee. */
export const ERASED_ACCOUNT = {
  bank: null,
  accountName: null,
  accountNumber: null,
  accountSince: null,
} as const;

/** Values that replace the texts about a payment by transfer. The day, the amount and the outcome stay. */
export const ERASED_NOTICE = { reference: null, reason: null, formHash: null } as const;

/** Values that replace the driver and the notes of a run. The hubs, the times and the fee stay. */
export const ERASED_RUN = {
  driverName: null,
  driverPhone: null,
  plate: null,
  sealNote: null,
  closeNote: null,
  closedByName: null,
  closedByUserId: null,
} as const;

/**
 * CLAIM-6: values that replace a claim's texts and the names of staff. The kind, the times, the outcome and the amounts
 * stay.
 */
export const UNNAMED_CLAIM = {
  words: null,
  decision: null,
  openedByName: NOT_STORED,
  decidedByUserId: null,
  decidedByName: null,
} as const;

/** Values that replace an exception's texts. The kind, the times and the reason why it was closed stay. */
export const ERASED_EXCEPTION = { note: null, deskNote: null, details: null, closeNote: null } as const;
export const UNNAMED_EXCEPTION = {
  ...ERASED_EXCEPTION,
  openedByName: NOT_STORED,
  closedByUserId: null,
} as const;
