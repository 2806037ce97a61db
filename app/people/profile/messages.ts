/** The sentences of refusals about the person's own login account, by reason. */
import { refusals } from "../../platform/operations/refusals.ts";

export const refuse = refusals({
  own_code: {
    referralCode: "This is your own referral code. Share it with a friend, or leave the field empty.",
  },
  other_email: { email: "Type the email address of this account to confirm" },
  last_super_admin:
    "You are the only super admin. First make someone else a super admin in Admin Management.",
});
