/** Every event that people are notified of: the ids for the message, the recipient, the channel and the queue. */

/**
 * The ids that a job contains. The text of a message is written when it is sent, so that no personal data waits in a
 * queue. `week` is the Monday of a week.
 */
type Ids = Record<"eventId" | "chargeId" | "creditId", number> &
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
   * The ids of rows. The message is about the first row, so erasing the person of that row deletes the stored message,
   * too.
   */
  about: readonly [keyof Ids, ...(keyof Ids)[]];
  /**
   * The recipients. Each queue has its own workers. The queue `link` has the mails that a person waits for at the
   * screen.
   */
  tell: readonly { who: Recipient; by: "email"; queue: "mail" | "link" }[];
};

const mailTo = (who: Recipient, queue: "mail" | "link" = "mail") => [{ who, by: "email", queue }] as const;

/**
 * The rules of all events. Stored jobs and mails contain the names of events and of the fields in `about`, so
 * renaming one of these loses the waiting jobs.
 */
export const NOTIFICATIONS = {
  // The statement that stores a booking (parcels/bookings/store-booking.server.ts) queues this event, not notify().
  booking_made: { about: ["bookingId"], tell: mailTo("sender") },
  // BULK-7: one mail about all bookings of a batch.
  batch_booked: { about: ["batchId"], tell: mailTo("sender") },
  status_changed: { about: ["bookingId", "eventId"], tell: mailTo("sender") },
  booking_corrected: { about: ["bookingId", "eventId"], tell: mailTo("sender") },
  price_set: { about: ["bookingId", "chargeId"], tell: mailTo("sender") },
  booking_paid: { about: ["bookingId"], tell: mailTo("sender") },
  run_incident: { about: ["bookingId", "exceptionId"], tell: mailTo("sender") },
  claim_opened: { about: ["bookingId", "claimId"], tell: mailTo("sender") },
  claim_decided: { about: ["bookingId", "claimId"], tell: mailTo("sender") },
  less_agreed: { about: ["bookingId", "exceptionId"], tell: mailTo("sender") },
  receiver_chose: { about: ["bookingId", "eventId"], tell: mailTo("sender") },
  // This event is queued by tellReceivers() (tell-receivers.server.ts). The job has the id of the message.
  receiver_message: { about: ["bookingId", "receiverMessageId"], tell: mailTo("receiver") },
  notice_not_found: { about: ["bookingId", "noticeId"], tell: mailTo("sender") },
  payee_account: { about: ["payeeId"], tell: mailTo("payee") },
  settlement_statement: { about: ["payeeId", "week"], tell: mailTo("payee") },
  referral_credit: { about: ["creditId"], tell: mailTo("referrer") },
  email_link: { about: ["linkId"], tell: mailTo("requester", "link") },
  contact_received: { about: ["messageId"], tell: mailTo("company") },
  contact_copy: { about: ["messageId"], tell: mailTo("writer") },
  contact_reply: { about: ["replyId"], tell: mailTo("writer") },
  store_hidden: { about: ["storeId"], tell: mailTo("store") },
  store_shown: { about: ["storeId"], tell: mailTo("store") },
  // BUSINESS-1: an application was approved or refused.
  business_opened: { about: ["businessId"], tell: mailTo("business") },
  business_invited: { about: ["inviteId"], tell: mailTo("invited") },
  invoice_issued: { about: ["invoiceId"], tell: mailTo("business") },
  invoice_reminder: { about: ["invoiceId"], tell: mailTo("business") },
  order_received: { about: ["orderId"], tell: mailTo("store") },
  api_key_made: { about: ["keyId"], tell: mailTo("maker") },
  webhook_disabled: { about: ["endpointId"], tell: mailTo("maker") },
  api_key_elsewhere: { about: ["keyId"], tell: mailTo("maker") },
} as const satisfies Record<string, Rule>;

export type NotifiedEvent = keyof typeof NOTIFICATIONS;
export type About<E extends NotifiedEvent> = Pick<Ids, (typeof NOTIFICATIONS)[E]["about"][number]>;
