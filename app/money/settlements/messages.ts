/** The messages of refused requests about cash on delivery and payouts, by reason. */
import { formatNaira } from "../../domain/money.ts";
import { refusals } from "../../platform/operations/refusals.ts";

export const refuse = refusals({
  unknown_holder: { holder: "Choose who has the cash." },
  goes_back:
    "The parcel goes back to its sender: nothing is collected from the receiver. Record what the sender pays under Payments.",
  nothing_to_collect: "There is nothing to collect for this booking.",
  nothing_paid: { amount: "Enter an amount above ₦0." },
  not_delivered: { amount: "Set the booking to Delivered first." },
  all_collected: { amount: "Everything has been collected." },
  more_than_left: ({ leftKobo }: { leftKobo: number }) => ({
    amount: `This is more than is left to collect: ${formatNaira(leftKobo)}.`,
  }),
  less_without_reason: { reason: "Choose why less was collected than asked." },
  reference_recorded: { reference: "This reference is recorded already." },
  unknown_collection: "This collection does not belong to this booking.",
  reversed_before: "This collection was reversed already.",
  unknown_payee: "We do not know this payee. Open them from the list.",
  no_account: "This payee has no bank account yet. Ask them to add one.",
  changed_meanwhile: "Something changed while the page was open. Load the page again, then check it.",
  more_than_owed: ({ owedKobo }: { owedKobo: number }) => ({
    amount: `This is more than is owed: ${formatNaira(owedKobo)}.`,
  }),
  more_than_payable: ({ payableKobo }: { payableKobo: number }) => ({
    amount: `Riders have not paid in all of it yet, or a claim freezes some of it. Up to ${formatNaira(payableKobo)} can be paid out now.`,
  }),
  nobody_chosen: "Tick at least one payee.",
  batch_reference_recorded: ({ batch }: { batch: number }) =>
    `A payout with a reference that begins with PAY${batch} is recorded already. Nothing was paid out.`,
  no_payouts: "There is nothing to pay in this file.",
  account_changed_since: ({ names }: { names: readonly string[] }) =>
    `${names.join(", ")}: the bank account changed after this payout was recorded. Reverse that payout, then take the file again.`,
  unknown_payout: "This payout does not belong to this payee.",
  payout_reversed_before: "This payout was reversed already.",
  not_your_store: "This is not one of your stores.",
});
