/** What refusals of bookings say, by reason. */
import { formatNaira } from "../domain/money.ts";
import { numberText } from "../platform/http/list-count.ts";
import { refusals } from "../platform/operations/refusals.ts";

export const refuse = refusals({
  unknown_booking: "This booking was removed or the link is wrong.",
  changed_meanwhile: ({ who, did }: { who: string; did: string }) =>
    `${who} ${did}. Check it, then try again.`,
  delivered: "This parcel is delivered. Its details can no longer be changed.",
  wrong_collect: ({ text }: { text: string }) => ({ collect: text }),
  other_price: ({ before, after }: { before: number; after: number }) => ({
    newPrice: `The price becomes ${formatNaira(after)}; it was ${formatNaira(before)}. Choose which one the sender pays.`,
  }),
  nothing_matches: "No booking matches now. Check the list again.",
  too_many_match: ({ most }: { most: number }) =>
    `This is more than ${numberText(most)} bookings. Use a filter to choose fewer.`,
});

/** Said of a key that changed a booking before, in another way. */
export const changedBefore = (what: string) =>
  `This form already changed a booking, so ${what}. Load the page again, then choose again.`;

/** Said when something nobody foresaw goes wrong. */
export const NOT_CORRECTED = "The booking was not corrected. Try again.";
