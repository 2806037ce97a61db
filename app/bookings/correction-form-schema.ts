/** The schema of the form that corrects a booking's addresses, phones, weight and amount to collect. */
import * as z from "zod";
import { bookingFields } from "./booking-form-schema.ts";

/** STAFF-23: as strict as the booking form. */
export const correctionForm = bookingFields
  .pick({
    senderAddress: true,
    senderState: true,
    senderPhone: true,
    receiverAddress: true,
    receiverState: true,
    receiverPhone: true,
    packageWeight: true,
  })
  .extend({
    /** COD-7: naira; empty removes the amount. A form without the field leaves it as it is. */
    collect: z.string().trim().max(40, "Enter an amount in naira, e.g. 12500").optional(),
  });
export type CorrectionForm = z.infer<typeof correctionForm>;

/** The fields in the order of the form, with what the history and the mail call them. */
export const CORRECTED_FIELDS = {
  senderAddress: "Pickup address",
  senderState: "Pickup state",
  senderPhone: "Sender's phone",
  receiverAddress: "Delivery address",
  receiverState: "Delivery state",
  receiverPhone: "Receiver's phone",
  packageWeight: "Weight",
} as const;
