/** PROFILE-8: 'Send again' fills in the booking form from an own booking. */
import { and, eq } from "drizzle-orm";
import type { Customer } from "../../access/actor.ts";
import { isTooHeavyDocument, packageTypeFor } from "../../domain/booking.ts";
import { formatPhone } from "../../domain/phone.ts";
import { bookings } from "../../platform/db/schema.ts";
import type { RawValues } from "../../platform/http/form.server.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { bookingFields } from "../bookings/booking-form-schema.ts";

/** These fields are not copied to a similar parcel, because their values may differ. */
const NOT_AGAIN = {
  senderStateSure: true,
  receiverStateSure: true,
  shareDescription: true,
  declaredValue: true,
  collect: true,
  dropOffHub: true,
  pickupDay: true,
  pickupHalf: true,
  referralCode: true,
  costCentre: true,
} as const;

const AGAIN = bookingFields.omit(NOT_AGAIN).keyof().options;

/** Turns a column into the form's text. An unticked box becomes an empty text. */
const asText = (value: string | number | boolean | null) =>
  typeof value === "boolean" ? (value ? "on" : "") : String(value ?? "");

/** PROFILE-8: returns the form's values for a similar parcel. Null if the booking is not the actor's own. */
export async function findToSendAgain(
  db: Db,
  { person }: Customer,
  trackingCode: string,
): Promise<RawValues | null> {
  const [row] = await db
    .select()
    .from(bookings)
    .where(and(eq(bookings.trackingCode, trackingCode), eq(bookings.customerId, person.id)));
  if (!row) return null;
  return {
    ...Object.fromEntries(AGAIN.map((field) => [field, asText(row[field])])),
    dropOffHub: row.dropOffHubId ?? "",
    // BOOK-21: a document booked earlier may be too heavy today. The new parcel then gets another package type.
    ...(isTooHeavyDocument(row.packageType, row.packageWeight) && {
      packageType: packageTypeFor(row.packageWeight),
    }),
    senderPhone: formatPhone(row.senderPhone),
    receiverPhone: formatPhone(row.receiverPhone),
  };
}
