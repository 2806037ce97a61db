/** Writes the mail of each event (app/notifications/notifications.ts). Features add their mails to the list here. */
import { emailLinkMail } from "../app/people/sign-in/account-mails.server.tsx";
import {
  bookingCorrectedMail,
  bookingMadeMail,
  statusChangedMail,
} from "../app/parcels/bookings/booking-mails.server.tsx";
import { batchBookedMail } from "../app/parcels/bulk/bulk-mails.server.tsx";
import {
  contactCopyMail,
  contactReceivedMail,
  contactReplyMail,
} from "../app/company/contact/contact-mails.server.tsx";
import { apiKeyElsewhereMail, apiKeyMadeMail } from "../app/developers/keys/key-mails.server.tsx";
import { webhookDisabledMail } from "../app/developers/webhooks/webhook-mail.server.tsx";
import { runIncidentMail } from "../app/care/exceptions/incident-mail.server.tsx";
import { passOnRefused } from "../app/parcels/messages/refused-mail.server.ts";
import type { MailTexts, OnRefused } from "../app/notifications/mail-worker.server.ts";
import { claimDecidedMail, claimOpenedMail } from "../app/care/claims/claim-mails.server.tsx";
import { lessAgreedMail } from "../app/parcels/bookings/less-mail.server.ts";
import { receiverChoseMail } from "../app/parcels/receiver-page/choice-mails.server.tsx";
import { regularPickupMail } from "../app/parcels/regular-pickups/pickup-mails.server.tsx";
import { receiverMessageMail } from "../app/parcels/messages/receiver-mails.server.tsx";
import { storeHiddenMail, storeShownMail } from "../app/stores/moderation/visibility-mails.server.tsx";
import { orderReceivedMail } from "../app/stores/orders/order-mails.server.tsx";
import {
  bookingPaidMail,
  noticeNotFoundMail,
  priceSetMail,
} from "../app/money/payments/payment-mails.server.tsx";
import {
  businessInvitedMail,
  businessOpenedMail,
  invoiceIssuedMail,
  invoiceReminderMail,
} from "../app/money/businesses/business-mails.server.tsx";
import { referralCreditMail } from "../app/money/referrals/reward-mails.server.tsx";
import { payeeAccountMail, statementMail } from "../app/money/settlements/settlement-mails.server.tsx";

export const mailTexts: MailTexts = {
  booking_made: bookingMadeMail,
  batch_booked: batchBookedMail,
  status_changed: statusChangedMail,
  booking_corrected: bookingCorrectedMail,
  price_set: priceSetMail,
  booking_paid: bookingPaidMail,
  run_incident: runIncidentMail,
  claim_opened: claimOpenedMail,
  claim_decided: claimDecidedMail,
  less_agreed: lessAgreedMail,
  receiver_chose: receiverChoseMail,
  receiver_message: receiverMessageMail,
  notice_not_found: noticeNotFoundMail,
  payee_account: payeeAccountMail,
  settlement_statement: statementMail,
  referral_credit: referralCreditMail,
  email_link: emailLinkMail,
  contact_received: contactReceivedMail,
  contact_copy: contactCopyMail,
  contact_reply: contactReplyMail,
  store_hidden: storeHiddenMail,
  store_shown: storeShownMail,
  business_opened: businessOpenedMail,
  business_invited: businessInvitedMail,
  invoice_issued: invoiceIssuedMail,
  invoice_reminder: invoiceReminderMail,
  regular_pickup: regularPickupMail,
  order_received: orderReceivedMail,
  api_key_made: apiKeyMadeMail,
  webhook_disabled: webhookDisabledMail,
  api_key_elsewhere: apiKeyElsewhereMail,
};

export const onRefusedMail: OnRefused = { receiver_message: passOnRefused };
