/** BOOK-28: the sender's correction form is as strict as the booking form. */
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
    // If a form lacks one of the following fields, the value of that field stays unchanged.
    pieces: piecesField.optional(),
    paysDelivery: z.enum(PAYS_DELIVERY, "Choose who pays for the delivery").optional(),
    receiverEmail: emailOrNull.optional(),
    /** PRICE-8: the offered total in kobo. Empty before a price was offered. */
    newPrice: z.string().max(20).default(""),
  })
  .superRefine(refineParcel, ALWAYS);

// A person with the mailed link may correct the parcel, but not the sender's email address.
const { senderEmail: _staffOnly, ...shared } = CORRECTED_FIELDS;
export const OWN_CORRECTED_FIELDS = {
  ...shared,
  receiverName: "Receiver",
  packageDescription: "Description",
  packageType: "Package type",
  deliveryType: "Service",
} as const;
