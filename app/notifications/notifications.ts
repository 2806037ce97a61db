/** Every event with a mail to people: the ids for the mail, and its recipient. */

/** A job has only ids: the text is written later, so no personal data waits. `week`: a week's Monday. */
type Ids = Record<"eventId" | "chargeId" | "creditId" | "actId", number> &
  Record<
    | "bookingId"
    | "batchId"
    | "exceptionId"
    | "claimId"
    | "noticeId"
    | "payeeId"
    | "week"
    | "linkId"
    | "messageId"
    | "receiverMessageId"
    | "replyId"
    | "orderId"
    | "storeId"
    | "keyId"
    | "endpointId"
    | "businessId"
    | "inviteId"
    | "pickupId"
    | "invoiceId",
    string
  >;

type Recipient =
  | "sender"
  | "receiver"
  | "payee"
  | "referrer"
  | "requester"
  | "company"
  | "writer"
  | "store"
  | "business"
  | "invited"
  | "maker";

type Rule = {
  /** Ids of rows. The message is about the first row: the erasure of its person deletes the message, too. */
  about: readonly [keyof Ids, ...(keyof Ids)[]];
  to: Recipient;
};

/**
 * The rules of all events. Stored jobs and mails contain the names of events and of the fields in `about`. A
 * renamed event or field loses the waiting jobs.
 */
export const NOTIFICATIONS = {
  // The statement that stores a booking (parcels/bookings/store-booking.server.ts) queues this event.
  // notify() does not.
  booking_made: { about: ["bookingId"], to: "sender" },
  // BULK-7: one mail about all bookings of a batch.
  batch_booked: { about: ["batchId"], to: "sender" },
  status_changed: { about: ["bookingId", "eventId"], to: "sender" },
  booking_corrected: { about: ["bookingId", "eventId"], to: "sender" },
  price_set: { about: ["bookingId", "chargeId"], to: "sender" },
  booking_paid: { about: ["bookingId"], to: "sender" },
  run_incident: { about: ["bookingId", "exceptionId"], to: "sender" },
  claim_opened: { about: ["bookingId", "claimId"], to: "sender" },
  claim_decided: { about: ["bookingId", "claimId"], to: "sender" },
  less_agreed: { about: ["bookingId", "exceptionId"], to: "sender" },
  receiver_chose: { about: ["bookingId", "eventId"], to: "sender" },
  // tellReceivers() (tell-receivers.server.ts) queues this event. The job has the id of the message.
  receiver_message: { about: ["bookingId", "receiverMessageId"], to: "receiver" },
  notice_not_found: { about: ["bookingId", "noticeId"], to: "sender" },
  payee_account: { about: ["payeeId"], to: "payee" },
  settlement_statement: { about: ["payeeId", "week"], to: "payee" },
  referral_credit: { about: ["creditId"], to: "referrer" },
  email_link: { about: ["linkId"], to: "requester" },
  contact_received: { about: ["messageId"], to: "company" },
  contact_copy: { about: ["messageId"], to: "writer" },
  contact_reply: { about: ["replyId"], to: "writer" },
  store_hidden: { about: ["storeId"], to: "store" },
  store_shown: { about: ["storeId"], to: "store" },
  // BUSINESS-1: an application was approved or refused.
  business_opened: { about: ["businessId"], to: "business" },
  business_invited: { about: ["inviteId"], to: "invited" },
  invoice_issued: { about: ["invoiceId"], to: "business" },
  invoice_reminder: { about: ["invoiceId"], to: "business" },
  // PICKUP-5: the office decided about a regular pickup, changed it, or skipped a day.
  regular_pickup: { about: ["pickupId", "actId"], to: "sender" },
  order_received: { about: ["orderId"], to: "store" },
  api_key_made: { about: ["keyId"], to: "maker" },
  webhook_disabled: { about: ["endpointId"], to: "maker" },
  api_key_elsewhere: { about: ["keyId"], to: "maker" },
} as const satisfies Record<string, Rule>;

export type NotifiedEvent = keyof typeof NOTIFICATIONS;
export type About<E extends NotifiedEvent> = Pick<Ids, (typeof NOTIFICATIONS)[E]["about"][number]>;
