/** The acts: one change of a ledger or a history. */
import { wordsOf } from "./words-of.ts";

/** The sources of acts. `earlier`: before acts were recorded. */
export const ACT_SOURCES = [
  "office",
  "scan",
  "phone",
  "sender",
  "receiver",
  "api",
  "program",
  "earlier",
] as const;
export type ActSource = (typeof ACT_SOURCES)[number];

/** The names of the kinds, as dispatch reads them. */
export const ACT_NAMES = {
  earlier: "Entered before acts were recorded",
  taken_back: "Taken back",
  booked: "Booked",
  corrected: "Details corrected",
  cancelled: "Cancelled",
  noted: "Noted",
  receiver_erased: "Receiver erased",
  status_set: "Status set",
  picked_up: "Picked up",
  picked_up_unbooked: "Picked up without a booking",
  pickup_counted: "Pickup counted",
  loaded: "Loaded",
  sealed: "Sealed",
  sent_out: "Sent out",
  received: "Received at a hub",
  handed_over: "Handed over",
  handed_in: "Handed to a hub",
  handed_to_rider: "Handed to a rider",
  received_from_rider: "Received from a rider",
  delivered: "Delivered",
  attempted: "Not delivered",
  corrected_deed: "Deed corrected",
  deed_kept: "Kept for dispatch",
  run_closed: "Run closed",
  incident: "Incident",
  rescheduled: "Planned again",
  day_moved: "New day",
  rider_left: "Rider left",
  transfer_asked: "Transfer asked about",
  exception_opened: "Exception found",
  exception_decided: "Exception decided",
  choice: "Receiver's choice",
  attempt_answered: "Attempt answered",
  not_received: "Not received",
  not_expected: "Not expected",
  message_failed: "Message not delivered",
  sender_decided: "Sender decided",
  claim_opened: "Claim opened",
  claim_decided: "Claim decided",
  claim_paid: "Claim paid",
  price_set: "Price set",
  price_accepted: "Price accepted",
  return_fee: "Return fee",
  paid: "Payment",
  payment_reversed: "Payment reversed",
  collected: "Cash on delivery",
  collection_reversed: "Collection reversed",
  paid_out: "Payout",
  payout_reversed: "Payout reversed",
  cash_counted: "Cash counted",
  cash_moved: "Cash moved",
  cash_corrected: "Cash corrected",
  invoiced: "Invoice",
  business_paid: "Business's payment",
  business_payment_reversed: "Business's payment reversed",
} as const;
export type ActKind = keyof typeof ACT_NAMES;
export const ACT_KINDS = wordsOf(ACT_NAMES);

const CAN_BE_TAKEN_BACK: ReadonlySet<ActKind> = new Set<ActKind>([
  "status_set",
  "picked_up",
  "picked_up_unbooked",
  "pickup_counted",
  "received",
  "handed_in",
  "handed_to_rider",
  "received_from_rider",
  "delivered",
  "attempted",
  "corrected_deed",
  "incident",
  "transfer_asked",
]);
/** ACT-2: true for an act of a kind that can be taken back. What any other act did is corrected by another act. */
export const canBeTakenBack = (kind: ActKind): boolean => CAN_BE_TAKEN_BACK.has(kind);
