/** Every kind of mail and who renders it: a new kind is added to `MailJob`, here, and to `subjectOf` (mail-worker.server.ts). */
import { emailLinkMail } from "../app/auth/account-mails.server.tsx";
import {
  bookingCorrectedMail,
  bookingMadeMail,
  statusChangedMail,
} from "../app/bookings/booking-mails.server.tsx";
import { contactReceivedMail, contactReplyMail } from "../app/contact/contact-mails.server.tsx";
import { bookingPaidMail, claimNotFoundMail, priceSetMail } from "../app/payments/payment-mails.server.tsx";
import { referralCreditMail } from "../app/referrals/reward-mails.server.tsx";
import { orderReceivedMail } from "../app/orders/order-mails.server.tsx";
import { payeeAccountMail, statementMail } from "../app/settlements/settlement-mails.server.tsx";
import type { MailRenderers } from "../app/platform/mail/mail-worker.server.ts";

export const mailKinds: MailRenderers = {
  booking_made: (services, job) => bookingMadeMail(services, job.deliveryId),
  status_changed: ({ db, origin }, job) => statusChangedMail(db, origin, job.deliveryId, job.eventId),
  booking_corrected: ({ db, origin }, job) => bookingCorrectedMail(db, origin, job.deliveryId, job.eventId),
  price_set: (services, job) => priceSetMail(services, job.deliveryId, job.chargeId),
  booking_paid: (services, job) => bookingPaidMail(services, job.deliveryId),
  claim_not_found: (services, job) => claimNotFoundMail(services, job.deliveryId, job.claimId),
  payee_account: (services, job) => payeeAccountMail(services, job.payeeId),
  referral_credit: (services, job) => referralCreditMail(services, job.creditId),
  settlement_statement: (services, job) => statementMail(services, job.payeeId, job.week),
  email_link: (services, job) => emailLinkMail(services, job.linkId),
  contact_received: ({ db, origin }, job) => contactReceivedMail(db, origin, job.messageId),
  contact_reply: ({ db }, job) => contactReplyMail(db, job.replyId),
  order_received: ({ db, origin }, job) => orderReceivedMail(db, origin, job.orderId),
};
