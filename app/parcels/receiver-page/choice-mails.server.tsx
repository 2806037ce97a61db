/** CHOICE-2: the mails that tell a sender what the receiver chose, or that a choice was taken back. */
import { and, eq } from "drizzle-orm";
import { SENDER_DECIDES_HOURS } from "../../domain/choices.ts";
import { DELETED_SENDER } from "../../domain/erased.ts";
import type { MailText } from "../../notifications/mail-worker.server.ts";
import { bookingEvents, bookings } from "../../platform/db/schema.ts";
import { letter } from "../../platform/mail/letter.tsx";
import { withoutLinks } from "../../platform/mail/unlinked.ts";
import { mailedPath } from "../bookings/who-opens-own-booking.server.ts";

type Said = { title: string; news: string; button: string };

function saidBy(kind: string, note: string | null): Said | null {
  const said = note ? withoutLinks(note) : "";
  if (kind === "day_chosen")
    return {
      title: "The receiver chose another day",
      news: `The receiver asks us to bring the parcel on ${said}. We do.`,
      button: "See your booking",
    };
  if (kind === "hold_chosen")
    return {
      title: "The receiver will collect the parcel",
      news: `The receiver will collect the parcel at our office: ${said}. We keep it there.`,
      button: "See your booking",
    };
  if (kind === "refusal_announced")
    return {
      title: "The receiver does not want the parcel",
      news: `The receiver told us that they do not want the parcel.${said ? ` They say: ${said}` : ""} Please say within ${SENDER_DECIDES_HOURS} hours what we do: try again, keep it at our office, or bring it back to you. Until then it waits.`,
      button: "Decide now",
    };
  if (kind === "choice_ended")
    return {
      title: "The receiver took a choice back",
      news: `The receiver took back what they had chosen (${said.toLowerCase()}). We deliver as planned.`,
      button: "See your booking",
    };
  return null;
}

/** Writes the mail. Null if the booking or the event is missing, or if the sender was erased. */
export const receiverChoseMail: MailText<"receiver_chose"> = async (services, { bookingId, eventId }) => {
  const [found] = await services.db
    .select({ booking: bookings, kind: bookingEvents.kind, note: bookingEvents.note })
    .from(bookings)
    .innerJoin(bookingEvents, and(eq(bookingEvents.bookingId, bookings.id), eq(bookingEvents.id, eventId)))
    .where(eq(bookings.id, bookingId));
  const said = found && saidBy(found.kind, found.note);
  if (!said || found.booking.senderName === DELETED_SENDER.senderName) return null;
  const { senderName, senderEmail, trackingCode } = found.booking;
  const { title, news, button } = said;
  return letter(
    await services.company(),
    { name: senderName, address: senderEmail },
    {
      ...{ title, news, code: trackingCode },
      preview: `${news} ${trackingCode}`,
      button: { text: button, href: services.origin + mailedPath(services, trackingCode) },
    },
  );
};
