/** BOOK-28: the schema of the form by which senders correct a pending booking: as strict as the booking form. */
import * as z from "zod";
import { PAYS_DELIVERY } from "../../domain/pays-delivery.ts";
import { emailOrNull } from "../../platform/http/fields.ts";
import { ALWAYS, bookingFields, refineParcel } from "./booking-form-schema.ts";
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
    // A form without these fields leaves them as they are.
    pieces: piecesField.optional(),
    paysDelivery: z.enum(PAYS_DELIVERY, "Choose who pays for the delivery").optional(),
    receiverEmail: emailOrNull.optional(),
    /** PRICE-8: the new total in kobo that the form offered; empty until it was offered. */
    newPrice: z.string().trim().max(20).default(""),
  })
  .superRefine(refineParcel, ALWAYS);

/** The fields with what the history and the mail call them. */
export const OWN_CORRECTED_FIELDS = {
  ...CORRECTED_FIELDS,
  receiverName: "Receiver",
  packageDescription: "Description",
  packageType: "Package type",
  deliveryType: "Service",
} as const;
