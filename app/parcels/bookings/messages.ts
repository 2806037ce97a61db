/** The messages of refused requests about bookings, by reason. */
import type { Company } from "../../domain/company.ts";
import { deliveryProblem, pickupProblem } from "../../domain/served-states.ts";
import { formatNaira } from "../../domain/money.ts";
import { nearDay } from "../../domain/promise.ts";
import { isOnAccount, type PaysDelivery } from "../../domain/pays-delivery.ts";
import { readableTrackingCode } from "../../domain/tracking-code.ts";
import { numberText } from "../../platform/http/list-count.ts";
import { refusals } from "../../platform/operations/refusals.ts";

export type CallText = { call: string };

export const refuse = refusals({
  unknown_order: "This order was removed or the link is wrong.",
  unknown_referral: { referralCode: "We do not know this referral code. Check it, or leave it empty." },
  own_referral: {
    referralCode: "This is your own referral code. Share it with a friend, or leave the field empty.",
  },
  other_total: ({ totalKobo }: { totalKobo: number }) => ({
    collect: `The total of the order is ${formatNaira(totalKobo)}.`,
  }),
  unserved: (states: { from?: string | undefined; to?: string | undefined }) => ({
    ...(states.from && { senderState: states.from }),
    ...(states.to && { receiverState: states.to }),
  }),
  closed_hub: { dropOffHub: "This hub takes no parcels now. Choose another, or let us pick it up." },
  no_pickup: ({ day, first, last }: { day: string; first: string; last: string }) => ({
    pickupDay: `We cannot pick up there on ${nearDay(day)}. Choose a day on which we work, from ${nearDay(first)} to ${nearDay(last)}.`,
  }),
  half_over: ({ day }: { day: string }) => ({
    pickupHalf: `The morning of ${nearDay(day)} is over. Choose another day, or another time of day.`,
  }),
  nobody_collects: { paysDelivery: "Nobody collects the price on the way yet. Pay it before pickup." },
  stays_on_account: {
    paysDelivery: "A parcel that was booked on account stays so, and others cannot become so. Book it again.",
  },
  not_a_member: { paysDelivery: "Only members of a business book on account. Choose another payer." },
  not_on_account: ({ why }: { why: string }) => ({ paysDelivery: why }),
  no_collect_for_business: {
    collect: "We do not collect money for parcels of a business yet. Book this one for yourself.",
  },
  pieces_moved: ({ field }: { field: "pieces" | "paysDelivery" }) => ({
    [field]: "A piece has left the sender already, so this can no longer be changed.",
  }),
  no_such_piece: { piece: "The booking has no such piece. Load the page again." },
  sticker_taken: ({ on }: { on: string }) => ({
    sticker: `This sticker is on ${on} already. Take another one.`,
  }),
  not_on_the_way: "This parcel is not on its way, so it has no day.",
  day_over: { newDay: "This day is over. Choose a later one." },
  day_far: ({ most }: { most: number }) => ({ newDay: `Choose a day of the next ${most}.` }),
  day_closed: ({ next }: { next: string }) => ({
    newDay: `We do not deliver on this day. The next one is ${next}.`,
  }),
  unknown_booking: "This booking was removed or the link is wrong.",
  changed_meanwhile: ({ who, did }: { who: string; did: string }) =>
    `${who} ${did}. Check it, then try again.`,
  correct_instead: "This status cannot be undone. Correct it instead: set the right one.",
  is_delivered: "This parcel is delivered. Its details can no longer be changed.",
  wrong_collect: ({ text }: { text: string }) => ({ collect: text }),
  other_price: ({ before, after }: { before: number; after: number }) => ({
    newPrice: `The price becomes ${formatNaira(after)}; it was ${formatNaira(before)}. Choose which one the sender pays.`,
  }),
  was_cancelled: "You cancelled this parcel already.",
  not_pending: ({ call }: CallText) =>
    `We have this parcel already, so you can no longer change or cancel it yourself. ${call}`,
  label_printed: ({ call }: CallText) =>
    `The waybill is printed already, so this page can no longer change the details. ${call}`,
  changed_by_staff: "Our staff changed this booking meanwhile. Check the details, then save again.",
  price_by_staff: ({ call }: CallText) =>
    `Our staff set this price by hand, so only they can change what it depends on. ${call}`,
  price_on_request: ({ call }: CallText) =>
    `We have no fixed price for this change. We tell you the price on the phone. ${call}`,
  less_than_paid: ({ after, paidKobo, call }: CallText & { after: number; paidKobo: number }) =>
    `The price becomes ${formatNaira(after)}, and you paid ${formatNaira(paidKobo)} already. We pay back the rest. ${call}`,
  price_changes: ({ before, after }: { before: number; after: number }) => ({
    newPrice: `The price becomes ${formatNaira(after)}; it was ${formatNaira(before)}. Press the button again if you agree.`,
  }),
  noted_meanwhile: "A colleague changed the note meanwhile. Read their note, then write yours again.",
  left_the_team: { assigneeId: "This person left the team. Choose somebody else." },
  still_on_the_way: "The parcel is still on its way, so its receiver is needed.",
  claim_is_open: "A claim about this parcel is not decided yet. Decide it first.",
  other_code: { typedCode: "Type the code of this booking." },
  nothing_matches: "No booking matches now. Check the list again.",
  too_many_match: ({ most }: { most: number }) =>
    `This is more than ${numberText(most)} bookings. Use a filter to choose fewer.`,
});

/** BUSINESS-5: refuses a correction that moves a booking to or from the account of a business. */
export const refuseOtherAccount = (
  before: { paysDelivery: PaysDelivery },
  after: { paysDelivery: PaysDelivery },
) =>
  isOnAccount(before.paysDelivery) === isOnAccount(after.paysDelivery)
    ? null
    : refuse("invalid", "stays_on_account");

/** COMPANY-6: refuses a booking from or to a state that the company does not serve. Otherwise null. */
export function refuseUnserved(
  company: Pick<Company, "unserved">,
  { origin, destination }: { origin: { state: string }; destination: { state: string } },
) {
  const from = pickupProblem(company, origin.state);
  const to = deliveryProblem(company, destination.state);
  return from || to ? refuse("invalid", "unserved", { from, to }) : null;
}

/** Returns the message for a form whose idempotency key has already made a booking with other content. */
export const bookedBefore = (code: string) =>
  `This form already booked ${readableTrackingCode(code)}. The details below are not booked yet. To book them as another parcel, send the form again.`;

/** Returns the message for a form whose idempotency key has already made another change. */
export const changedBefore = (what: string) =>
  `This form already changed a booking, so ${what}. Load the page again, then choose again.`;

export const NOT_CANCELLED = "Your parcel was not cancelled. Try again.";
export const NOT_CORRECTED = "The booking was not corrected. Try again.";
