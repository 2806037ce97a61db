/** BOOK-27, BOOK-28: the page on which a sender cancels or corrects a booking. */
import { eq, sql } from "drizzle-orm";
import { FIRST_STATUS } from "../../domain/delivery-status.ts";
import { isOnAccount } from "../../domain/pays-delivery.ts";
import { formatPhone } from "../../domain/phone.ts";
import { bookingBalances, bookings } from "../../platform/db/schema.ts";
import type { RawValues } from "../../platform/http/form.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { hasPayers } from "./hub-choices.server.ts";
import { ownCorrectionForm } from "./own-correction-schema.ts";
import { piecesThatLeftSender } from "./lock-while-sender-holds.server.ts";

export type OwnBooking = NonNullable<Awaited<ReturnType<typeof readOwnBooking>>>;

/** Reads the form's values as text, and the reason why the booking can no longer be changed. */
export async function readOwnBooking(services: Services, code: string) {
  const [row] = await services.db
    .select({
      booking: bookings,
      priceKobo: bookingBalances.priceKobo,
      paidKobo: bookingBalances.paidKobo,
      allWithSender: sql<boolean>`not exists (${piecesThatLeftSender(services.db, bookings.id)})`,
    })
    .from(bookings)
    .leftJoin(bookingBalances, eq(bookingBalances.bookingId, bookings.id))
    .where(eq(bookings.trackingCode, code));
  if (!row) return null;
  const { booking, priceKobo, paidKobo, allWithSender } = row;
  const fields = ownCorrectionForm.keyof().options;
  const values: RawValues = Object.fromEntries(
    fields.flatMap((field) =>
      field in booking ? [[field, String(booking[field as keyof typeof booking])]] : [],
    ),
  );
  return {
    code,
    version: booking.version,
    pending: booking.status === FIRST_STATUS && allWithSender,
    printed: booking.labelPrintedAt !== null,
    bookedAt: booking.createdAt,
    onAccount: isOnAccount(booking.paysDelivery),
    priceKobo,
    paidKobo: paidKobo ?? 0,
    isBrought: booking.dropOffHubId !== null,
    withPayer: await hasPayers(services, booking),
    values: {
      ...values,
      senderPhone: formatPhone(booking.senderPhone),
      receiverPhone: formatPhone(booking.receiverPhone),
      receiverEmail: booking.receiverEmail ?? "",
    } as RawValues,
  };
}
