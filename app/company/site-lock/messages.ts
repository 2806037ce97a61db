/** The sentences of refusals about the site lock, by reason. */
import { refusals } from "../../platform/operations/refusals.ts";

export const LOCK_FAILED = "An error occurred while updating the site lock. Please try again.";

export const NOT_UNLOCKED = "The site was not unlocked. Please try again.";

type Wait = { retryAfterSeconds: number };

export const refuse = refusals({
  locked_already: "The site is locked already. Deactivate the lock first to set another password.",
  sent_before:
    "You already changed the lock with this form, so nothing was changed now. To change the lock again, send the form again.",
  no_password: "Please enter the password",
  wrong_password: "Incorrect password. Please try again.",
  too_many_passwords: ({ retryAfterSeconds }: Wait) => {
    const minutes = Math.ceil(retryAfterSeconds / 60);
    return `Too many wrong passwords came from your connection. Try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`;
  },
});
