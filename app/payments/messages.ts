/** What refusals of payments say, by reason. */
import { formatNaira } from "../domain/money.ts";
import { refusals } from "../platform/operations/refusals.ts";

/** Said when something nobody foresaw goes wrong. */
export const NOT_RECORDED = "Nothing was recorded. Please try again.";

export const refuse = refusals({
  no_price: { amount: "Set a price first." },
  all_paid: { amount: "Everything has been paid." },
  more_than_owed: ({ owedKobo }: { owedKobo: number }) => ({
    amount: `This is more than is owed: ${formatNaira(owedKobo)}.`,
  }),
  reference_recorded: ({ on }: { on: string }) => ({
    reference: `This reference is recorded already, on ${on}.`,
  }),
  unknown_payment: "This payment is not one of this booking.",
  reversed_before: "This payment was reversed already.",
  day_to_come: { paidOn: "This day is in the future. Choose today or an earlier day." },
  unknown_receipt: "This receipt does not exist.",
  nothing_left: "Nothing is left to pay.",
  more_than_left: ({ leftKobo }: { leftKobo: number }) => ({
    amount: `This is more than is left to pay: ${formatNaira(leftKobo)}.`,
  }),
  notice_open: "You told us already. We are looking for your payment.",
  notice_closed: "Someone else answered this. Load the page again.",
  problem_closed: "Someone else dealt with this. Load the page again.",
});
