/** BOOK-27, BOOK-28: the page on which a sender cancels or corrects a booking. */
import { and, eq, ne, sql } from "drizzle-orm";
import type { Session } from "../../access/principal-context.ts";
import { FIRST_STATUS } from "../../domain/delivery-status.ts";
import { isOnAccount } from "../../domain/pays-delivery.ts";
import { formatPhone } from "../../domain/phone.ts";
import { scannedTrackingCode } from "../../domain/codes-in-text.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { bookingBalances, bookings, pieces } from "../../platform/db/schema.ts";
import type { RawValues } from "../../platform/http/form.server.ts";
import type { Refusal } from "../../platform/http/result.ts";
import type { Services } from "../../platform/services.server.ts";
import { deriveToken, sameBytes } from "../../platform/tokens.server.ts";
import { lockBooking, type LockedBooking } from "./change-booking.server.ts";
import { refuse } from "./messages.ts";
import { hasPayers } from "./hub-choices.server.ts";
import { ownCorrectionForm } from "./own-correction-schema.ts";
import { sentFromHere } from "./sender-browser.server.ts";
import { callUs } from "./call-us.server.ts";

/** A token of 22 characters has 132 bits. */
const TOKEN_LENGTH = 22;

// A sender may pass a receipt on, so this token must differ from the token of the receipt.
const tokenOf = ({ secret }: Pick<Services, "secret">, code: string) =>
  deriveToken(secret, `own-booking:${code}`).slice(0, TOKEN_LENGTH);

/** Returns the path in the mail to the sender. Whoever has this path counts as the sender. */
export const mailedPath = (services: Pick<Services, "secret">, code: string) =>
  `/bookings/${code}.${tokenOf(services, code)}`;

/**
 * Returns the booking's code if its sender opens the page: the booking's customer, the browser in which a
 * guest booked, or a person with the mailed URL. Otherwise null. A tracking code alone opens nothing.
 */
export async function ownCode(
  services: Services,
  request: Request,
  session: Session,
  param: string,
): Promise<string | null> {
  const [typed = "", token = ""] = param.split(".");
  const code = scannedTrackingCode(typed);
  if (!code) return null;
  if (token) return sameBytes(Buffer.from(token), Buffer.from(tokenOf(services, code))) ? code : null;
  if (await sentFromHere(services, request, session, code)) return code;
  if (!session.person) return null;
  const [row] = await services.db
    .select({ customerId: bookings.customerId })
    .from(bookings)
    .where(eq(bookings.trackingCode, code));
  return row?.customerId === session.person.id ? code : null;
}

export type OwnBooking = NonNullable<Awaited<ReturnType<typeof readOwnBooking>>>;

/** Reads the form's values as text, and the reason why the booking can no longer be changed. */
export async function readOwnBooking(services: Services, code: string) {
  const [row] = await services.db
    .select({
      booking: bookings,
      priceKobo: bookingBalances.priceKobo,
      paidKobo: bookingBalances.paidKobo,
      allWithSender: sql<boolean>`not exists (${takenPieces(services.db, bookings.id)})`,
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

/** CUSTODY-5: selects the pieces that have left the sender. */
const takenPieces = (db: Pick<Tx, "select">, bookingId: string | typeof bookings.id) =>
  db
    .select({ id: pieces.id })
    .from(pieces)
    .where(and(eq(pieces.bookingId, bookingId), ne(pieces.holderKind, "sender")));

/**
 * Locks the row of a booking that its sender wants to change. Refuses a booking that is no longer pending,
 * and a booking with a piece that has left the sender. The caller must take `code` from a mailed URL or from
 * a browser that only the sender has.
 */
export async function lockPending(
  { tx, services }: { tx: Tx; services: Services },
  { code }: { code: string },
): Promise<LockedBooking | Refusal> {
  const booking = await lockBooking({ tx }, { trackingCode: code });
  if ("ok" in booking) return booking;
  const taken = await takenPieces(tx, booking.id).limit(1);
  if (booking.status === FIRST_STATUS && taken.length === 0) return booking;
  return refuse("conflict", "not_pending", await callUs(services, tx));
}
