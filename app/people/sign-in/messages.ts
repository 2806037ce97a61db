/** The sentences of refusals about login accounts, by reason. */
import { refusals } from "../../platform/operations/refusals.ts";
import { COMMON_PASSWORD } from "../../platform/common-password.ts";
import { waitText } from "../../platform/limits/wait-text.ts";
import { REGISTERED_AT_SUBMIT } from "./account-messages.ts";

/** The refusal of a form that already requested a link with other details. */
export const LINK_ASKED_BEFORE =
  "You used this form before with other details. Press the button again to get this link.";

export const LINK_OVER =
  "This link no longer works: it was used, a newer one was sent, or 24 hours have passed. Ask for a new one.";
export const NO_CODE = "No authentication code found in URL and no active session.";

export const refuse = refusals({
  link_over: LINK_OVER,
  reset_link_over: { link: "Invalid or expired reset link" },
  common_password: { password: COMMON_PASSWORD },
  too_many_resets: ({ retryAfterSeconds }: { retryAfterSeconds: number }) => waitText(retryAfterSeconds),
  unknown_referral: { referralCode: "We do not know this referral code. Check it, or leave it empty." },
  registered: { email: REGISTERED_AT_SUBMIT },
});
