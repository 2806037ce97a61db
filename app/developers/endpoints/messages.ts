/** The sentences of refusals of the API, by reason. */
import { refusals } from "../../platform/operations/refusals.ts";

export const refuse = refusals({
  reference_exists: ({ code }: { code: string }) => ({
    reference: `The booking ${code} has this reference already.`,
  }),
  day_is_full: ({ retryAfterSeconds }: { retryAfterSeconds: number }) =>
    `Your keys have made as many bookings today as they may. They may make more in ${Math.ceil(retryAfterSeconds / 3600)} hours.`,
  only_for_business: ({ onAccount }: { onAccount: boolean }) => ({
    [onAccount ? "paysDelivery" : "costCentre"]:
      "Only the key of a business books on account and has cost centres. Make one at /business/developers.",
  }),
  try_again: "Another request with this reference runs now. Send it again in a moment.",
  unknown_booking: "You have no booking with this code.",
  no_test_speed: { test_speed: "Only a test key may set the speed." },
  unknown_state: (states: { from?: string; to?: string }) => ({ ...states }),
  no_labels: "You have no bookings with these codes.",
  too_many_labels: ({ most }: { most: number }) =>
    `At most ${most} labels come in one file. Ask for fewer codes.`,
});
