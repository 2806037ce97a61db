/** The sentences of refusals about the team, by reason. */
import { COMMON_PASSWORD } from "../../platform/common-password.ts";
import { waitText } from "../../platform/limits/wait-text.ts";
import { goneText } from "../../platform/operations/gone-text.ts";
import { refusals } from "../../platform/operations/refusals.ts";

export const NOT_DELETED = "Failed to delete admin user.";
export const NOT_CHANGED = "An error occurred.";

/** The refusal of a form that was already sent with other content. */
export const TEAM_SENT_BEFORE =
  "You already sent this form with other details, so nothing was changed now. Check the list, then send the form again.";

type Wait = { retryAfterSeconds: number };

export const refuse = refusals({
  wrong_sign_in: "Login failed. Please check your credentials and try again.",
  not_staff: "Unauthorized access. Not an admin user.",
  too_many_sign_ins: ({ retryAfterSeconds }: Wait) =>
    `Too many sign-ins were tried. ${waitText(retryAfterSeconds)} Or choose 'Forgot password?': a link by email works at once.`,
  role_changed: "Only administrators can access this page. Your own role has just been changed.",
  admin_gone: "This admin user was removed or the link is wrong.",
  hub_gone: { hub: goneText("This hub", "Choose another one.") },
  hub_missing: { hub: "Choose the hub of this hub clerk" },
  admin_already: { email: "This person is an admin user already. Edit them in the list." },
  common_password: { password: COMMON_PASSWORD },
  sent_before: TEAM_SENT_BEFORE,
  no_admin: ({ email }: { email: string }) => `${email} is not an admin user.`,
  last_super_admin: ({ email }: { email: string }) => `${email} is the last super admin and keeps that role`,
  no_two_step: ({ email }: { email: string }) => `${email} has no two-step sign-in.`,
  own_two_step: "Change your own two-step sign-in in Personal Settings.",
  own_first: {
    asked: "Set up two-step sign-in for yourself first, in Personal Settings. Then ask others for it.",
  },
  no_role: { asked: "Tick at least one role" },
  own_role: { role: "You cannot change your own role. Another super admin can." },
  own_password: { password: "Change your own password in Personal Settings." },
  own_account: "You cannot delete your own account.",
  common_new_password: { newPassword: COMMON_PASSWORD },
  wrong_current_password: { currentPassword: "Current password is incorrect" },
  too_many_passwords: ({ retryAfterSeconds }: Wait) => ({
    currentPassword: `Too many wrong passwords were tried. ${waitText(retryAfterSeconds)}`,
  }),
});
