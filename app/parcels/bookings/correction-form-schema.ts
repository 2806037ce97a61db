/** The schema of the form that corrects a booking. */
import * as z from "zod";
import { ALWAYS, emailOrNull, optionalEmailField, optionalKobo } from "../../platform/http/fields.ts";
import { firstMile } from "../../domain/first-mile.ts";
import { PAYS_DELIVERY, type PaysDelivery } from "../../domain/pays-delivery.ts";
import { formatPhone } from "../../domain/phone.ts";
import { formatWeight } from "../../domain/weight.ts";
import { bookingFields, refineStates } from "./booking-form-schema.ts";
import { piecesField } from "./pieces-field.ts";

/** STAFF-23: the correction form checks its fields as the booking form does. */
export const correctionForm = bookingFields
  .pick({
    senderAddress: true,
    senderState: true,
    senderStateSure: true,
    senderPhone: true,
    receiverAddress: true,
    receiverState: true,
    receiverStateSure: true,
    receiverPhone: true,
    packageWeight: true,
  })
  .extend({
    /** COD-7: the amount in kobo. 0 or an empty text removes the amount. Without the field the amount stays. */
    collect: optionalKobo.optional(),
    // If a form lacks one of the following fields, the value of that field stays unchanged.
    pieces: piecesField.optional(),
    paysDelivery: z.enum(PAYS_DELIVERY, "Choose who pays for the delivery").optional(),
    receiverEmail: emailOrNull.optional(),
    /** MAIL-5: staff correct an email address that refuses mail. */
    senderEmail: optionalEmailField.optional(),
  })
  .extend({
    /** PRICE-8: the offered total in kobo, or 'keep'. Empty before a price was offered. */
    newPrice: z.string().max(20, "Choose a price").default(""),
  })
  .superRefine(refineStates, ALWAYS);

export const CORRECTED_FIELDS = {
  senderAddress: "Pickup address",
  senderState: "Pickup state",
  senderPhone: "Sender's phone",
  senderEmail: "Sender's email",
  receiverAddress: "Delivery address",
  receiverState: "Delivery state",
  receiverPhone: "Receiver's phone",
  receiverEmail: "Receiver's email",
  packageWeight: "Weight",
  pieces: "Pieces",
  paysDelivery: "Delivery paid by",
} as const;

type Of = { dropOffHubId: string | null };
/** Returns a corrected field's label. BOOK-31: the address has another label if the sender brings the parcel. */
export function fieldName<Field extends string>(
  names: Readonly<Record<Field, string>>,
  field: Field,
  { dropOffHubId }: Of,
): string {
  const { address, state } = firstMile(dropOffHubId !== null);
  return field === "senderAddress" ? address : field === "senderState" ? state : names[field];
}

export function shownDetail(field: string, value: string | number | null, of: Of): string | null {
  if (value === null || value === "") return "none";
  if (field === "packageWeight") return formatWeight(Number(value));
  if (field === "pieces") return String(value);
  if (field === "paysDelivery") return firstMile(of.dropOffHubId !== null).payerLabels[value as PaysDelivery];
  return field === "senderPhone" || field === "receiverPhone" ? formatPhone(String(value)) : null;
}
