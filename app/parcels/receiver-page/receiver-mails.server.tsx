/** RECEIVER-5: the mails to receivers: the parcel comes today, with its PIN, and the PIN was changed. */
import { eq } from "drizzle-orm";
import { NOT_STORED } from "../../domain/erased.ts";
import type { MailText } from "../../notifications/mail-worker.server.ts";
import { bookings } from "../../platform/db/schema.ts";
import { MailButton, MailCode, MailFacts, mailHtml, mailText } from "../../platform/mail/layout.tsx";
import type { Mail } from "../../platform/mail/mailer.server.ts";
import { HIDDEN } from "../../platform/mail/hidden.ts";
import { unlinked } from "../../platform/mail/unlinked.ts";
import type { Services } from "../../platform/services.server.ts";
import { readPin } from "../receiver-link/pins.server.ts";
import { linkOf } from "../receiver-link/receiver-link.server.ts";
import { readParcel } from "../tracking/track-parcel.server.ts";
import { senderOf, toPayOf } from "./read-receiver.server.ts";
import { payText } from "./to-pay.ts";

const SAY_IT = "Say the PIN to the rider once you have the parcel, never before and to nobody else.";

export const outForDeliveryMail: MailText<"receiver_out_for_delivery"> = (services, { bookingId }) =>
  toReceiver(services, bookingId, "Your parcel comes today", (from) => `Our rider brings you ${from} today.`);

export const newPinMail: MailText<"receiver_new_pin"> = (services, { bookingId }) =>
  toReceiver(
    services,
    bookingId,
    "Your parcel has a new PIN",
    (from) => `There is a new PIN for ${from}. The one before is dead.`,
  );

/**
 * Null without an address, and once the parcel is no longer out for delivery to them. The PIN is inserted on sending; the
 * stored mail has dots.
 */
async function toReceiver(
  services: Services,
  bookingId: string,
  title: string,
  newsOf: (from: string) => string,
): Promise<Mail | null> {
  const [row] = await services.db
    .select({ code: bookings.trackingCode })
    .from(bookings)
    .where(eq(bookings.id, bookingId));
  const found = row && (await readParcel(services, row.code));
  const address = found?.booking.receiverEmail;
  if (!found || !address || !found.parcel.outForDelivery) return null;
  const { booking, parcel } = found;
  if (booking.receiverPhone === NOT_STORED) return null;
  const [company, from, toPay, pin, link] = await Promise.all([
    services.company(),
    senderOf(services.db, booking),
    toPayOf(services.db, bookingId),
    readPin(services, bookingId),
    linkOf(services, "receiver", parcel.trackingCode),
  ]);
  const pay = payText(toPay, false);
  const news = newsOf(from ? `a parcel from ${unlinked(from)}` : "a parcel");
  const hello = `Hello ${unlinked(booking.receiverName)},`;
  const facts: [string, string][] = [["To pay", pay.title], ...pay.lines];
  return {
    to: { name: unlinked(booking.receiverName), address },
    subject: `${title}: ${parcel.trackingCode}`,
    text: mailText(company, [
      hello,
      news,
      ...(pin ? [`PIN ${HIDDEN}`, SAY_IT] : []),
      facts,
      pay.text,
      `Your page of the parcel: ${link}`,
    ]),
    html: mailHtml(
      company,
      title,
      news,
      <>
        <p>{hello}</p>
        <p>{news}</p>
        {pin && (
          <>
            <MailCode>{`PIN ${HIDDEN}`}</MailCode>
            <p>{SAY_IT}</p>
          </>
        )}
        <MailFacts rows={facts} />
        <p>{pay.text}</p>
        <MailButton href={link}>See your parcel</MailButton>
      </>,
    ),
    ...(pin && { secret: pin }),
  };
}
