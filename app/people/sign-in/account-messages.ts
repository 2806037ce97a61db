/** The texts of the sign-in and sign-up screens. A page can show them without loading the schemas. */
import type { Problem } from "../../platform/http/result.ts";

export const EMAIL_REQUIRED = {
  title: "Email required",
  text: "Please enter your email address to continue.",
} satisfies Problem;
export const EMAIL_REGISTERED = "This email is already registered.";
export const REGISTERED_AT_SUBMIT = `${EMAIL_REGISTERED} Please try logging in instead.`;
export const REGISTERED_PROBLEM: Problem = {
  title: "Email already registered",
  text: "Please use a different email address or try logging in.",
};
/** MSG-1: the message of every error that has no message of its own. */
export const UNEXPECTED = "An unexpected error occurred. Please try again.";

export const LOGOUT_ERROR = { title: "Logout Error", text: UNEXPECTED } satisfies Problem;

export const PASSWORD_MIN = 6;
export const TOO_SHORT = {
  title: "Password too short",
  text: "Password must be at least 6 characters long.",
} satisfies Problem;
export const NO_MATCH = {
  title: "Passwords don't match",
  text: "Please make sure your passwords match.",
} satisfies Problem;

export const BOTH_REQUIRED = "Please provide both email and password.";

export const RESET_FAILED = "Failed to reset password";
export const RESET_LINK_OVER = {
  title: "Invalid or expired reset link",
  text: "Please request a new password reset link.",
} satisfies Problem;
