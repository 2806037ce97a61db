/** The schemas of the forms of a login account, for browser and server. */
import * as z from "zod";
import { emailField, nameText, optionalName, optionalText, plainField } from "../../platform/http/fields.ts";
import { phoneField } from "../../platform/http/phone-field.ts";
import { BOTH_REQUIRED, EMAIL_REQUIRED, NO_MATCH, PASSWORD_MIN, TOO_SHORT } from "./account-messages.ts";

const email = emailField(EMAIL_REQUIRED.text).toLowerCase();
const firstName = nameText("Please enter your first name", 60);
const referralCode = plainField().max(40, "Keep this under 40 characters").default("");
const phone = phoneField("Please enter your phone number");
const next = z.string().max(500).catch("").default("");

export const emailForm = z.object({ email, next });
export const signUpForm = z.object({
  firstName,
  lastName: nameText("Please enter your last name", 60),
  email,
  referralCode,
  next,
});
export const completeProfileForm = z.object({
  firstName,
  lastName: optionalName(60),
  phone,
  referralCode,
  next,
});

/** PROFILE-3: what a person can change in the profile. */
export const profileForm = z.object({
  firstName,
  lastName: optionalName(60),
  phone,
  address: optionalText(300),
});

export const resetForm = z
  .object({
    code: z.string().max(200).default(""),
    password: z
      .string(TOO_SHORT.text)
      .min(PASSWORD_MIN, TOO_SHORT.text)
      .max(1000, "Choose a shorter password"),
    confirmPassword: z.string(NO_MATCH.text),
  })
  .refine((rawValues) => rawValues.password === rawValues.confirmPassword, {
    path: ["confirmPassword"],
    error: NO_MATCH.text,
  });

/** STAFF-1: the staff sign-in. Both fields are required, with the same message. */
export const staffLoginForm = z.object({
  email: emailField(BOTH_REQUIRED).toLowerCase(),
  password: z.string(BOTH_REQUIRED).min(1, BOTH_REQUIRED).max(1000),
});
export const forgotForm = z.object({ email: emailField("Enter the email you sign in with").toLowerCase() });
export const deleteForm = z.object({
  email: emailField("Type the email address of this account to confirm").toLowerCase(),
});
