/** Does the mail jobs: writes the words, hands them to the mailer, keeps what was sent. */
import { eq } from "drizzle-orm";
import { bookingMadeMail, statusChangedMail } from "../bookings/booking-mails.server.tsx";
import { mails } from "../db/schema.ts";
import type { Services } from "../services.server.ts";
import type { MailJob } from "./mail-job.ts";
import type { Mailer } from "./mailer.server.ts";
import type { Written } from "./written.ts";

function write({ db, origin }: Services, job: MailJob): Promise<Written | null> {
  switch (job.kind) {
    case "booking_made":
      return bookingMadeMail(db, origin, job.deliveryId);
    case "status_changed":
      return statusChangedMail(db, origin, job.deliveryId, job.eventId);
    default:
      return Promise.resolve(null);
  }
}

/**
 * One mail job. What it was about may be gone by now: then there is nothing to send. A mail whose row is there was
 * sent; a crash between sending and keeping sends it again with the same Message-ID.
 */
export function mailWorker(services: Services, mailer: Mailer) {
  return async (id: string, job: MailJob): Promise<void> => {
    const { db, log, now } = services;
    const [done] = await db.select({ id: mails.id }).from(mails).where(eq(mails.id, id));
    if (done) return;
    const mail = await write(services, job);
    if (!mail) return;
    try {
      await mailer.send(id, mail);
    } catch (error) {
      log.warn({ err: error, job: id, kind: job.kind }, "mail not sent; it will be tried again");
      throw error;
    }
    await db
      .insert(mails)
      .values({
        id,
        kind: mail.kind,
        toAddress: mail.to.address,
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        deliveryId: mail.deliveryId ?? null,
        sentAt: now(),
      })
      .onConflictDoNothing();
    log.info({ job: id, kind: job.kind }, "mail sent");
  };
}
