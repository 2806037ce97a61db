/**
 * BOOK-27: who counts as the sender on a booking's page for senders: the account that booked, the browser that booked,
 * or a person with the mailed URL.
 */
import { eq } from "drizzle-orm";
import type { Session } from "../../access/principal-context.ts";
import { scannedTrackingCode } from "../../domain/codes-in-text.ts";
import { bookings } from "../../platform/db/schema.ts";
import type { Services } from "../../platform/services.server.ts";
import { deriveToken, sameBytes } from "../../platform/tokens.server.ts";
import { sentFromHere } from "./sender-browser.server.ts";

/** A token of 22 characters has 132 bits. */
const TOKEN_LENGTH = 22;

// A sender may pass a receipt on, so this token must differ from the token of the receipt.
const tokenOf = ({ secret }: Pick<Services, "secret">, code: string) =>
  deriveToken(secret, `own-booking:${code}`).slice(0, TOKEN_LENGTH);

/** Returns the path in the mail to the sender. Whoever has this path counts as the sender. */
export const mailedPath = (services: Pick<Services, "secret">, code: string) =>
  `/bookings/${code}.${tokenOf(services, code)}`;

/**
 * Returns the booking's code if the visitor is its sender: the customer who booked, a person with the browser in which
 * a guest booked, or a person with the mailed URL. Otherwise null. The tracking code alone is not enough.
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
