/** The payload of a mail job: what happened, by ids. The text is rendered when the mail is sent. */
export type MailJob =
  | { kind: "booking_made"; deliveryId: string }
  | { kind: "status_changed"; deliveryId: string; eventId: number }
  | { kind: "booking_corrected"; deliveryId: string; eventId: number }
  | { kind: "price_set"; deliveryId: string; chargeId: number }
  | { kind: "booking_paid"; deliveryId: string }
  | { kind: "claim_not_found"; deliveryId: string; claimId: string }
  | { kind: "payee_account"; payeeId: string }
  | { kind: "referral_credit"; creditId: number }
  | { kind: "settlement_statement"; payeeId: string; week: string }
  | { kind: "email_link"; linkId: string }
  | { kind: "contact_received"; messageId: string }
  | { kind: "contact_reply"; replyId: string }
  | { kind: "order_received"; orderId: string };
