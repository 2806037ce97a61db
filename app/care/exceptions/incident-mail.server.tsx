/** EXC-8: the sender's mail about an incident of the vehicle that carries the parcel. Without names and without a place. */
import { eq } from "drizzle-orm";
import { INCIDENT_FACTS } from "../../domain/run.ts";
import { readableTrackingCode } from "../../domain/tracking-code.ts";
import type { MailText } from "../../notifications/mail-worker.server.ts";
import { bookings, exceptions } from "../../platform/db/schema.ts";
import { MailButton, MailCode, mailHtml, mailText } from "../../platform/mail/layout.tsx";
import { unlinked } from "../../platform/mail/unlinked.ts";

const NEXT =
  "Your parcel may reach its receiver later than planned. Follow it with the code below, and call us with any question.";

export const runIncidentMail: MailText<"run_incident"> = async (services, { bookingId, exceptionId }) => {
  const [row] = await services.db.select().from(bookings).where(eq(bookings.id, bookingId));
  const [exception] = await services.db
    .select({ incident: exceptions.incident })
    .from(exceptions)
    .where(eq(exceptions.id, exceptionId));
  if (!row || !exception?.incident) return null;
  const company = await services.company();
  const title = `Your parcel to ${row.receiverTown ?? row.receiverState} is delayed`;
  const news = INCIDENT_FACTS[exception.incident].publicText;
  const link = `${services.origin}/track?code=${row.trackingCode}`;
  const hello = `Hello ${unlinked(row.senderName)},`;
  return {
    to: { name: unlinked(row.senderName), address: row.senderEmail },
    subject: `${title}: ${row.trackingCode}`,
    text: mailText(company, [
      hello,
      `${news} ${NEXT}`,
      `Tracking code: ${row.trackingCode}`,
      `Track it: ${link}`,
    ]),
    html: mailHtml(
      company,
      title,
      `${news} ${row.trackingCode}`,
      <>
        <p>{hello}</p>
        <p>
          {news} {NEXT}
        </p>
        <MailCode>{readableTrackingCode(row.trackingCode)}</MailCode>
        <MailButton href={link}>Track this parcel</MailButton>
      </>,
    ),
  };
};
