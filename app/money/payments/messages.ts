/** The messages of refused requests about payments, by reason. */
import { formatNaira } from "../../domain/money.ts";
import { waitText } from "../../platform/limits/wait-text.ts";
import { refusals } from "../../platform/operations/refusals.ts";

/** The messages after an unexpected error. */
export const NOTHING_SENT = "Nothing was sent. Please try again.";
export const NOT_RECORDED = "Nothing was recorded. Please try again.";

export const refuse = refusals({
  unknown_holder: { holder: "Choose who has the cash." },
  no_price: { amount: "Set a price first." },
  all_paid: { amount: "Everything has been paid." },
  more_than_owed: ({ owedKobo }: { owedKobo: number }) => ({
    amount: `This is more than is owed: ${formatNaira(owedKobo)}.`,
  }),
  reference_recorded: ({ on }: { on: string | null }) => ({
    reference: on ? `This reference is recorded already, on ${on}.` : "This reference is recorded already.",
  }),
  unknown_payment: "This payment is not one of this booking.",
  for_claim: "This was paid for a claim. Take it back on the claim.",
  deducted: "This was taken from the sender's cash on delivery. Waive the return: then it is owed again.",
  reversed_before: "This payment was reversed already.",
  day_to_come: { paidOn: "This day is in the future. Choose today or an earlier day." },
  unknown_receipt: "This receipt does not exist.",
  nothing_left: "Nothing is left to pay.",
  more_than_left: ({ leftKobo }: { leftKobo: number }) => ({
    amount: `This is more than is left to pay: ${formatNaira(leftKobo)}.`,
  }),
  notice_open: "You told us already. We are looking for your payment.",
  notice_closed: "Someone else already checked this transfer. Load the page again.",
  price_replaced: "The price has changed. Check the new price below.",
  online_off: "Paying online is switched off.",
  too_many_tries: ({ retryAfterSeconds }: { retryAfterSeconds: number }) =>
    `You tried to pay too many times in a short time. ${waitText(retryAfterSeconds)}`,
  provider_away: ({ provider }: { provider: string }) =>
    `${provider} is not answering. Nothing was taken. Try again in a minute, or pay another way.`,
  not_gone_through: "Your payment did not go through. Try again.",
  no_email: "Without the email of the sender this page takes no payment. Pay another way, or call us.",
  nothing_at_door: "Nothing is to be paid for this parcel any more.",
  no_receipt_email: "Paying online is not possible for this parcel. Pay at the door.",
  problem_open: "A payment came that does not match what is owed. Our staff will call you.",
  page_opening: "We are opening the payment page. Wait a few seconds, then try again.",
  problem_closed: "Someone else already dealt with this payment. Load the page again.",
});
