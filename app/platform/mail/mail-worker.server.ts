/** Runs the mail jobs: renders each mail, hands it to the mailer, and stores what was sent. */
import { eq } from "drizzle-orm";
import { isDatabaseUnavailable, type Db } from "../db/client.server.ts";
import { mails } from "../db/schema.ts";
import type { JobWork } from "../jobs/jobs.server.ts";
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

type KeptMail = typeof mails.$inferInsert;

/**
 * The work of a mail queue. What a mail was about may be gone by now: then there is nothing to send. A mail whose row is
 * there was sent; a crash between sending and keeping sends it again with the same Message-ID.
 */
export function mailWorker(
  services: Services,
  mailer: Mailer,
  renderers: MailRenderers,
): JobWork<MailJob, KeptMail> {
  const { log, now } = services;
  return {
    async one({ id, data: job, retryCount }, db) {
      // Only what was tried before can have been sent before.
      if (retryCount > 0 && (await wasSent(db, id))) return null;
      const mail = await render(renderers, { ...services, db }, job);
      // An address under .invalid is what a deleted account leaves behind.
      if (!mail || mail.to.address.endsWith(".invalid")) return null;
      try {
        await mailer.send(id, mail);
      } catch (problem) {
        const error = withoutAddresses(problem);
        log.warn({ err: error, job: id, kind: job.kind }, "mail not sent; it will be tried again");
        throw error;
      }
      log.info({ job: id, kind: job.kind }, "mail sent");
      const kept = services.mailbox ? mail : withoutSecret(mail);
      return {
        id,
        kind: mail.kind,
        toAddress: mail.to.address,
        subject: mail.subject,
        text: kept.text,
        html: kept.html,
        deliveryId: mail.deliveryId ?? null,
        aboutId: subjectOf(job),
        sentAt: now(),
      };
    },
    async keep(sent, db) {
      try {
        await insertMails(db, sent);
      } catch (error) {
        if (isDatabaseUnavailable(error)) throw error;
        // When a booking was deleted meanwhile, its own mail is dropped and the others are sent.
        for (const mail of sent)
          await insertMails(db, [mail]).catch((problem: unknown) => {
            if (isDatabaseUnavailable(problem)) throw problem;
            log.warn({ err: problem, job: mail.id }, "sent mail not stored");
          });
      }
    },
  };
}

async function wasSent(db: Db, id: string): Promise<boolean> {
  const [sent] = await db.select({ id: mails.id }).from(mails).where(eq(mails.id, id));
  return sent !== undefined;
}

async function insertMails(db: Db, sent: KeptMail[]): Promise<void> {
  await db.insert(mails).values(sent).onConflictDoNothing();
}

/** Mail servers name the recipient in their answers; the log and the queue, which keeps the last error, must not. */
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
    case "booking_corrected":
    case "price_set":
    case "booking_paid":
    case "claim_not_found":
      return job.deliveryId;
    case "payee_account":
    case "settlement_statement":
      return job.payeeId;
    case "email_link":
      return job.linkId;
    case "contact_received":
      return job.messageId;
    case "contact_reply":
      return job.replyId;
    case "order_received":
      return job.orderId;
    // Numbered rows: their mails go with the address that they were sent to.
    case "referral_credit":
      return null;
    default:
      return job satisfies never;
  }
}

/**
 * LINK-8: a link that signs somebody in is stored as a hash only. With /mailbox the stored mail is the only mail, so it
 * keeps the link.
 */
function withoutSecret(mail: RenderedMail): RenderedMail {
  return mail.kind === "email_link" ? { ...mail, text: "The link is not kept.", html: "" } : mail;
}
