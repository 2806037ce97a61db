/** The schema of the form that corrects a booking's postal addresses, phones, weight and amount to collect. */
import * as z from "zod";
import { ALWAYS, emailOrNull, optionalEmailField, optionalKobo } from "../../platform/http/fields.ts";
import { firstMile } from "../../domain/first-mile.ts";
import { PAYS_DELIVERY, type PaysDelivery } from "../../domain/pays-delivery.ts";
import { formatPhone } from "../../domain/phone.ts";
import { formatWeight } from "../../domain/weight.ts";
import { bookingFields, refineStates } from "./booking-form-schema.ts";
import { piecesField } from "./pieces-field.ts";

/** STAFF-23: the fields of the correction are checked as strictly as those of the booking form. */
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
    /**
     * COD-7: the amount to collect in kobo; 0, or empty, removes it. A form without the field leaves the amount
     * unchanged.
     */
    collect: optionalKobo.optional(),
    // A form without the fields below leaves the values of the booking unchanged.
    pieces: piecesField.optional(),
    paysDelivery: z.enum(PAYS_DELIVERY, "Choose who pays for the delivery").optional(),
    receiverEmail: emailOrNull.optional(),
    /** MAIL-5: an address that gets no mail is corrected here. */
    senderEmail: optionalEmailField.optional(),
  })
  .extend({
    /** PRICE-8: the response to a changed price: the offered total in kobo, or 'keep'; empty before the offer. */
    newPrice: z.string().max(20, "Choose a price").default(""),
  })
  .superRefine(refineStates, ALWAYS);

/** The fields in the order of the form, with their names in the history and the mail. */
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
/**
 * The name of a corrected field. BOOK-31: the sender's address has another name if the sender brings the parcel to a
 * hub.
 */
export function fieldName<Field extends string>(
  names: Readonly<Record<Field, string>>,
  field: Field,
  { dropOffHubId }: Of,
): string {
  const { address, state } = firstMile(dropOffHubId !== null);
  return field === "senderAddress" ? address : field === "senderState" ? state : names[field];
}

/** The text of a field's value in the history; null if the value itself is the text. */
export function shownDetail(field: string, value: string | number | null, of: Of): string | null {
  if (value === null || value === "") return "none";
  if (field === "packageWeight") return formatWeight(Number(value));
  if (field === "pieces") return String(value);
  if (field === "paysDelivery") return firstMile(of.dropOffHubId !== null).payerLabels[value as PaysDelivery];
  return field === "senderPhone" || field === "receiverPhone" ? formatPhone(String(value)) : null;
}
