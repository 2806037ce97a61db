/** BOOK-27, BOOK-28: the page on which a sender cancels or corrects a booking, and the people who may open it. */
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

/** The length of the token in the mailed URL: 22 characters are 132 bits. */
const TOKEN_LENGTH = 22;

// The token differs from the receipt's, because a sender may pass a receipt on.
const tokenOf = ({ secret }: Pick<Services, "secret">, code: string) =>
  deriveToken(secret, `own-booking:${code}`).slice(0, TOKEN_LENGTH);

/** The path that is mailed to the sender. A person with this path counts as the sender. */
export const mailedPath = (services: Pick<Services, "secret">, code: string) =>
  `/bookings/${code}.${tokenOf(services, code)}`;

/**
 * The code of the booking in the page's URL, if its sender opens it: the customer it belongs to, the browser that made
 * it as a guest, or the holder of the mailed URL. Null for everybody else, because a tracking code alone opens nothing.
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

/**
 * The data of the page about a sender's booking: the fields of its form as text, and the reason for which it can no longer
 * be changed.
 */
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

/** CUSTODY-5: the query of a booking's pieces that have left the sender. */
const takenPieces = (db: Pick<Tx, "select">, bookingId: string | typeof bookings.id) =>
  db
    .select({ id: pieces.id })
    .from(pieces)
    .where(and(eq(pieces.bookingId, bookingId), ne(pieces.holderKind, "sender")));

/**
 * Finds the booking that its sender will change, and locks its row. Refuses a booking that is no longer pending, and
 * one of which we have a piece. The caller must take `code` from a mailed URL or a browser that only the sender has.
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
