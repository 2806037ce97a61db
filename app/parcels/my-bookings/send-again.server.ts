/** PROFILE-8: 'Send again' fills in the booking form with the values of one of the customer's earlier bookings. */
import { and, eq } from "drizzle-orm";
import type { Customer } from "../../access/actor.ts";
import { isTooHeavyDocument, packageTypeFor } from "../../domain/booking.ts";
import { formatPhone } from "../../domain/phone.ts";
import { bookings } from "../../platform/db/schema.ts";
import type { RawValues } from "../../platform/http/form.server.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { bookingFields } from "../bookings/booking-form-schema.ts";

/** The fields that are not copied, because their values may be different for the next parcel. */
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

/** PROFILE-8: returns the form's values for a similar parcel. Null if the booking belongs to somebody else. */
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
    // BOOK-21: the document of an old booking may be heavier than the present limit. The new parcel then gets the
    // package type that fits its weight.
    ...(isTooHeavyDocument(row.packageType, row.packageWeight) && {
      packageType: packageTypeFor(row.packageWeight),
    }),
    senderPhone: formatPhone(row.senderPhone),
    receiverPhone: formatPhone(row.receiverPhone),
  };
}
