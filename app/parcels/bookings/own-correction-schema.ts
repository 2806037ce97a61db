/** BOOK-28: the schema of the form with which senders correct a pending booking. It is as strict as the booking form. */
import * as z from "zod";
import { PAYS_DELIVERY } from "../../domain/pays-delivery.ts";
import { ALWAYS, emailOrNull } from "../../platform/http/fields.ts";
import { bookingFields, refineParcel } from "./booking-form-schema.ts";
import { CORRECTED_FIELDS } from "./correction-form-schema.ts";
import { piecesField } from "./pieces-field.ts";

export const ownCorrectionForm = bookingFields
  .pick({
    senderPhone: true,
    senderAddress: true,
    senderState: true,
    senderStateSure: true,
    receiverName: true,
    receiverPhone: true,
    receiverAddress: true,
    receiverState: true,
    receiverStateSure: true,
    packageDescription: true,
    packageWeight: true,
    packageType: true,
    deliveryType: true,
  })
  .extend({
    // A form without the fields below leaves the values of the booking unchanged.
    pieces: piecesField.optional(),
    paysDelivery: z.enum(PAYS_DELIVERY, "Choose who pays for the delivery").optional(),
    receiverEmail: emailOrNull.optional(),
    /** PRICE-8: the new total in kobo that the form offered; empty before the offer. */
    newPrice: z.string().max(20).default(""),
  })
  .superRefine(refineParcel, ALWAYS);

// Whoever has the mailed link of the page may correct the parcel, but not move it to another email address.
const { senderEmail: _staffOnly, ...shared } = CORRECTED_FIELDS;
/** The fields that a sender may correct, with their names in the history and the mail. */
export const OWN_CORRECTED_FIELDS = {
  ...shared,
  receiverName: "Receiver",
  packageDescription: "Description",
  packageType: "Package type",
  deliveryType: "Service",
} as const;
