/** The schema of the booking form, for the browser and the server. */
import * as z from "zod";
import { emailField, nameText, requiredText } from "../platform/http/fields.ts";
import { toE164 } from "../domain/phone.ts";
import { isSamePlace, placeOf } from "../domain/same-place.ts";
import { stateProblem } from "../domain/state-question.ts";
import { isState } from "../domain/states.ts";
import { parseOptionalNaira } from "../domain/money.ts";
import { parseWeight } from "../domain/weight.ts";
import {
  DELIVERY_TYPES,
  DOCUMENT_TOO_HEAVY,
  isTooHeavyDocument,
  NOT_SAME_DAY,
  PACKAGE_TYPES,
} from "../domain/booking.ts";

const NO_PHONE = "Enter a real phone number, e.g. 0803 123 4567";

/** In E.164. */
const phone = z
  .string("Enter a phone number")
  .trim()
  .min(1, "Enter a phone number")
  .max(40, "That phone number is too long")
  .transform((typed, issue) => {
    const e164 = toE164(typed);
    // What is empty is an error already.
    if (e164 === null && typed !== "") issue.addIssue(NO_PHONE);
    return e164 ?? z.NEVER;
  });

const NO_WEIGHT = "Enter the weight in kilograms, e.g. 2.5";

/** In kg. */
const weight = z.union([z.string(), z.number()], NO_WEIGHT).transform((typed, issue) => {
  if (String(typed).trim() === "") issue.addIssue(NO_WEIGHT);
  const read = parseWeight(String(typed));
  if (read.ok) return read.kg;
  issue.addIssue(read.error);
  return z.NEVER;
});

const state = z
  .string()
  .trim()
  .refine((name) => name === "" || isState(name), "Choose a state from the list");

/** The state that is right although the address says another one: a tick counts for this state alone. */
const stateSure = z.string().trim().max(40).default("");

/** BOOK-1: the fields of the form, each on its own. */
export const bookingFields = z.object({
  senderName: nameText("Enter the sender's full name", 120),
  senderPhone: phone,
  senderEmail: emailField("Enter the sender's email address"),
  senderAddress: requiredText("Enter the pickup address", 400),
  senderState: state.default(""),
  senderStateSure: stateSure,
  receiverName: nameText("Enter the receiver's full name", 120),
  receiverPhone: phone,
  receiverAddress: requiredText("Enter the delivery address", 400),
  receiverState: state.default(""),
  receiverStateSure: stateSure,
  packageDescription: requiredText("Say what is in the package", 300),
  shareDescription: z.preprocess((value) => value === "on" || value === true, z.boolean()).default(false),
  packageWeight: weight,
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
export type BookingForm = z.output<typeof bookingFields>;

const ENDS = { sender: "pickup address", receiver: "delivery address" } as const;
type Texts = Partial<Record<keyof BookingForm, unknown>>;

/** BOOK-7: what is wrong with the states of both addresses, by field. */
export function stateProblems(input: Texts): Record<string, string> {
  const text = (name: keyof BookingForm) => (typeof input[name] === "string" ? input[name] : "");
  const errors: Record<string, string> = {};
  for (const end of ["sender", "receiver"] as const) {
    const problem = stateProblem({
      address: text(`${end}Address`),
      chosen: text(`${end}State`),
      sure: text(`${end}StateSure`),
      name: ENDS[end],
    });
    if (problem.state) errors[`${end}State`] = problem.state;
    if (problem.sure) errors[`${end}StateSure`] = problem.sure;
  }
  return errors;
}

/** BOOK-7, BOOK-18: both places, the state chosen or read in the address, and what is wrong with them by field. */
export function placesOf(input: Texts) {
  const text = (name: keyof BookingForm) => (typeof input[name] === "string" ? input[name] : "");
  const origin = placeOf(text("senderAddress"), text("senderState"));
  const destination = placeOf(text("receiverAddress"), text("receiverState"));
  const errors = stateProblems(input);
  if (input.deliveryType === "same_day" && origin && destination && !isSamePlace(origin, destination))
    errors["deliveryType"] = NOT_SAME_DAY;
  return { origin, destination, errors };
}

/** BOOK-21 */
export function isHeavyDocument({
  packageType,
  packageWeight,
}: {
  packageType?: unknown;
  packageWeight?: unknown;
}) {
  const read = parseWeight(
    typeof packageWeight === "string" || typeof packageWeight === "number" ? String(packageWeight) : "",
  );
  return read.ok && isTooHeavyDocument(packageType, read.kg);
}

/** BOOK-7: the form with both places, the state chosen or read in the address. They are known where nothing is wrong. */
export function withPlaces<Input extends Texts>(form: Input) {
  const { origin, destination } = placesOf(form);
  if (!origin || !destination) throw new Error("a checked form has no places");
  return { ...form, origin, destination };
}

type Problems = (input: Texts) => Record<string, string>;

/** An empty address is an error of its own. */
const refineBy = (problems: Problems) => (input: Texts, context: z.RefinementCtx) => {
  const errors = problems(input);
  if (!input.senderAddress) delete errors["senderState"];
  if (!input.receiverAddress) delete errors["receiverState"];
  for (const [name, message] of Object.entries(errors))
    context.addIssue({ code: "custom", path: [name], message });
};
export const refineStates = refineBy(stateProblems);

/** Places are checked while other fields are wrong too, so that all is said at once. */
export const bookingForm = bookingFields.superRefine(
  refineBy((input) => ({
    ...placesOf(input).errors,
    ...(isHeavyDocument(input) && { packageType: DOCUMENT_TOO_HEAVY }),
  })),
  { when: () => true },
);
