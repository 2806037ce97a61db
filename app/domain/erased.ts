/**
 * The values that replace a person whose data was erased. The columns may not be empty; the address cannot receive mail
 * (RFC 2606).
 */
export const NOT_STORED = "Not kept";

export const DELETED_EMAIL = "deleted-customer@account.invalid";

export const DELETED_SENDER = {
  senderName: "Deleted customer",
  senderEmail: DELETED_EMAIL,
  senderPhone: NOT_STORED,
  senderAddress: NOT_STORED,
  staffNote: null,
} as const;

/** The receiver of a booking and the sender's description: erased when the delivery no longer needs them. */
export const ERASED_RECEIVER = {
  receiverName: NOT_STORED,
  receiverPhone: NOT_STORED,
  receiverEmail: null,
  receiverAddress: NOT_STORED,
  packageDescription: NOT_STORED,
  shareDescription: false,
  staffNote: null,
} as const;

/** The buyer of an order; the state stays, as in a booking. */
export const ERASED_BUYER = {
  buyerName: null,
  buyerPhone: null,
  deliveryAddress: null,
  landmark: null,
  formHash: null,
} as const;

/** The bank account of somebody who is paid out. */
export const ERASED_ACCOUNT = {
  bank: null,
  accountName: null,
  accountNumber: null,
  accountSince: null,
} as const;

/** What a sender and staff wrote about a payment by transfer; day, amount and outcome stay. */
export const ERASED_NOTICE = { reference: null, reason: null, formHash: null } as const;

/** Who drove a run, and what was written about it; hubs, times and the fee stay. */
export const ERASED_RUN = {
  driverName: null,
  driverPhone: null,
  plate: null,
  sealNote: null,
  closeNote: null,
  closedByName: null,
  closedByUserId: null,
} as const;

/** What was written in a claim, and who worked on it; kind, times, outcome and amounts stay. */
export const UNNAMED_CLAIM = {
  words: null,
  decision: null,
  openedByName: NOT_STORED,
  decidedByUserId: null,
  decidedByName: null,
} as const;

/** What was written about an exception; kind, times and the reason of its end stay. */
export const ERASED_EXCEPTION = { note: null, deskNote: null, details: null, closeNote: null } as const;
export const UNNAMED_EXCEPTION = {
  ...ERASED_EXCEPTION,
  openedByName: NOT_STORED,
  closedByUserId: null,
  closedByName: NOT_STORED,
} as const;
