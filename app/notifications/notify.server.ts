/** MAIL-1: queues the mail of an event, in the caller's transaction. */
import type { Tx } from "../platform/db/client.server.ts";
import type { JobOptions } from "../platform/jobs/jobs.server.ts";
import { jobKind, type JobKind } from "../platform/jobs/job-kind.ts";
import type { Services } from "../platform/services.server.ts";
import type { About, NotifiedEvent } from "./notifications.ts";

type WithJobs = Pick<Services, "jobs">;

/** A notification's kind and the ids that it needs. All kinds are in notifications.ts. */
export type NotificationJob = { kind: string; [id: string]: string | number };

export const MAILS = jobKind<NotificationJob>("mail");
/** The queue of mails with a sign-in link. The recipient waits for the mail, so a lost job is retried sooner. */
export const LINK_MAILS = jobKind<NotificationJob>("link", { expireInSeconds: 60 });
/** SMS and WhatsApp messages to receivers. */
export const PHONE_MESSAGES = jobKind<{ messageId: string }>("message");

/**
 * Returns the queue of an event's mail. Mails with a sign-in link have a separate queue, because a person waits for
 * the mail.
 */
export const queueOf = (event: NotifiedEvent): JobKind<NotificationJob> =>
  event === "email_link" ? LINK_MAILS : MAILS;

/** Queues the mail of one event (NOTIFICATIONS). A notification can be withdrawn only if it has an `id`. */
export const notify = <E extends NotifiedEvent>(
  { jobs }: WithJobs,
  tx: Tx,
  { event, about, ...options }: JobOptions & { event: E; about: About<E> },
): Promise<void> => jobs.add(tx, queueOf(event), { kind: event, ...about }, options);

/** Queues the mails of many events of the same kind, with few statements. */
export const notifyAll = <E extends NotifiedEvent>(
  { jobs }: WithJobs,
  tx: Tx,
  event: E,
  abouts: readonly About<E>[],
): Promise<void> =>
  jobs.addAll(
    tx,
    queueOf(event),
    abouts.map((about) => ({ kind: event, ...about })),
  );
