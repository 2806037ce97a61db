/** The messages of refused requests about prices, by reason. */
import { formatNaira } from "../../domain/money.ts";
import { refusals } from "../../platform/operations/refusals.ts";

/** The messages after an unexpected error. */
export const NOT_STARTED = "No draft was started. Please try again.";
export const NOT_CHANGED = "Nothing was changed. Please try again.";

/** The message for a form that is sent again with the same idempotency key but other content. */
export const LIST_SENT_BEFORE =
  "You already sent this form with other details. Load the page again and repeat your change.";

export const LIST_GONE = "This price list was removed or the link is wrong.";

export const refuse = refusals({
  unknown_booking: "No booking has this code.",
  price_changed: "Someone else set a price. Load the page again, then check it.",
  below_paid: ({ paidKobo }: { paidKobo: number }) => ({
    price: `${formatNaira(paidKobo)} was paid already. Reverse a payment before you set a lower price.`,
  }),
  no_return: "The price has no return in it. Load the page again, then check it.",
  corrected_again: "The details were corrected again. Load the page again, then check it.",
  list_gone: LIST_GONE,
  list_published: ({ version }: { version: number }) =>
    `This list was published as version ${version} and stays as it is.`,
  draft_changed: "Someone else changed this draft. Load the page again, check it, then try again.",
  never_published: "This is a draft: it was never published.",
  not_valid: ({ why }: { why: string }) => why,
  unknown_zone: { zone: "Choose a zone" },
  too_many_zones: { zone: "You can have at most 12 zones." },
  gaps: ({ gaps }: { gaps: readonly string[] }) => gaps.join(" "),
  day_far_ahead: { validFrom: "This day is more than a year ahead. Choose an earlier day." },
  day_past: { validFrom: "This day is in the past. Choose today or a later day." },
  version_taken: ({ version }: { version: number }) =>
    `Version ${version} was published first. Compare with it, then publish again.`,
});
