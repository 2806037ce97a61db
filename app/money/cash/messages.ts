/** The messages of refused requests about cash, by reason. */
import { refusals } from "../../platform/operations/refusals.ts";

export const NOT_RECORDED = "Nothing was recorded. Please try again.";
export const UNKNOWN_HOLDER = "We do not know this account of cash. Open it from the list.";

export const refuse = refusals({
  unknown_holder: UNKNOWN_HOLDER,
  unknown_hub: { hub: "Choose a hub." },
  no_rider: "Only a rider pays in. Open the account of the rider.",
  nothing_counted: { n1000: "Enter how many notes you counted." },
  second_person: ({ run }: { run: string }) =>
    `You closed ${run}. Somebody else at this hub counts the cash of its rider.`,
  only_hubs: "Only a hub pays expenses.",
  unknown_approver: { approver: "Choose who approved it." },
  reference_recorded: { reference: "This reference is recorded already." },
  unknown_entry: "This entry is not in this account.",
  not_alone: "What was collected is reversed on the page of its parcel, so that the sender's money follows.",
  reversed_before: "This entry was taken back already.",
});
