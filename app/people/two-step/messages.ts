/** The sentences of refusals about the second step of a staff sign-in, by reason. */
import { waitText } from "../../platform/limits/wait-text.ts";
import { refusals } from "../../platform/operations/refusals.ts";

type Wait = { retryAfterSeconds: number };

const WRONG =
  "This code is wrong, or it was used already. Each code works once: wait until the app shows the next one.";

export const refuse = refusals({
  second_step_over: "Sign in again: the code must follow the password within five minutes.",
  wrong_code: { code: WRONG },
  unreadable: {
    code: "This installation can no longer read your app's codes. Use a recovery code, or ask another super admin to reset your two-step sign-in.",
  },
  too_many_codes: ({ retryAfterSeconds }: Wait) => ({
    code: `Too many wrong codes were tried. ${waitText(retryAfterSeconds)}`,
  }),
  set_up_code: {
    code: "This is not the code that the app shows now. Check the phone's clock, then type the newest code.",
  },
  have_two_step: "You have two-step sign-in already. Sign in with its code.",
  no_two_step: "You have no two-step sign-in.",
});
