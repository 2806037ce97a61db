/** EXC-8: the mail to a sender about an incident of the vehicle. The mail names no person and no place. */
import { eq } from "drizzle-orm";
import { INCIDENT_FACTS } from "../../domain/run.ts";
import type { MailText } from "../../notifications/mail-worker.server.ts";
import { bookings, exceptions } from "../../platform/db/schema.ts";
import { letter } from "../../platform/mail/letter.tsx";

const NEXT =
  "Your parcel may reach its receiver later than planned. Follow it with the code below, and call us with any question.";

export const runIncidentMail: MailText<"run_incident"> = async (services, { bookingId, exceptionId }) => {
  const [row] = await services.db.select().from(bookings).where(eq(bookings.id, bookingId));
  const [exception] = await services.db
    .select({ incident: exceptions.incident })
    .from(exceptions)
    .where(eq(exceptions.id, exceptionId));
  if (!row || !exception?.incident) return null;
  const news = INCIDENT_FACTS[exception.incident].publicText;
  const code = row.trackingCode;
  return letter(
    await services.company(),
    { name: row.senderName, address: row.senderEmail },
    {
      title: `Your parcel to ${row.receiverTown ?? row.receiverState} is delayed`,
      news: `${news} ${NEXT}`,
      preview: `${news} ${code}`,
      code,
      button: {
        ...{ text: "Track this parcel", plain: "Track it" },
        href: `${services.origin}/track?code=${code}`,
      },
    },
  );
};
