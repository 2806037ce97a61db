/** Runs the mail jobs: renders each mail, hands it to the mailer, and stores what was sent. */
import { eq } from "drizzle-orm";
import type { Db } from "../db/client.server.ts";
import { mails } from "../db/schema.ts";
import type { Services } from "../services.server.ts";
import type { MailJob } from "./mail-job.ts";
import type { Mailer } from "./mailer.server.ts";
import type { RenderedMail } from "./rendered-mail.ts";

/** Renders one kind of mail from its ids; null where its subject no longer exists. */
type Renderer<Job> = (services: Services, job: Job) => Promise<RenderedMail | null>;
/** A renderer for every kind. The features' renderers are registered in server/mail-kinds.ts. */
export type MailRenderers = { [Kind in MailJob["kind"]]: Renderer<Extract<MailJob, { kind: Kind }>> };

function render(renderers: MailRenderers, services: Services, job: MailJob): Promise<RenderedMail | null> {
  // A newer release may have queued a kind that this one cannot render.
  const renderer = renderers[job.kind] as Renderer<MailJob> | undefined;
  return renderer ? renderer(services, job) : Promise.resolve(null);
}

/**
 * One mail job. Where its subject no longer exists, nothing is sent. A mail with a row was sent; a crash between
 * sending and storing sends it again with the same Message-ID.
 */
export function mailWorker(services: Services, mailer: Mailer, renderers: MailRenderers) {
  return async (id: string, job: MailJob, db: Db): Promise<void> => {
    const { log, now } = services;
    const [done] = await db.select({ id: mails.id }).from(mails).where(eq(mails.id, id));
    if (done) return;
    const mail = await render(renderers, { ...services, db }, job);
    // A deleted account leaves an address under .invalid.
    if (!mail || mail.to.address.endsWith(".invalid")) return;
    try {
      await mailer.send(id, mail);
    } catch (problem) {
      const error = withoutAddresses(problem);
      log.warn({ err: error, job: id, kind: job.kind }, "mail not sent; it will be tried again");
      throw error;
    }
    const kept = services.mailbox ? mail : withoutSecret(mail);
    await db
      .insert(mails)
      .values({
        id,
        kind: mail.kind,
        toAddress: mail.to.address,
        subject: mail.subject,
        text: kept.text,
        html: kept.html,
        deliveryId: mail.deliveryId ?? null,
        aboutId: subjectOf(job),
        sentAt: now(),
      })
      .onConflictDoNothing();
    log.info({ job: id, kind: job.kind }, "mail sent");
  };
}

/** Mail servers name the recipient in their responses; the log and the queue, which stores the last error, must not. */
function withoutAddresses(problem: unknown): Error {
  const { message, code } =
    problem instanceof Error
      ? (problem as NodeJS.ErrnoException)
      : { message: String(problem), code: undefined };
  const error = new Error(message.replace(/[^\s<>"'(),:;]+@[^\s<>"'(),:;]+/g, "(address)"));
  return code ? Object.assign(error, { code }) : error;
}

/** The row that a mail is about, so that erasing a person deletes the stored mail too. */
function subjectOf(job: MailJob): string | null {
  switch (job.kind) {
    case "booking_made":
    case "status_changed":
      return job.deliveryId;
    case "email_link":
      return job.linkId;
    case "contact_received":
      return job.messageId;
    case "contact_reply":
      return job.replyId;
    case "order_received":
      return job.orderId;
    default:
      return null;
  }
}

/**
 * LINK-8: a link that signs somebody in is stored as a hash only. With /mailbox the stored mail is the only mail, so it
 * keeps the link.
 */
function withoutSecret(mail: RenderedMail): RenderedMail {
  return mail.kind === "email_link" ? { ...mail, text: "The link is not kept.", html: "" } : mail;
}
