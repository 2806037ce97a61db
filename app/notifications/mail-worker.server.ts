/** Runs the mail jobs: renders each mail, sends the mail with the mailer, and stores the sent mail. */
import { setTimeout as sleep } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { isDatabaseUnavailable, type Db } from "../platform/db/client.server.ts";
import { mails } from "../platform/db/schema.ts";
import { transact } from "../platform/db/transact.server.ts";
import type { JobWork } from "../platform/jobs/jobs.server.ts";
import { coalesce, nothingRunning } from "../platform/coalesce.ts";
import { withSecret } from "../platform/mail/hidden.ts";
import { RecipientRefused, type Mail, type Mailer } from "../platform/mail/mailer.server.ts";
import type { Services } from "../platform/services.server.ts";
import { erasedSince } from "./erased-since.server.ts";
import { NOTIFICATIONS, type About, type NotifiedEvent } from "./notifications.ts";
import { holdIfRefused } from "./hold-mail.server.ts";
import { LINK_MAILS, queueOf, type NotificationJob } from "./notify.server.ts";
import { acceptAddress, endsByRefusal, noteAccepted, type Outgoing } from "./refused-addresses.server.ts";
import { withoutSignInLink } from "./mail-without-sign-in-link.server.ts";

/** Writes the mail of an event from the ids in its job. Null if there is nothing to send any more. */
export type MailText<E extends NotifiedEvent> = (services: Services, about: About<E>) => Promise<Mail | null>;
/** The writer of the mail of each event. server/mail-texts.ts registers the writers of all features. */
export type MailTexts = { [E in NotifiedEvent]: MailText<E> };

/** The largest number of tries to store a sent mail, one each second. A mail that is not stored is sent again. */
const STORE_TRIES = 30;

/** The functions that are called if a mail is not sent because its address is refused. The key is the mail's event. */
export type OnRefused = Partial<
  Record<NotifiedEvent, (services: Services, job: NotificationJob) => Promise<void>>
>;

/**
 * MAIL-1: makes the worker of a mail queue. The worker sends nothing if the subject of the mail was deleted, or if the
 * mail is already stored as sent. After a crash between sending and storing, the mail is sent again with the same
 * Message-ID. A mail to a refused address waits until the address is tried again (MAIL-5).
 */
export function mailWorker(
  services: Services,
  mailer: Mailer,
  texts: MailTexts,
  onRefused: OnRefused = {},
): JobWork<NotificationJob> {
  const { log, now } = services;
  const store = mailStore(services);
  return async ({ id: jobId, data: job, retryCount }, db) => {
    // A mail that waited for its address keeps its id. A message to a receiver has its own id, which stays the same
    // if a later job sends the message (TELL-7).
    const waited = idOf(job, "mailId");
    const id = waited ?? idOf(job, "receiverMessageId") ?? jobId;
    // Only a repeated attempt can find a mail that was already sent.
    if ((retryCount > 0 || waited) && (await wasSent(db, id))) return;
    const event = job.kind as NotifiedEvent;
    const text = texts[event] as MailText<never> | undefined;
    const begun = now();
    // No mail is written in three cases: a newer release queued an event that this release does not know; a deleted
    // account or an erased sender left an email address under .invalid; or a sender who booked at the counter has no
    // email address.
    const write = async () => {
      const mail = await text?.({ ...services, db }, job);
      return mail && mail.to.address !== "" && !mail.to.address.endsWith(".invalid") ? mail : null;
    };
    const mail = await write();
    if (!mail) return;
    const outgoing: Outgoing = {
      ...{ id, jobId, address: mail.to.address, queue: queueOf(event), job, begun },
      addressNow: async () => (await write())?.to.address ?? null,
    };
    // Without a mail server, mails are only stored, so no address can be refused.
    if (!services.mailbox && (await holdIfRefused(db, outgoing, begun))) {
      log.info({ job: jobId, kind: job.kind }, "mail not sent; its address was refused");
      return onRefused[event]?.(services, job);
    }
    try {
      await mailer.send(id, withSecret(mail));
    } catch (problem) {
      if (problem instanceof RecipientRefused && (await endsByRefusal(services, db, outgoing, problem.reply)))
        return onRefused[event]?.(services, job);
      const error = withoutAddresses(problem);
      log.warn({ err: error, job: jobId, kind: job.kind }, "mail not sent; it will be tried again");
      throw error;
    }
    log.info({ job: jobId, kind: job.kind }, "mail sent");
    if (outgoing.queue === LINK_MAILS && !services.mailbox) await acceptAddress(services, db, outgoing);
    const [row] = NOTIFICATIONS[event].about;
    const rowOf = (written: Mail): StoredMail => {
      const stored = services.mailbox ? written : withoutSignInLink(event, written);
      return {
        id,
        kind: event,
        toAddress: written.to.address,
        subject: written.subject,
        text: stored.text,
        html: stored.html,
        bookingId: idOf(job, "bookingId"),
        aboutId: idOf(job, row),
        sentAt: now(),
      };
    };
    const again = async () => {
      const rewritten = await write();
      return rewritten?.to.address === mail.to.address ? rowOf(rewritten) : null;
    };
    await store(db, { row: rowOf(mail), begun, again });
  };
}

