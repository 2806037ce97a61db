/** Runs the mail jobs: renders each mail, hands it to the mailer, and stores the sent mail. */
import { setTimeout as sleep } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { isDatabaseUnavailable, type Db } from "../platform/db/client.server.ts";
import { mails } from "../platform/db/schema.ts";
import type { JobWork, NotificationJob } from "../platform/jobs/jobs.server.ts";
import { coalesce, nothingRunning } from "../platform/coalesce.ts";
import { withSecret } from "../platform/mail/hidden.ts";
import type { Mail, Mailer } from "../platform/mail/mailer.server.ts";
import type { Services } from "../platform/services.server.ts";
import { NOTIFICATIONS, type About, type NotifiedEvent } from "./notifications.ts";

/** Renders the mail of an event from its ids; null if nothing is to be sent any more. */
export type MailText<E extends NotifiedEvent> = (services: Services, about: About<E>) => Promise<Mail | null>;
/** The features' texts, all registered in server/mail-texts.ts. */
export type MailTexts = { [E in NotifiedEvent]: MailText<E> };

/** The number of tries, one a second. A mail that is not stored would be sent again. */
const STORE_TRIES = 30;

/**
 * The worker of a mail queue. If the subject of a mail is gone by now, nothing is sent. A mail with a stored row was sent. A
 * crash between sending and storing sends it again with its Message-ID.
 */
export function mailWorker(services: Services, mailer: Mailer, texts: MailTexts): JobWork<NotificationJob> {
  const { log, now } = services;
  const store = mailStore(log);
  return async ({ id, data: job, retryCount }, db) => {
    // Only a mail that was tried before can have been sent before.
    if (retryCount > 0 && (await wasSent(db, id))) return;
    const event = job.kind as NotifiedEvent;
    const write = texts[event] as MailText<never> | undefined;
    // A newer release may have queued an event that this one does not know.
    const mail = await write?.({ ...services, db }, job);
    // A deleted account leaves an address under .invalid. A sender at the counter may have no address, and an erased one has
    // none that works.
    if (!mail || mail.to.address === "" || mail.to.address.endsWith(".invalid")) return;
    try {
      await mailer.send(id, withSecret(mail));
    } catch (problem) {
      const error = withoutAddresses(problem);
      log.warn({ err: error, job: id, kind: job.kind }, "mail not sent; it will be tried again");
      throw error;
    }
    log.info({ job: id, kind: job.kind }, "mail sent");
    const [row] = NOTIFICATIONS[event].about;
    const stored = services.mailbox ? mail : withoutSecret(event, mail);
    await store(db, {
      id,
      kind: event,
      toAddress: mail.to.address,
      subject: mail.subject,
      text: stored.text,
      html: stored.html,
      bookingId: idOf(job, "bookingId"),
      aboutId: idOf(job, row),
      sentAt: now(),
    });
  };
}

type StoredMail = typeof mails.$inferInsert;

/**
 * Stores sent mails. Those that are sent while a statement runs go into the next one. It continues while the database is
 * away.
 */
function mailStore(log: Services["log"]): (db: Db, mail: StoredMail) => Promise<void> {
  const turns = nothingRunning<void>();
  let waiting: StoredMail[] = [];
  return (db, mail) => {
    waiting.push(mail);
    return coalesce(turns, async () => {
      const sent = waiting;
      waiting = [];
      for (let tries = 1; ; tries++) {
        try {
          return await insertMails(db, sent, log);
        } catch (error) {
          if (!isDatabaseUnavailable(error) || tries === STORE_TRIES) throw error;
          await sleep(1000);
        }
      }
    });
  };
}

async function insertMails(db: Db, sent: StoredMail[], log: Services["log"]): Promise<void> {
  try {
    await db.insert(mails).values(sent).onConflictDoNothing();
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    // If a booking was deleted meanwhile, its own mail is dropped and the others are stored.
    if (sent.length > 1) for (const mail of sent) await insertMails(db, [mail], log);
    else log.warn({ err: error, job: sent[0]?.id }, "sent mail not stored");
  }
}

async function wasSent(db: Db, id: string): Promise<boolean> {
  const [sent] = await db.select({ id: mails.id }).from(mails).where(eq(mails.id, id));
  return sent !== undefined;
}

/** Mail servers name the recipient in their replies. The log and the queue, which stores the last error, must not. */
function withoutAddresses(problem: unknown): Error {
  const { message, code } =
    problem instanceof Error
      ? (problem as NodeJS.ErrnoException)
      : { message: String(problem), code: undefined };
  const error = new Error(message.replace(/[^\s<>"'(),:;]+@[^\s<>"'(),:;]+/g, "(address)"));
  return code ? Object.assign(error, { code }) : error;
}

/** Null for a numbered row: its mails are deleted with the address that they were sent to. */
function idOf(job: NotificationJob, name: string): string | null {
  const id = job[name];
  return typeof id === "string" ? id : null;
}

/** LINK-8: a sign-in link is stored as a hash only. With /mailbox the stored mail is the only mail, so it keeps the link. */
function withoutSecret(event: NotifiedEvent, mail: Mail): Mail {
  return event === "email_link" ? { ...mail, text: "The link is not kept.", html: "" } : mail;
}
