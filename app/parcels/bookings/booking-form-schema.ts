/** The schema of the booking form, for the browser and the server. */
import * as z from "zod";
import {
  ALWAYS,
  emailField,
  emailOrNull,
  nameText,
  optionalEmailField,
  optionalKobo,
  optionalText,
  requiredText,
  plainField,
} from "../../platform/http/fields.ts";
import { phoneField } from "../../platform/http/phone-field.ts";
import { parseWeight } from "../../domain/weight.ts";
import { DELIVERY_TYPES, PACKAGE_TYPES } from "../../domain/booking.ts";
import { parseLagosDay } from "../../domain/dates.ts";
import { PICKUP_HALVES } from "../../domain/pickup-halves.ts";
import { PAYS_DELIVERY, USUAL_PAYER } from "../../domain/pays-delivery.ts";
import { chosenState, confirmedState } from "../../places/state-check.ts";
import { piecesField } from "./pieces-field.ts";
import { type Place, parcelProblems, placesOf, stateProblems } from "./parcel-problems.ts";

const phone = phoneField("Enter a phone number");

const NO_WEIGHT = "Enter the weight in kilograms, e.g. 2.5";

/** The weight in kg. */
const weight = z.union([z.string(), z.number()], NO_WEIGHT).transform((typed, issue) => {
  if (typed === "") issue.addIssue(NO_WEIGHT);
  const read = parseWeight(String(typed));
  if (read.ok) return read.kg;
  issue.addIssue(read.error);
  return z.NEVER;
});

const checkbox = z.preprocess((value) => value === "on" || value === true, z.boolean()).default(false);

/** BOOK-1: the fields of the form, each with its own check. */
export const bookingFields = z.object({
  senderName: nameText("Enter the sender's full name", 120),
  senderPhone: phone,
  senderEmail: emailField("Enter the sender's email address"),
  senderAddress: requiredText("Enter the pickup address", 400),
  senderState: chosenState,
  senderStateSure: confirmedState,
  receiverName: nameText("Enter the receiver's full name", 120),
  receiverPhone: phone,
  receiverEmail: emailOrNull.default(null),
  receiverAddress: requiredText("Enter the delivery address", 400),
  receiverState: chosenState,
  receiverStateSure: confirmedState,
  packageDescription: requiredText("Say what is in the package", 300),
  shareDescription: checkbox,
  packageWeight: weight,
  packageType: z.enum(PACKAGE_TYPES, "Choose a package type").default("Document"),
  deliveryType: z.enum(DELIVERY_TYPES, "Choose a delivery type").default("standard"),
  /** The id of the hub to which the sender brings the parcel. Empty if a rider picks the parcel up. */
  dropOffHub: z.string().max(40).default(""),
  /**
   * BOOK-32: the pickup day ('yyyy-MM-dd') and the half of the day. An empty day means the first possible day. An empty
   * half means the whole day.
   */
  pickupDay: plainField()
    .refine((day) => day === "" || parseLagosDay(day) !== null, "Choose a day from the list")
    .default(""),
  pickupHalf: z.enum(["", ...PICKUP_HALVES], "Choose a time from the list").default(""),
  pieces: piecesField.default(1),
  mayLookInside: checkbox,
  paysDelivery: z.enum(PAYS_DELIVERY, "Choose who pays for the delivery").default(USUAL_PAYER),
  /** The declared value in kobo. 0 means no declared value. */
  declaredValue: optionalKobo.default(0),
  /** COD-1: the amount to collect, in kobo; 0 for none. Only signed-in senders and staff may request an amount. */
  collect: optionalKobo.default(0),
  /** BUSINESS-5: the cost centre. Empty means none. Only members of a business have cost centres. */
  costCentre: optionalText(60),
  referralCode: plainField().max(20, "That referral code is too long").default(""),
});

/** Adds the origin and the destination to a form. The schema guarantees that both exist. */
export function withPlaces<Fields extends Place>(form: Fields) {
  const { origin, destination } = placesOf(form);
  if (!origin || !destination) throw new Error("a checked form has no places");
  return { ...form, origin, destination };
}

const refineBy =
  <Fields>(problems: (form: Fields) => Record<string, string>) =>
  (form: Fields, context: z.RefinementCtx) => {
    for (const [name, message] of Object.entries(problems(form)))
      context.addIssue({ code: "custom", path: [name], message });
  };
/** Skips the errors about the state of an empty address, because the empty address already has an error of its own. */
const unlessEmpty =
  <Fields extends Place>(problems: (form: Fields) => Record<string, string>) =>
  (form: Fields) => {
    const errors = problems(form);
    if (!form.senderAddress) delete errors["senderState"];
    if (!form.receiverAddress) delete errors["receiverState"];
    return errors;
  };
export const refineStates = refineBy(unlessEmpty(stateProblems));

export const refineParcel = refineBy(unlessEmpty(parcelProblems));

export const bookingForm = bookingFields.superRefine(refineParcel, ALWAYS);

/** STAFF-24: the schema of the form at the counter, where the sender may have no email address. */
export const counterBookingForm = bookingFields
  .extend({ senderEmail: optionalEmailField })
  .superRefine(refineParcel, ALWAYS);
export const newCounterBooking = counterBookingForm.transform(withPlaces);

/** The parsed form. Phones are in E.164, amounts in kobo and the weight in kg; both places are added. */
export const newBooking = bookingForm.transform(withPlaces);
export type NewBooking = z.output<typeof newBooking>;

/** PRICE-10: the fields that determine the price. An address may be empty if its state is chosen. */
export const pricedForm = bookingFields
  .pick({
    senderState: true,
    senderStateSure: true,
    receiverState: true,
    receiverStateSure: true,
    packageWeight: true,
    packageType: true,
    deliveryType: true,
    declaredValue: true,
    dropOffHub: true,
    pickupDay: true,
    paysDelivery: true,
  })
  .extend({ senderAddress: z.string().default(""), receiverAddress: z.string().default("") })
  .superRefine(refineBy(parcelProblems), ALWAYS)
  .transform(withPlaces);
