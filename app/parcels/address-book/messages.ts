import { numberText } from "../../platform/http/list-count.ts";
import { refusals } from "../../platform/operations/refusals.ts";

export const refuse = refusals({
  not_your_store: "This is not one of your stores.",
  receiver_gone: "This receiver is not in your address book any more.",
  book_full: ({ most }: { most: number }) =>
    `Your address book has ${numberText(most)} receivers, which is all that it takes. Delete some first.`,
  booking_gone: "We did not find this booking among yours.",
  not_kept: "The receiver of this booking is not kept any more.",
});
