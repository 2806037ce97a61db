/** The messages for refusals about riders' phones, by reason. */
import { waitText } from "../../platform/limits/wait-text.ts";
import { refusals } from "../../platform/operations/refusals.ts";

export const RIDER_GONE = "We do not know this rider. Open them from the list.";
const WRONG =
  "This number is not known, was used, or its ten minutes are over. Ask the office to show a new one.";

export const refuse = refusals({
  no_rider: RIDER_GONE,
  left_already: "This rider has left. Take them back first.",
  no_device: "This phone is not this rider's any more.",
  wrong_code: { number: WRONG },
  too_many_codes: ({ retryAfterSeconds }: { retryAfterSeconds: number }) => ({
    number: `Too many wrong numbers. ${waitText(retryAfterSeconds)}`,
  }),
  bad_pin: { pin: "Enter six digits that are not all alike and not in a row, such as 123456." },
  has_pin: "This rider has a shift PIN already.",
  no_pin: "Choose a shift PIN first.",
  wrong_pin: ({ retryAfterSeconds }: { retryAfterSeconds: number }) =>
    `Wrong PIN. ${waitText(retryAfterSeconds)}`,
  wait: ({ retryAfterSeconds }: { retryAfterSeconds: number }) => waitText(retryAfterSeconds),
  bad_picture: ({ text }: { text: string }) => ({ picture: text }),
  no_picture: { picture: "Choose a photo of the paper." },
  no_paper: "This paper was removed already.",
  many_papers: ({ most }: { most: number }) => `A rider has at most ${most} papers. Remove one first.`,
});
