/** The schema of the booking form, for the browser and the server. */
import * as z from "zod";
import { emailField, nameText, requiredText } from "../platform/http/fields.ts";
import { isPhone } from "../domain/phone.ts";
import { isState } from "../domain/states.ts";
import { parseOptionalNaira } from "../domain/money.ts";
import { parseWeight } from "../domain/weight.ts";
import { DELIVERY_TYPES, PACKAGE_TYPES } from "../domain/booking.ts";

const phone = z
  .string("Enter a phone number")
  .trim()
  .min(1, "Enter a phone number")
  .max(40, "That phone number is too long")
  .refine(
    (rawValues) => rawValues === "" || isPhone(rawValues),
    "Enter a real phone number, e.g. 0803 123 4567",
  );

const state = z
  .string()
  .trim()
  .refine((name) => name === "" || isState(name), "Choose a state from the list");

/** BOOK-1: the fields of the form. The operation recognises empty states from the addresses. */
export const bookingForm = z.object({
  senderName: nameText("Enter the sender's full name", 120),
  senderPhone: phone,
  senderEmail: emailField("Enter the sender's email address"),
  senderAddress: requiredText("Enter the pickup address", 400),
  senderState: state.default(""),
  receiverName: nameText("Enter the receiver's full name", 120),
  receiverPhone: phone,
  receiverAddress: requiredText("Enter the delivery address", 400),
  receiverState: state.default(""),
  packageDescription: requiredText("Say what is in the package", 300),
  shareDescription: z.preprocess((value) => value === "on" || value === true, z.boolean()).default(false),
  packageWeight: z
    .string()
    .trim()
    .min(1, "Enter the weight in kilograms, e.g. 2.5")
    .refine((rawValues) => rawValues === "" || parseWeight(rawValues).ok, {
      error: (issue) => {
        const weight = parseWeight(String(issue.input));
        return weight.ok ? "" : weight.error;
      },
    }),
  packageType: z.enum(PACKAGE_TYPES, "Choose a package type").default("Document"),
  deliveryType: z.enum(DELIVERY_TYPES, "Choose a delivery type").default("standard"),
  declaredValue: z
    .string()
    .trim()
    .refine((rawValues) => parseOptionalNaira(rawValues).ok, {
      error: (issue) => {
        const declared = parseOptionalNaira(String(issue.input));
        return declared.ok ? "" : declared.error;
      },
    })
    .default(""),
  /** COD-1: naira to collect from the receiver. The operation checks it, because only signed-in senders and staff may ask. */
  collect: z.string().trim().max(40, "Enter an amount in naira, e.g. 12500").default(""),
  referralCode: z.string().trim().max(20, "That referral code is too long").default(""),
});
export type BookingForm = z.infer<typeof bookingForm>;
