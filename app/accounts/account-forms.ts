/** The forms of an account: one schema each, for the browser and the server. Words: spec.md 5. */
import { z } from "zod";
import { emailField, optionalText, requiredText } from "../lib/fields.ts";
import { isPhone } from "../lib/phone.ts";

export type Problem = { title: string; text?: string };

export const EMAIL_REQUIRED: Problem = {
  title: "Email required",
  text: "Please enter your email address to continue.",
};
export const REGISTERED = "This email is already registered.";
export const REGISTERED_PROBLEM: Problem = {
  title: "Email already registered",
  text: "Please use a different email address or try logging in.",
};
export const UNEXPECTED = "An unexpected error occurred. Please try again.";

const email = emailField("Please enter your email address to continue.");
const firstName = requiredText("Please enter your first name", 60);
const referralCode = optionalText(40);
const phone = z
  .string("Please enter your phone number")
  .trim()
  .min(1, "Please enter your phone number")
  .max(40, "That phone number is too long")
  .refine(
    (typed) => typed === "" || isPhone(typed),
    "Enter a real phone number, e.g. 0803 123 4567 or +44 20 7946 0958",
  );
const next = z.string().max(500).catch("").default("");

export const emailForm = z.object({ email, next });
export const signUpForm = z.object({
  firstName,
  lastName: requiredText("Please enter your last name", 60),
  email,
  referralCode,
  next,
});
export const completeProfileForm = z.object({
  firstName,
  lastName: optionalText(60),
  phone,
  referralCode,
  next,
});
export type CompleteProfile = z.infer<typeof completeProfileForm>;

export const profileForm = z.object({
  firstName,
  lastName: optionalText(60),
  phone,
  address: optionalText(300),
});
export type ProfileForm = z.infer<typeof profileForm>;

export const PASSWORD_MIN = 6;
export const TOO_SHORT = {
  title: "Password too short",
  text: "Password must be at least 6 characters long.",
} satisfies Problem;
export const NO_MATCH = {
  title: "Passwords don't match",
  text: "Please make sure your passwords match.",
} satisfies Problem;

export const resetForm = z
  .object({
    code: z.string().max(200).default(""),
    password: z
      .string(TOO_SHORT.text)
      .min(PASSWORD_MIN, TOO_SHORT.text)
      .max(1000, "That password is too long"),
    confirmPassword: z.string(NO_MATCH.text),
  })
  .refine((typed) => typed.password === typed.confirmPassword, {
    path: ["confirmPassword"],
    error: NO_MATCH.text,
  });
