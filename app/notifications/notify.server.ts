/** Notifies people of an event by a mail: its job, in the caller's transaction. */
import type { Tx } from "../platform/db/client.server.ts";
import type { JobOptions } from "../platform/jobs/jobs.server.ts";
import type { Services } from "../platform/services.server.ts";
import type { About, NotifiedEvent } from "./notifications.ts";

type WithJobs = Pick<Services, "jobs">;

/** The queue of an event's mail. `link` has the mails that a person waits for at the screen. */
export const queueOf = (event: NotifiedEvent): "mail" | "link" => (event === "email_link" ? "link" : "mail");

/** Notifies somebody of one event, as defined in NOTIFICATIONS. Only a notification with an `id` can be withdrawn. */
export const notify = <E extends NotifiedEvent>(
  { jobs }: WithJobs,
  tx: Tx,
  { event, about, ...options }: JobOptions & { event: E; about: About<E> },
): Promise<void> => jobs.add(tx, queueOf(event), { kind: event, ...about }, options);

/** Notifies people of many events of one kind, in few statements. */
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