type StoredMail = typeof mails.$inferInsert;
/**
 * A sent mail that must be stored. `begun`: the time when the mail was written. `again`: writes the mail once more;
 * returns null if nothing would be sent now, or if the mail would go to another email address.
 */
type SentMail = { row: StoredMail; begun: Date; again: () => Promise<StoredMail | null> };

/**
 * Returns the function that stores sent mails. Mails that are sent while a statement runs are stored together by the
 * next statement. Tries again while the database cannot be reached.
 */
function mailStore(services: Services): (db: Db, mail: SentMail) => Promise<void> {
  const turns = nothingRunning<void>();
  let waiting: SentMail[] = [];
  return (db, mail) => {
    waiting.push(mail);
    return coalesce(turns, async () => {
      const sent = waiting;
      waiting = [];
      for (let tries = 1; ; tries++) {
        try {
          return await insertMails(db, sent, services);
        } catch (error) {
          if (!isDatabaseUnavailable(error) || tries === STORE_TRIES) throw error;
          await sleep(1000);
        }
      }
    });
  };
}

async function insertMails(db: Db, sent: SentMail[], services: Services): Promise<void> {
  try {
    await insertUnlessErased(db, sent, services);
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    // The statement stores no mail at all if the booking of one mail was deleted. Each mail is then stored alone, and
    // only the mail of the deleted booking is dropped.
    if (sent.length > 1) for (const mail of sent) await insertMails(db, [mail], services);
    else services.log.warn({ err: error, job: sent[0]?.row.id }, "sent mail not stored");
  }
}

/**
 * PROFILE-6, RECEIVER-10: stores sent mails. If anybody was erased since a mail was written, the mail is first written
 * once more from the current data, or not stored.
 */
async function insertUnlessErased(db: Db, sent: SentMail[], { mailbox, now, log }: Services): Promise<void> {
  const trusted = await transact(db, async (tx) => {
    const erased = await erasedSince(tx, new Date(Math.min(...sent.map(({ begun }) => begun.getTime()))));
    const rows = erased ? await Promise.all(sent.map(({ again }) => again())) : sent.map(({ row }) => row);
    const kept = rows.filter((row) => row !== null);
    if (kept.length > 0) await tx.insert(mails).values(kept).onConflictDoNothing();
    return !mailbox && (await noteAccepted(tx, now()));
  });
  if (trusted) log.info({}, "the mail server accepts mails again");
}

async function wasSent(db: Db, id: string): Promise<boolean> {
  const [sent] = await db.select({ id: mails.id }).from(mails).where(eq(mails.id, id));
  return sent !== undefined;
}

/**
 * Returns an error without email addresses, because mail servers name the recipient, but logs and queues must not.
 */
function withoutAddresses(problem: unknown): Error {
  const { message, code } =
    problem instanceof Error
      ? (problem as NodeJS.ErrnoException)
      : { message: String(problem), code: undefined };
  // A mail server may answer with a text of any length: at most 2,000 characters are kept.
  const error = new Error(message.slice(0, 2000).replace(/[^\s<>"'(),:;]+@[^\s<>"'(),:;]+/g, "(address)"));
  return code ? Object.assign(error, { code }) : error;
}

/**
 * Returns the id of a row from a job's data. Null for a number, because stored mails refer to rows by UUID only. When
 * a person is erased, mails without such an id are found by the email address.
 */
function idOf(job: NotificationJob, name: string): string | null {
  const id = job[name];
  return typeof id === "string" ? id : null;
}
