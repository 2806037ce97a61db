/** Queues the mail of an event, in the caller's transaction. */
import type { Tx } from "../platform/db/client.server.ts";
import type { JobOptions } from "../platform/jobs/jobs.server.ts";
import type { Services } from "../platform/services.server.ts";
import type { About, NotifiedEvent } from "./notifications.ts";

type WithJobs = Pick<Services, "jobs">;

/** Returns the queue of an event's mail. In `link` are the mails for which a person waits at the screen. */
export const queueOf = (event: NotifiedEvent): "mail" | "link" => (event === "email_link" ? "link" : "mail");

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
