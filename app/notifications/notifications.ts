/** Every event that leads to a mail: the ids for the mail, and its recipient. */

/**
 * The ids in a job. The text is written later, so no personal data waits in a queue. `week` is the Monday of a week.
 */
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
  /**
   * The names of ids in the job. The first id identifies the row that the mail is about: when that row's person is
   * erased, the mail is deleted too.
   */
  about: readonly [keyof Ids, ...(keyof Ids)[]];
  to: Recipient;
};

/**
 * The facts about all events. Stored jobs and mails contain the names of events and of the fields in `about`. If an
 * event or a field is renamed, the waiting jobs are lost.
 */
export const NOTIFICATIONS = {
  // Not queued by notify() but by the statement that stores a booking (parcels/bookings/store-booking.server.ts).
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
  // Queued by tellReceivers() (tell-receivers.server.ts). The job has the id of the message.
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
