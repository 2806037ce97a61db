/** Runs the mail jobs: renders each mail, hands it to the mailer, and stores the sent mail. */
import { setTimeout as sleep } from "node:timers/promises";
import { eq, gt, sql } from "drizzle-orm";
import { isDatabaseUnavailable, type Db } from "../platform/db/client.server.ts";
import { erasedReceivers, erasures, mails } from "../platform/db/schema.ts";
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

/** An erasure may be recorded shortly before it is committed, by the clock of another machine. */
const ERASED_MARGIN_MS = 60_000;

/** The number of tries, one a second. A mail that is not stored would be sent again. */
const STORE_TRIES = 30;

/**
 * The worker of a mail queue. If the subject of a mail is gone by now, nothing is sent. A mail with a stored row was sent. A
 * crash between sending and storing sends it again with its Message-ID.
 */
export function mailWorker(services: Services, mailer: Mailer, texts: MailTexts): JobWork<NotificationJob> {
  const { log, now } = services;
  const store = mailStore(log);
  return async ({ id: jobId, data: job, retryCount }, db) => {
    // A message to a receiver may have waited for another job (TELL-7).
    const id = idOf(job, "receiverMessageId") ?? jobId;
    // Only a mail that was tried before can have been sent before.
    if (retryCount > 0 && (await wasSent(db, id))) return;
    const event = job.kind as NotifiedEvent;
    const text = texts[event] as MailText<never> | undefined;
    const begun = now();
    // A newer release may have queued an event that this one does not know. A deleted account leaves an address under
    // .invalid. A sender at the counter may have no address, and an erased one has none that works.
    const write = async () => {
      const mail = await text?.({ ...services, db }, job);
      return mail && mail.to.address !== "" && !mail.to.address.endsWith(".invalid") ? mail : null;
    };
    const mail = await write();
    if (!mail) return;
    try {
      await mailer.send(id, withSecret(mail));
    } catch (problem) {
      const error = withoutAddresses(problem);
      log.warn({ err: error, job: jobId, kind: job.kind }, "mail not sent; it will be tried again");
      throw error;
    }
    log.info({ job: jobId, kind: job.kind }, "mail sent");
    const [row] = NOTIFICATIONS[event].about;
    const rowOf = (written: Mail): StoredMail => {
      const stored = services.mailbox ? written : withoutSecret(event, written);
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
/** `again` writes the mail as it would be now; null if nothing would be sent, or to another address. */
type SentMail = { row: StoredMail; begun: Date; again: () => Promise<StoredMail | null> };

/**
 * Stores sent mails. Those that are sent while a statement runs go into the next one. It continues while the database is
 * away.
 */
function mailStore(log: Services["log"]): (db: Db, mail: SentMail) => Promise<void> {
  const turns = nothingRunning<void>();
  let waiting: SentMail[] = [];
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

async function insertMails(db: Db, sent: SentMail[], log: Services["log"]): Promise<void> {
  try {
    await insertUnlessErased(db, sent);
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    // If a booking was deleted meanwhile, its own mail is dropped and the others are stored.
    if (sent.length > 1) for (const mail of sent) await insertMails(db, [mail], log);
    else log.warn({ err: error, job: sent[0]?.row.id }, "sent mail not stored");
  }
}

/**
 * PROFILE-6, RECEIVER-10: after an erasure since a mail was written, it is stored as it would be written now, or not at all.
 * Each erasure adds a row to one of these tables before it deletes mails: the lock waits until it is committed, and has a
 * later one wait until the mails are stored, so that it deletes them.
 */
async function insertUnlessErased(db: Db, sent: SentMail[]): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${erasures}, ${erasedReceivers} in share mode`);
    const first = Math.min(...sent.map(({ begun }) => begun.getTime()));
    const since = new Date(first - ERASED_MARGIN_MS);
    const erased =
      (await tx.$count(erasures, gt(erasures.erasedAt, since))) +
      (await tx.$count(erasedReceivers, gt(erasedReceivers.erasedAt, since)));
    const rows =
      erased === 0 ? sent.map(({ row }) => row) : await Promise.all(sent.map(({ again }) => again()));
    const kept = rows.filter((row) => row !== null);
    if (kept.length > 0) await tx.insert(mails).values(kept).onConflictDoNothing();
  });
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
