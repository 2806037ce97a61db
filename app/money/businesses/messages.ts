/** The messages of refused requests about businesses, by reason. */
import { formatNaira } from "../../domain/money.ts";
import { waitText } from "../../platform/limits/wait-text.ts";
import { refusals } from "../../platform/operations/refusals.ts";

export const NOT_DONE = "Nothing was done. Please try again.";

export const refuse = refusals({
  no_such_business: "There is no such business. Open it from the list.",
  member_already: "You are a member of a business already. A person belongs to one business.",
  asked_already: "You applied already. We look at it and write to you.",
  decided_before: "This application was decided already. You changed nothing.",
  not_open: "This business has no open account.",
  changed_meanwhile: "A colleague changed this business meanwhile. Check it, then save again.",
  no_such_invite: "This invitation was withdrawn or is too old. Ask an owner of the business for a new one.",
  is_member: { email: "This person is a member already." },
  too_many_members: ({ most }: { most: number }) => `A business has at most ${most} members and invitations.`,
  no_such_member: "This person is no member. Load the page again.",
  last_owner: "A business needs an owner. Make somebody else an owner first.",
  nothing_to_invoice: "Nothing has been charged since the last invoice.",
  nothing_to_credit: "No price of an invoiced parcel has become lower since.",
  online_off: "Online payments are not available here.",
  nothing_open: "Nothing is open on your invoices.",
  page_opening: "The page of this payment is being opened. Try again in a moment.",
  too_many_tries: ({ retryAfterSeconds }: { retryAfterSeconds: number }) =>
    `You tried to pay too many times in a short time. ${waitText(retryAfterSeconds)}`,
  provider_away: ({ provider }: { provider: string }) =>
    `${provider} does not answer now. No money was taken. Try again in a moment.`,
  reference_recorded: { reference: "A payment with this reference is recorded already." },
  no_such_payment: "There is no such payment. Load the page again.",
  problem_closed: "Someone else already dealt with this payment. Load the page again.",
  reversed_before: "This payment was reversed already. You changed nothing.",
  no_price_list: "The company has no price list yet. Publish one first.",
  other_prices: ({ version }: { version: number }) =>
    `Agreement ${version} has this discount already. You changed nothing.`,
});

/** The reasons why a business cannot book on account now, in words for its member. Amounts are in kobo. */
export const whyNot = {
  notOpen: "The account of your business is not open. Choose another payer.",
  overdue: (number: string) =>
    `Invoice ${number} is overdue. Once it is paid you book on account again; until then choose another payer.`,
  overLimit: ({ leftKobo, priceKobo }: { leftKobo: number; priceKobo: number }) =>
    `${leftKobo > 0 ? `${formatNaira(leftKobo)} of the limit of your business is left` : "The limit of your business is used up"}, and this parcel costs ${formatNaira(priceKobo)}. Choose another payer, or pay an invoice first.`,
  /** The company has set the limit to 0, as it is for a business that was just opened. */
  noLimit: "No limit is set for your business yet. Call us to set one, or choose another payer.",
  /** The message for a clerk, who may not see amounts. */
  overLimitOfClerk:
    "This parcel does not fit what is left of the limit of your business. Choose another payer, or ask your manager.",
  noPrice: "This parcel has no fixed price, so it cannot go on account. Choose another payer.",
};
