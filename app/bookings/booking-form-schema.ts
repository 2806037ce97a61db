/** The schema of the booking form, for the browser and the server. */
import * as z from "zod";
import { emailField, nameText, requiredText } from "../platform/http/fields.ts";
import { isPhone } from "../domain/phone.ts";
import { isSamePlace, placeOf } from "../domain/same-place.ts";
import { isState } from "../domain/states.ts";
import { parseOptionalNaira } from "../domain/money.ts";
import { parseWeight } from "../domain/weight.ts";
import { DELIVERY_TYPES, NOT_SAME_DAY, PACKAGE_TYPES } from "../domain/booking.ts";

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

/** BOOK-1: the fields of the form, each on its own. */
export const bookingFields = z.object({
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
export type BookingForm = z.infer<typeof bookingFields>;

/** BOOK-7, BOOK-18: both places, the state chosen or recognised from the address, and what is wrong with them by field. */
export function placesOf(input: Partial<Record<keyof BookingForm, unknown>>) {
  const text = (name: keyof BookingForm) => (typeof input[name] === "string" ? input[name] : "");
  const origin = placeOf(text("senderAddress"), text("senderState"));
  const destination = placeOf(text("receiverAddress"), text("receiverState"));
  const errors: Record<string, string> = {};
  if (!origin) errors.senderState = "Choose the state of the pickup address";
  if (!destination) errors.receiverState = "Choose the state of the delivery address";
  if (input.deliveryType === "same_day" && origin && destination && !isSamePlace(origin, destination))
    errors.deliveryType = NOT_SAME_DAY;
  return { origin, destination, errors };
}

/** Places are checked while other fields are wrong too, so that all is said at once. An empty address is an error of its own. */
export const bookingForm = bookingFields.superRefine(
  (input, context) => {
    const { errors } = placesOf(input);
    if (!input.senderAddress) delete errors.senderState;
    if (!input.receiverAddress) delete errors.receiverState;
    for (const [name, message] of Object.entries(errors))
      context.addIssue({ code: "custom", path: [name], message });
  },
  { when: () => true },
);
